import DialModel
import DialSyntax

/// Text that looks like a variable but is not: `${A:-x}` of a shell, `${}`. It is sent unchanged.
enum VariableMistakes {
  static func check(_ text: String, at range: SourceRange, _ findings: Findings) {
    guard text.utf8.contains(UInt8(ascii: "$")), let slip = first(in: Array(text.utf8)) else { return }
    findings.warning(
      .sentLiterally,
      "'${\(slip)…' begins no variable and is sent as it stands: write '${\(slip.isEmpty ? "NAME" : slip)}' (a fallback belongs to 'vars:'), "
        + "or '$${' for the text", at: range)
  }

  /// Returns the name after the first `${` that is not a variable. The text after it may be a secret.
  private static func first(in bytes: [UInt8]) -> String? {
    var at = 0
    while at + 1 < bytes.count {
      if bytes[at...].starts(with: "$${".utf8) {
        at += 3
        continue
      }
      guard bytes[at...].starts(with: "${".utf8) else {
        at += 1
        continue
      }
      let name = bytes[(at + 2)...].prefix(while: Name.isPart)
      let isClosed = name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: "}")
      let word = String(decoding: name, as: UTF8.self)
      guard isClosed, Name.isValid(word) else {
        return Name.isValid(word) ? word : ""
      }
      at = name.endIndex + 1
    }
    return nil
  }
}
