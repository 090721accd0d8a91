package import DialModel
package import DialSyntax

/// `{{name}}` in a text with placeholders: the syntax of another tool. In a spec, `{{` is a literal `{`, so a `}` is left over.
struct BraceMistake {
  let range: Range<Int>
  let text: String
  /// Whether two braces close it, as in other tools. Otherwise a `}` somewhere behind it may be meant.
  let isPair: Bool

  /// Finds the first escaped brace that two braces follow, in a text with more closing braces than opening ones; without such a pair, the
  /// text from the first escaped brace to the first extra one.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var open: [(at: Int, isEscaped: Bool)] = []
    var escaped: Int?
    var pair: Range<Int>?
    var extra: Int?
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "{") {
        let isEscaped = Text.isEscape(bytes, at: at)
        open.append((at, isEscaped))
        if isEscaped { (escaped, at) = (escaped ?? at, at + 1) }
      } else if bytes[at] == UInt8(ascii: "}") {
        let last = open.popLast()
        if last == nil, escaped != nil { extra = extra ?? at }
        if pair == nil, let last, last.isEscaped, at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "}") { pair = last.at..<(at + 2) }
      }
      at += 1
    }
    guard let escaped, let extra else { return nil }
    isPair = pair != nil
    range = pair ?? escaped..<(extra + 1)
    self.text = String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reports the braces. Returns whether the text cannot be used.
  static func refuses(_ text: String, of node: Node, _ findings: Findings) -> Bool {
    guard Text.holdsEscape(text), let mistake = BraceMistake(text) else { return false }
    return mistake.report(at: node.range(of: mistake.range), findings)
  }

  private func report(at range: SourceRange, _ findings: Findings) -> Bool {
    let literal = text.replacing("{", with: "{{")
    guard isPair else {
      findings.warning(
        .sentLiterally, "'{{' is a literal '{', so a '}' is left over; to send '\(text)', write '\(literal)'", at: range)
      return false
    }
    if let name = VariableMistakes.name(in: text) {
      return findings.refuse(
        .sentLiterally, "'\(text)' is not a valid variable; write '${\(name)}'", at: range, fix: "make it a variable", with: "${\(name)}")
    }
    var fixIts = [Diagnostic.FixIt("send '\(text)'", range: range, replacement: literal)]
    let words = text.dropFirst(2).dropLast(2).split(separator: " ").map(String.init)
    let name = words.count == 1 && Name.isValid(words[0]) ? words[0] : nil
    if let name { fixIts.append(.init("send the argument in braces", range: range, replacement: "{{{\(name)}}")) }
    return findings.refuse(
      .sentLiterally,
      "'\(text)' is not a valid placeholder; " + (name.map { "for the argument, write '{\($0)}'; " } ?? "")
        + "'{{' is a literal '{', so write '\(literal)' to send it", at: range, fixIts: fixIts)
  }
}

extension Text {
  /// The kinds of placeholders in braces.
  package enum Placeholders: Sendable {
    case names
    /// `{name}` and `{name.member}`.
    case dotted
  }

  /// Reads `${NAME}`, `$${` (a literal `${`) and, with `arguments`, `{name}`, `{+name}`, `{*name}`, `{$uuid}`, a lone `$uuid`, and `{{`
  /// (a literal `{`). Other braces are text.
  package init(_ text: String, range: SourceRange, arguments: Bool) {
    self.init(text, range: range, placeholders: arguments ? .names : nil)
  }

  package init(_ text: String, range: SourceRange, placeholders: Placeholders?) {
    let arguments = placeholders != nil
    if placeholders == .names, text.utf8.first == UInt8(ascii: "$"), let word = GeneratedWord(rawValue: text) {
      self.init(pieces: [.generated(word)], range: range)
      return
    }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "$") || arguments && $0 == UInt8(ascii: "{") }) else {
      self.init(pieces: text.isEmpty ? [] : [.literal(text)], range: range)
      return
    }
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var at = 0
    func flush() {
      if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
      literal.removeAll()
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "$") {
        if bytes[at...].starts(with: "$${".utf8) {
          literal += "${".utf8
          at += 3
          continue
        }
        if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "{"), let name = Text.name(in: bytes, from: at + 2) {
          flush()
          pieces.append(.variable(name))
          at += 3 + name.utf8.count
          continue
        }
        // The brace of an invalid variable does not start a placeholder; that of `${{id}` does.
        if at + 2 < bytes.count, bytes[at + 1] == UInt8(ascii: "{"), bytes[at + 2] != UInt8(ascii: "{") {
          literal += "${".utf8
          at += 2
          continue
        }
      } else if let placeholders, bytes[at] == UInt8(ascii: "{") {
        if Self.isEscape(bytes, at: at) {
          literal.append(bytes[at])
          at += 2
          continue
        }
        if let (piece, end) = Self.placeholder(in: bytes, from: at + 1, placeholders) {
          flush()
          pieces.append(piece)
          at = end
          continue
        }
      }
      literal.append(bytes[at])
      at += 1
    }
    flush()
    self.init(pieces: pieces, range: range)
  }

  /// Whether a text can contain an escaped brace. `contains` is generic code, and slower than the rest of the reader.
  static func holdsEscape(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return true }
      previous = byte
    }
    return false
  }

  /// Whether a brace is the first of an escaped one, `{{`. That of `${{` belongs to a variable with a mistake.
  static func isEscape(_ bytes: [UInt8], at: Int) -> Bool {
    at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "{") && !(at > 0 && bytes[at - 1] == UInt8(ascii: "$"))
  }

  /// Returns the placeholder whose name or operator is at `start`, and where it ends; nil if the brace before it is text.
  private static func placeholder(in bytes: [UInt8], from start: Int, _ placeholders: Placeholders) -> (piece: Piece, end: Int)? {
    if placeholders == .names, start < bytes.count, bytes[start] == UInt8(ascii: "$") {
      let word = GeneratedWord.allCases.first { bytes[start...].starts(with: ($0.rawValue + "}").utf8) }
      return word.map { (.generated($0), start + 1 + $0.rawValue.utf8.count) }
    }
    let sign = start < bytes.count ? URITemplate.Operator(rawValue: Character(UnicodeScalar(bytes[start]))) : nil
    // The arguments of another endpoint are encoded there.
    let operation = placeholders == .names && (sign == .reserved || sign == .path) ? sign : nil
    let first = operation == nil ? start : start + 1
    guard let name = name(in: bytes, from: first, mayHaveDots: placeholders == .dotted) else { return nil }
    return (.argument(name, operation), first + name.utf8.count + 1)
  }

  /// Returns the name that begins at `start` and ends with `}`; nil if it is invalid.
  static func name(in bytes: [UInt8], from start: Int, mayHaveDots: Bool = false) -> String? {
    var end = start
    while end < bytes.count, Name.isPart(bytes[end]) || mayHaveDots && bytes[end] == UInt8(ascii: ".") { end += 1 }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: "}") else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    let isValid =
      mayHaveDots
      ? name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Name.isValid(String($0)) } : Name.isValid(name)
    return isValid ? name : nil
  }
}
