package import DialModel
package import DialSyntax

extension Text {
  /// What in braces is a placeholder.
  package enum Placeholders: Sendable {
    /// `{name}`.
    case names
    /// `{name}` and `{name.member}`.
    case dotted
  }

  /// Reads `${NAME}`, `$${` (a literal `${`) and, where `arguments` is set, `{name}`, `{$uuid}` and `$uuid` alone. A brace that does not enclose just a
  /// name is text.
  package init(_ text: String, range: SourceRange, arguments: Bool) {
    self.init(text, range: range, placeholders: arguments ? .names : nil)
  }

  /// The same, with placeholders of a kind; nil for none.
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
      } else if placeholders == .names, bytes[at] == UInt8(ascii: "{"),
        let word = GeneratedWord.allCases.first(where: { bytes[(at + 1)...].starts(with: ($0.rawValue + "}").utf8) })
      {
        flush()
        pieces.append(.generated(word))
        at += 2 + word.rawValue.utf8.count
        continue
      } else if let placeholders, bytes[at] == UInt8(ascii: "{"),
        let name = Text.name(in: bytes, from: at + 1, mayHaveDots: placeholders == .dotted)
      {
        flush()
        pieces.append(.argument(name))
        at += 2 + name.utf8.count
        continue
      }
      literal.append(bytes[at])
      at += 1
    }
    flush()
    self.init(pieces: pieces, range: range)
  }

  /// The name that begins at `start` and is closed by `}`; nil where it is no name.
  private static func name(in bytes: [UInt8], from start: Int, mayHaveDots: Bool = false) -> String? {
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
