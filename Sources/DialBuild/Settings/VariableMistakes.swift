import DialModel
import DialSyntax

/// Text that looks like a variable but is not: `${A:-x}` of a shell, `${}`. It is sent unchanged.
enum VariableMistakes {
  /// Warns of the first `${` that is not a variable. Returns whether the intended variable is clear.
  @discardableResult
  static func check(_ text: String, of node: Node, _ findings: Findings) -> Bool {
    guard let slip = Slip(text) else { return false }
    let isPlaced = node.text == text
    return report(slip, at: isPlaced ? node.range(of: slip.range) : node.range, whole: isPlaced, findings)
  }

  /// Warns about a text somewhere in a range.
  @discardableResult
  static func check(_ text: String, at range: SourceRange, _ findings: Findings) -> Bool {
    Slip(text).map { report($0, at: range, whole: text.utf8.count == $0.range.count, findings) } ?? false
  }

  private static func report(_ slip: Slip, at range: SourceRange, whole: Bool, _ findings: Findings) -> Bool {
    guard let meant = slip.meant else {
      let name = slip.name.isEmpty ? "NAME" : slip.name
      guard !slip.isOpen else {
        findings.warning(.sentLiterally, "'${\(name)' has no closing '}' and is sent literally; write '${\(name)}'", at: range)
        return false
      }
      findings.warning(
        .sentLiterally,
        "'${\(slip.name)…' is not a valid variable and is sent literally; write '${\(name)}' (with a fallback in 'vars:'), "
          + "or '$${' for a literal '${'", at: range)
      return false
    }
    findings.warning(
      .sentLiterally, "'\(slip.name)' is not a valid variable and is sent literally; write '${\(meant)}'", at: range,
      fix: "make it a variable", with: whole ? "${\(meant)}" : nil)
    return true
  }

  /// A `${` that is not a variable.
  private struct Slip {
    let range: Range<Int>
    /// The text that can be shown: all of it if it consists of names, otherwise the name after `${`. The rest may be a secret.
    let name: String
    /// The intended variable, if it is clear: the last name in `${env.NAME}` and `${{ vars.NAME }}`.
    let meant: String?
    /// Whether only the closing brace is missing.
    var isOpen = false

    init?(_ text: String) {
      guard text.utf8.contains(UInt8(ascii: "$")) else { return nil }
      let bytes = Array(text.utf8)
      var at = 0
      while at + 1 < bytes.count {
        if bytes[at...].starts(with: "$${".utf8) {
          at += 3
          continue
        }
        if bytes[at...].starts(with: "${".utf8) {
          guard let name = Text.name(in: bytes, from: at + 2) else {
            self.init(bytes, at)
            return
          }
          at += 2 + name.utf8.count
        }
        at += 1
      }
      return nil
    }

    private init(_ bytes: [UInt8], _ start: Int) {
      let isDouble = bytes[start...].starts(with: "${{".utf8)
      let open = start + (isDouble ? 3 : 2)
      if let close = bytes[open...].firstRange(of: isDouble ? "}}".utf8 : "}".utf8),
        let meant = VariableMistakes.lastName(of: String(decoding: bytes[open..<close.lowerBound], as: UTF8.self))
      {
        range = start..<close.upperBound
        name = String(decoding: bytes[range], as: UTF8.self)
        self.meant = meant
      } else {
        range = start..<bytes.count
        let word = String(decoding: bytes[(start + 2)...].prefix(while: Name.isPart), as: UTF8.self)
        name = Name.isValid(word) ? word : ""
        meant = nil
        isOpen = !name.isEmpty && !bytes[open...].contains(UInt8(ascii: "}"))
      }
    }
  }

  /// Returns the last name in the syntax of another tool: `NAME` of `env.NAME`. Spaces around it are ignored.
  private static func lastName(of text: String) -> String? {
    let trimmed = text.drop { $0 == " " }
    let names = trimmed.prefix { $0 != " " }.split(separator: ".", omittingEmptySubsequences: false)
    guard trimmed.drop(while: { $0 != " " }).allSatisfy({ $0 == " " }), names.allSatisfy({ Name.isASCII(String($0)) }) else { return nil }
    return names.last.map(String.init)
  }

  /// Returns the name in `$TOKEN`, `{TOKEN}`, `$(TOKEN)`, `{{TOKEN}}`, `<TOKEN>` and `%TOKEN%`, the syntax of other tools for a variable.
  /// The name must be in capitals or contain a word such as `token`, because other texts may be secrets, which are not shown.
  static func name(in word: String) -> String? {
    for (open, close) in [("${{", "}}"), ("${", "}"), ("{{", "}}"), ("$(", ")"), ("{", "}"), ("<", ">"), ("%", "%"), ("$", "")]
    where word.hasPrefix(open) && word.hasSuffix(close) && word.utf8.count > open.utf8.count + close.utf8.count {
      guard let name = lastName(of: String(word.dropFirst(open.count).dropLast(close.count))) else { continue }
      return DoubleBraces.isCapital(name) || SecretNames.contains(name, in: .item) ? name : nil
    }
    return nil
  }

  /// Warns of a whole value in this syntax. Returns whether it is one.
  static func checkBare(_ word: String, at range: @autoclosure () -> SourceRange, _ findings: Findings) -> Bool {
    // `check` reports texts that start with `${`.
    guard !word.hasPrefix("${"), let name = name(in: word) else { return false }
    let range = range()
    findings.warning(
      .sentLiterally, "'\(word)' is sent literally; to make it a variable, write '${\(name)}'", at: range,
      fix: "make it a variable", with: "${\(name)}")
    return true
  }

  /// A place in a text costs as much as the text is long, so only so many are looked up.
  private static let maxWords = 20

  /// Warns of each word in this syntax, in texts where `{NAME}` is an argument. Returns whether there are any.
  static func checkWords(_ text: String, of node: Node, _ findings: Findings) -> Bool {
    guard text.utf8.contains(where: { "$%<{".utf8.contains($0) }) else { return false }
    var found = 0
    for word in words(text) where found < maxWords && mayBeVariable(word) {
      let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
      if checkBare(String(word), at: node.range(of: start..<(start + word.utf8.count)), findings) { found += 1 }
    }
    return found > 0
  }

  /// Warns about a text such as a body, in which only the whole text can be a variable.
  @discardableResult
  static func checkWhole(_ text: String, of node: Node, _ findings: Findings) -> Bool {
    mayBeVariable(text[...]) && checkBare(text, at: node.range(of: 0..<text.utf8.count), findings)
  }

  private static func mayBeVariable(_ word: Substring) -> Bool {
    word.utf8.first.map { "$%<".utf8.contains($0) } ?? false || word.hasPrefix("{{")
  }

  /// Splits a text into words; `{{ NAME }}` is one.
  private static func words(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var isOpen = false
    for word in text.split(separator: " ") {
      if isOpen {
        words[words.count - 1] = text[words[words.count - 1].startIndex..<word.endIndex]
      } else {
        words.append(word)
      }
      isOpen = (isOpen || word.hasPrefix("{{")) && !word.contains("}}")
    }
    return words
  }
}
