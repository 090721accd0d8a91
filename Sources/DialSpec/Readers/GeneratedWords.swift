import DialModel
import DialSyntax

/// `$uuid` and `$now` are defaults of parameters; elsewhere they are ordinary text.
enum GeneratedWords {
  private static let words = ["$uuid", "$now"]

  static func check(_ text: String, _ name: String, in place: String, at range: SourceRange, _ findings: Findings) {
    if let type = type(text) { return checkType(type, name, in: place, at: range, findings) }
    guard text.utf8.first == UInt8(ascii: "$"), words.contains(text) else { return }
    guard place != "body" else {
      findings.warning(
        .sentLiterally,
        "'\(text)' is sent as it stands here: make it the default of a parameter, '(\(name) = \(text))', and write '{\(name)}'",
        at: range)
      return
    }
    let parameter = parameter(name, in: place)
    findings.warning(
      .sentLiterally, "'\(text)' is sent as it stands here: it is a default of a parameter, '(\(parameter) = \(text))'", at: range)
  }

  private static func parameter(_ name: String, in place: String) -> String {
    name.utf8.allSatisfy(Name.isASCIIPart) && Name.isValid(name) ? "\(place).\(name)" : "\(place).x as \"\(name)\""
  }

  /// Returns the text if it is a built-in type such as `Bool?` or `[Int]`, which is often written for a parameter.
  private static func type(_ text: String) -> String? {
    guard text.utf8.count <= 20, text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return nil }
    var name = text[...]
    if name.hasSuffix("?") { name.removeLast() }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    return Shape.builtin(String(name)) == nil ? nil : text
  }

  private static func checkType(_ type: String, _ name: String, in place: String, at range: SourceRange, _ findings: Findings) {
    let isBody = place == "body"
    let parameter = isBody ? name : parameter(name, in: place)
    findings.warning(
      .sentLiterally,
      "'\(type)' is sent as it stands here: a type belongs to a parameter, '(\(parameter) \(type))'"
        + (isBody ? ", which is written '{\(name)}' here" : ""),
      at: range)
  }
}
