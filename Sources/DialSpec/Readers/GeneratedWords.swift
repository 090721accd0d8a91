import DialModel
import DialSyntax

/// Texts of headers, queries and bodies that are sent as they stand and most likely meant otherwise: types, and misspelt `$uuid`.
enum GeneratedWords {
  private static let words = GeneratedWord.allCases.map(\.rawValue)

  static func check(_ text: String, _ name: String, in place: String, at range: SourceRange, _ findings: Findings) {
    if let type = type(text) { return checkType(type, name, in: place, at: range, findings) }
    guard text.utf8.first == UInt8(ascii: "$"), text.utf8.count < 16 else { return }
    if words.contains(text) {
      // The arguments of another endpoint are not filled in by the call that begins.
      guard place.contains(".") else { return }
      findings.warning(
        .sentLiterally, "'\(text)' is sent literally here; make it the default of a parameter of that endpoint", at: range)
    } else if text.dropFirst().allSatisfy(\.isLowercase), let nearest = findings.nearest(to: text, among: words) {
      findings.warning(
        .sentLiterally, "'\(text)' is sent literally; did you mean '\(nearest)'?", at: range,
        fixIts: [.init("replace the word", range: range, replacement: nearest)])
    }
  }

  private static func parameter(_ name: String, in place: String) -> String {
    name.utf8.allSatisfy(Name.isASCIIPart) && Name.isValid(name) ? "\(place).\(name)" : "\(place).x as \"\(name)\""
  }

  /// The text where it is a type of the language, `Bool?` or `[Int]`, which many write where they mean a parameter.
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
      "'\(type)' is sent literally here; declare a parameter instead: '(\(parameter) \(type))'"
        + (isBody ? ", and write '{\(name)}' here" : ""),
      at: range)
  }
}
