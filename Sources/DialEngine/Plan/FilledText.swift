package import DialMessage

/// A text of the spec with the variables of a client filled in. What is left open are arguments of a call.
package final class FilledText: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    /// The slot of an argument; nil where no parameter has the name, so that it is always absent.
    case argument(Int?)
  }

  let pieces: [Piece]
  /// What to report whenever the text is needed.
  let problems: [Problem]
  /// The whole text, where no call can change it.
  let constant: String?

  /// Of the arguments that stand in it.
  var slots: [Int] { pieces.compactMap { if case .argument(let slot) = $0 { slot } else { nil } } }

  init(_ pieces: [Piece], problems: [Problem] = []) {
    var joined: [Piece] = []
    for piece in pieces {
      if case .literal(let before)? = joined.last, case .literal(let text) = piece {
        joined[joined.count - 1] = .literal(before + text)
      } else {
        joined.append(piece)
      }
    }
    self.pieces = joined
    self.problems = problems
    guard problems.isEmpty, joined.count <= 1 else {
      constant = nil
      return
    }
    switch joined.first {
    case nil: constant = ""
    case .literal(let text)?: constant = text
    case .argument?: constant = nil
    }
  }
}

/// Why a part of the spec cannot go into a request, known before any call. A call that needs the part reports it.
package enum Problem: Sendable {
  case fault(ArgumentFault)
  case missing(MissingVariable)
  /// A variable that is a credential of the base: a fault on another origin only.
  case credential(String)

  var isMissing: Bool {
    if case .missing = self { true } else { false }
  }
}

/// A variable that has no value, with what to do.
package struct MissingVariable: Sendable {
  var name: String
  var message: String
  var hint: String
  /// What the command says in the place of the hint.
  var commandHint: String?
}
