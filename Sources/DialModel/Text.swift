package import DialSyntax

/// A text of the spec with variables `${NAME}` and arguments `{name}`, parsed once.
package struct Text: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    case variable(String)
    /// An argument: as it is, or percent-encoded as a target does for this operator.
    case argument(String, URITemplate.Operator?)
    case generated(GeneratedWord)
  }

  /// The maximum size of texts after their variables and arguments are filled in. A spec is untrusted input: it can use a long one often.
  package static let maxFilledBytes = 4 << 20

  package var pieces: [Piece]
  package var range: SourceRange

  package init(pieces: [Piece], range: SourceRange) {
    self.pieces = pieces
    self.range = range
  }

  package var literal: String? {
    if pieces.count == 1, case .literal(let text) = pieces[0] { return text }
    var whole = ""
    for piece in pieces {
      guard case .literal(let text) = piece else { return nil }
      whole += text
    }
    return whole
  }

  /// The name of the argument, if the text is exactly one placeholder without an operator.
  package var soleArgument: String? {
    if pieces.count == 1, case .argument(let name, nil) = pieces[0] { name } else { nil }
  }

  /// The word, if the text is only a generated value.
  package var soleGenerated: GeneratedWord? {
    if pieces.count == 1, case .generated(let word) = pieces[0] { word } else { nil }
  }

  package var arguments: [String] {
    pieces.compactMap { if case .argument(let name, _) = $0 { name } else { nil } }
  }

  /// The names of arguments, each with its placeholder as it is written.
  package var placeholders: [(name: String, text: String)] {
    pieces.compactMap { if case .argument(let name, let operation) = $0 { (name, "{\(operation?.sign ?? "")\(name)}") } else { nil } }
  }

  package var variables: [String] {
    pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  package var spelling: String {
    pieces.reduce(into: "") { whole, piece in
      switch piece {
      case .literal(let text): whole += text
      case .variable(let name): whole += "${\(name)}"
      case .argument(let name, let operation): whole += "{\(operation?.sign ?? "")\(name)}"
      case .generated(let word): whole += pieces.count == 1 ? word.rawValue : "{\(word.rawValue)}"
      }
    }
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

  /// Returns a text that is read as the given one, literally.
  ///
  /// - Parameter arguments: whether braces have a meaning where it will be read.
  package static func escaped(_ text: String, arguments: Bool = true) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let parts = text.split(separator: "${", omittingEmptySubsequences: false)
    // `$${` takes its brace along.
    return parts.map { arguments ? String($0).replacing("{", with: "{{") : String($0) }.joined(separator: "$${")
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

  /// Returns the range from the first `${` that does not begin a variable to the end of the text; nil if there is none.
  package static func strayVariable(in text: String) -> Range<Int>? {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return nil }
    let bytes = Array(text.utf8)
    var at = 0
    while at + 1 < bytes.count {
      if bytes[at...].starts(with: "$${".utf8) {
        at += 3
        continue
      }
      if bytes[at...].starts(with: "${".utf8) {
        guard let name = name(in: bytes, from: at + 2) else { return at..<bytes.count }
        at += 2 + name.utf8.count
      }
      at += 1
    }
    return nil
  }

  /// Whether a text can contain an escaped brace. `contains` is generic code, and slower than the rest of the reader.
  package static func holdsEscape(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return true }
      previous = byte
    }
    return false
  }

  /// Whether a brace is the first of an escaped one, `{{`. That of `${{` belongs to a variable with a mistake.
  package static func isEscape(_ bytes: [UInt8], at: Int) -> Bool {
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
  package static func name(in bytes: [UInt8], from start: Int, mayHaveDots: Bool = false) -> String? {
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

/// The bytes of one scalar of the spec, shared by all its readers. Every range has its place in the file.
package final class ScalarText {
  package let node: Node
  package let bytes: [UInt8]
  private let places: ScalarPlaces

  package init(_ node: Node, text: String) {
    self.node = node
    bytes = Array(text.utf8)
    places = ScalarPlaces(node)
  }

  package func range(_ part: Range<Int>) -> SourceRange { places.range(of: part) }
}

/// A value that is generated once per call: as a default, or alone in a text; `{$uuid}` inside of one.
package enum GeneratedWord: String, CaseIterable, Sendable {
  /// A random UUID (RFC 9562 version 4).
  case uuid = "$uuid"
  /// The current time in RFC 3339.
  case now = "$now"
  /// The current time in seconds since 1970.
  case timestamp = "$timestamp"
}
