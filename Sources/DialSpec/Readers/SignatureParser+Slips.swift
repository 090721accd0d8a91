import DialSyntax

extension SignatureParser {
  /// Reports a marker without its space, or as in another language. Returns false for anything else.
  func refuseSlip(in field: Range<Int>) -> Bool {
    let text = cursor.text(field)
    let range = cursor.range(field)
    if let arrow = ["=>", "-->", "→"].first(where: text.hasPrefix) {
      let rest = text.dropFirst(arrow.count)
      findings.error(
        .signature, "'\(arrow)' is written '->'", at: range,
        fixIts: [.init("write '->'", range: range, replacement: rest.isEmpty ? "->" : "-> \(rest)")])
      return true
    }
    guard let marker = ["->", "@", "!"].first(where: { text.hasPrefix($0) && text != $0 }) else { return false }
    findings.error(
      .signature, "a blank is missing after '\(marker)'", at: range,
      fixIts: [.init("insert a blank", range: range, replacement: "\(marker) \(text.dropFirst(marker.count))")])
    return true
  }
}
