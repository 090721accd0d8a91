import DialSyntax

/// `$uuid` and `$now` are defaults of parameters; elsewhere they are sent as they stand.
enum GeneratedWords {
  private static let words = ["$uuid", "$now"]

  static func check(_ text: String, _ name: String, in place: String, at range: SourceRange, _ findings: Findings) {
    guard text.utf8.first == UInt8(ascii: "$"), words.contains(text) else { return }
    guard place != "body" else {
      findings.warning(
        .sentLiterally,
        "'\(text)' is sent as it stands here: make it the default of a parameter, '(\(name) = \(text))', and write '{\(name)}'",
        at: range)
      return
    }
    let parameter = name.utf8.allSatisfy(Name.isASCIIPart) && Name.isValid(name) ? "\(place).\(name)" : "\(place).x as \"\(name)\""
    findings.warning(
      .sentLiterally, "'\(text)' is sent as it stands here: it is a default of a parameter, '(\(parameter) = \(text))'", at: range)
  }
}
