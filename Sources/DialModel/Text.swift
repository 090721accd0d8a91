package import DialSyntax

/// A text of the spec that may hold variables `${NAME}` and arguments `{name}`, taken apart once when it is read.
package struct Text: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    case variable(String)
    case argument(String)
  }

  package var pieces: [Piece]
  package var range: SourceRange

  package init(pieces: [Piece], range: SourceRange) {
    self.pieces = pieces
    self.range = range
  }

  /// The text as it stands, where nothing has to be filled in.
  package var literal: String? {
    if pieces.count == 1, case .literal(let text) = pieces[0] { return text }
    var whole = ""
    for piece in pieces {
      guard case .literal(let text) = piece else { return nil }
      whole += text
    }
    return whole
  }

  /// The name of the argument, where the text is one placeholder and nothing beside it.
  package var soleArgument: String? {
    if pieces.count == 1, case .argument(let name) = pieces[0] { name } else { nil }
  }

  package var arguments: [String] {
    pieces.compactMap { if case .argument(let name) = $0 { name } else { nil } }
  }

  package var variables: [String] {
    pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }
}

extension Text {
  /// As it was written.
  var spelling: String {
    pieces.reduce(into: "") { whole, piece in
      switch piece {
      case .literal(let text): whole += text
      case .variable(let name): whole += "${\(name)}"
      case .argument(let name): whole += "{\(name)}"
      }
    }
  }
}

/// The text of one scalar of the spec as bytes, shared by all that walk through it; every stretch has its place in the file.
package final class ScalarText {
  package let node: Node
  package let bytes: [UInt8]
  /// Found out where a place is asked for first: of a text that is right few are.
  private var places: ScalarPlaces?

  package init(_ node: Node, text: String) {
    self.node = node
    bytes = Array(text.utf8)
  }

  package func range(_ part: Range<Int>) -> SourceRange {
    if places == nil { places = ScalarPlaces(node) }
    return places?.range(of: part) ?? node.range
  }
}
