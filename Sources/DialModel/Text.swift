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
