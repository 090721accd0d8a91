import DialSyntax

extension SignatureParser {
  /// `->` and all behind it in a target, where a blank is missing: nothing or the beginning of a result follows it. Elsewhere it is text.
  func arrow(inTarget field: Range<Int>) -> Range<Int>? {
    guard let arrow = arrow(in: field) else { return nil }
    let rest = cursor.text(arrow).dropFirst(2)
    guard let first = rest.utf8.first else { return arrow }
    let begins = first &- 0x41 < 26 || "[(\"'".utf8.contains(first) || Shapes.resultModes.contains(String(rest))
    return begins ? arrow : nil
  }

  /// `->` and all behind it, outside of placeholders.
  func arrow(in field: Range<Int>) -> Range<Int>? {
    guard cursor.bytes[field].contains(UInt8(ascii: ">")) else { return nil }
    var depth = 0
    for at in field {
      switch cursor.bytes[at] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "-") where depth == 0 && cursor.holds("->", at: at) && at + 1 < field.upperBound: return at..<field.upperBound
      default: break
      }
    }
    return nil
  }

  /// `/tasks/{id}->Void`
  func refuseArrow(_ part: Range<Int>) {
    let range = cursor.range(part)
    findings.error(
      .signature, "missing spaces around '->'", at: range,
      fixIts: [.init("insert spaces", range: range, replacement: " " + cursor.text(part).spacedArrow)])
  }

  /// A marker without its blank, or written as another language has it; false where the field is none of these.
  func refuseSlip(in field: Range<Int>) -> Bool {
    let text = cursor.text(field)
    let range = cursor.range(field)
    if let arrow = ["=>", "-->", "→"].first(where: text.hasPrefix) {
      let rest = text.dropFirst(arrow.count)
      findings.error(
        .signature, "unexpected '\(arrow)'; did you mean '->'?", at: range,
        fixIts: [.init("write '->'", range: range, replacement: rest.isEmpty ? "->" : "-> \(rest)")])
      return true
    }
    guard let marker = ["->", "@", "!"].first(where: { text.hasPrefix($0) && text != $0 }) else { return false }
    findings.error(
      .signature, "missing space after '\(marker)'", at: range,
      fixIts: [.init("insert a space", range: range, replacement: "\(marker) \(text.dropFirst(marker.count))")])
    return true
  }
}

extension String {
  /// The text with a blank behind the arrow that it may begin with.
  var spacedArrow: String { hasPrefix("->") && self != "->" && !hasPrefix("-> ") ? "-> " + dropFirst(2) : self }
}
