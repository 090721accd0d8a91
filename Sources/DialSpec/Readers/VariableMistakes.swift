import DialModel
import DialSyntax

/// What looks like a variable and is none: `${A:-x}` of a shell, `${}`. It is text, and is sent as it stands.
enum VariableMistakes {
  static func check(_ text: String, at range: SourceRange, _ findings: Findings) {
    guard text.utf8.contains(UInt8(ascii: "$")), let slip = first(in: Array(text.utf8)) else { return }
    findings.warning(
      .sentLiterally,
      "'${\(slip)…' is not a valid variable and is sent literally; write '${\(slip.isEmpty ? "NAME" : slip)}' (with a fallback in 'vars:'), "
        + "or '$${' for a literal '${'", at: range)
  }

  /// `$TOKEN`, `{TOKEN}`, `$(TOKEN)`, `{{TOKEN}}`, `<TOKEN>` and `%TOKEN%`, as other tools write a variable; the name where it can only be
  /// one, in capitals or with a word such as `token`: other texts may be secrets, which are not repeated.
  static func name(in word: String) -> String? {
    for (open, close) in [("${{", "}}"), ("{{", "}}"), ("$(", ")"), ("{", "}"), ("<", ">"), ("%", "%"), ("$", "")]
    where word.hasPrefix(open) && word.hasSuffix(close) && word.utf8.count > open.utf8.count + close.utf8.count {
      let name = String(word.dropFirst(open.count).dropLast(close.count))
      guard Name.isASCII(name) else { continue }
      let isCapital = name.utf8.allSatisfy { !(0x61...0x7A).contains($0) } && name.utf8.contains { (0x41...0x5A).contains($0) }
      return isCapital || HeaderRules.soundsSecret(name) ? name : nil
    }
    return nil
  }

  /// Warns of a whole value that is written so; false where it is not.
  static func checkBare(_ word: String, at range: SourceRange, _ findings: Findings) -> Bool {
    guard let name = name(in: word) else { return false }
    findings.warning(
      .sentLiterally, "'\(word)' is sent literally; to make it a variable, write '${\(name)}'", at: range,
      fixIts: [.init("make it a variable", range: range, replacement: "${\(name)}")])
    return true
  }

  /// Warns of a word that begins with `$` and is written so; false where there is none.
  static func checkWords(_ text: String, of node: Node, _ findings: Findings) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return false }
    var isFound = false
    for word in text.split(separator: " ") where word.hasPrefix("$") {
      let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
      isFound = checkBare(String(word), at: node.range(of: start..<(start + word.utf8.count)), findings) || isFound
    }
    return isFound
  }

  /// The name behind the first `${` that begins no variable; what follows it may be a secret.
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
