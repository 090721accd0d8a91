/// A text of the spec with the variables of a client filled in. What is left open are arguments of a call.
struct FilledText: Sendable {
  enum Piece: Sendable {
    case literal(String)
    /// The slot of an argument; nil where no parameter has the name, so that it is always absent.
    case argument(Int?)
  }

  var pieces: [Piece] = []
  /// What to report whenever the text is needed.
  var problems: [Problem] = []

  /// The whole text, where no call can change it.
  var constant: String? {
    if !problems.isEmpty { return nil }
    if pieces.isEmpty { return "" }
    if pieces.count == 1, case .literal(let text) = pieces[0] { return text }
    return nil
  }

  mutating func append(_ text: String) {
    if case .literal(let before)? = pieces.last {
      pieces[pieces.count - 1] = .literal(before + text)
    } else {
      pieces.append(.literal(text))
    }
  }
}

/// Why a part of the spec cannot go into a request, known before any call. A call that needs the part reports it.
enum Problem: Sendable {
  case fault(String)
  case missing(MissingVariable)
  /// A variable that is a credential of the base: a fault on another origin only.
  case credential(String)
}

/// A variable that has no value, with what to do.
struct MissingVariable: Sendable {
  var message: String
  var hint: String
}
