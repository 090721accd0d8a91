import DialModel
import DialSyntax

/// Braces and dollar signs of a text that are neither a placeholder nor an escape.
enum TextRules {
  /// Warns of the first `${` that does not begin a variable, such as `${}` and `${A:-x}`, and is sent unchanged. Returns whether there is one.
  @discardableResult
  static func check(_ text: String, of node: Node, _ findings: Findings) -> Bool {
    guard let part = Text.strayVariable(in: text) else { return false }
    return warn(text, part, at: node.text == text ? node.range(of: part) : node.range, findings)
  }

  /// Warns about a text somewhere in a range.
  static func check(_ text: String, at range: SourceRange, _ findings: Findings) {
    if let part = Text.strayVariable(in: text) { _ = warn(text, part, at: range, findings) }
  }

  /// Shows only the name, because the rest may be a secret.
  private static func warn(_ text: String, _ part: Range<Int>, at range: SourceRange, _ findings: Findings) -> Bool {
    let rest = Array(text.utf8)[part].dropFirst(2)
    let word = String(decoding: rest.prefix(while: Name.isPart), as: UTF8.self)
    let name = Name.isValid(word) ? word : ""
    findings.warning(
      .sentLiterally,
      !name.isEmpty && !rest.contains(UInt8(ascii: "}"))
        ? "'${\(name)' has no closing '}' and is sent literally; write '${\(name)}'"
        : "'${\(name)…' is not a valid variable and is sent literally; write '${\(name.isEmpty ? "NAME" : name)}' "
          + "(with a fallback in 'vars:'), or '$${' for a literal '${'",
      at: range)
    return true
  }

  /// Reports a brace that is left over behind an escaped one: `{{name}}`. Returns whether the text cannot be used.
  static func refusesBraces(_ text: String, of node: Node, _ findings: Findings) -> Bool {
    guard Text.holdsEscape(text), let brace = LeftoverBrace(text) else { return false }
    let range = node.range(of: brace.range)
    guard brace.isPair else {
      findings.warning(
        .sentLiterally, "'{{' is a literal '{', so a '}' is left over; to send '\(brace.text)', write '\(brace.literal)'", at: range)
      return false
    }
    let message = "'\(brace.text)' is not a valid placeholder; '{{' is a literal '{', so write '\(brace.literal)' to send it"
    let fix = Diagnostic.FixIt("send '\(brace.text)'", range: range, replacement: brace.literal)
    findings.add(.finding(.error, .sentLiterally, message, at: range, fixIts: [fix]), about: .value(node, key: ""))
    return true
  }
}

/// `{{name}}` in a text with placeholders, where `{{` is a literal `{`, so that a `}` is left over.
struct LeftoverBrace {
  let range: Range<Int>
  let text: String
  /// Whether two braces close it. Otherwise a `}` somewhere behind it may be meant.
  let isPair: Bool

  /// The text with escaped braces.
  var literal: String { text.replacing("{", with: "{{") }

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
}
