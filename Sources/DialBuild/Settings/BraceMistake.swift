import DialModel
import DialSyntax

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
