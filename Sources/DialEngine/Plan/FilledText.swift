import DialJSON
package import DialMessage
package import DialModel

/// A text of the spec with the variables of a client filled in. What is left open are arguments of a call.
package final class FilledText: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    /// The slot of an argument; nil where no parameter has the name, so that it is always absent.
    case argument(Int?)
    case generated(GeneratedWord)
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
    case .argument?, .generated?: constant = nil
    }
  }

  /// The text with the values of a call; nil where an argument is absent or null, or a variable is missing.
  func filled(_ value: (Int) -> JSON?, _ generated: inout GeneratedValues, _ found: inout [Problem]) -> String? {
    if let constant { return constant }
    var whole = ""
    for piece in pieces {
      switch piece {
      case .literal(let part): whole += part
      case .generated(let word): whole += ValueText.plain(generated[word]) ?? ""
      case .argument(let slot):
        guard let value = slot.flatMap(value), !value.isNull else { return nil }
        whole += ValueText.plain(value) ?? JSONWriter.text(value)
      }
    }
    found += problems
    return problems.contains(where: \.isMissing) ? nil : whole
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

/// A body written in the spec, with the variables of a client filled in.
indirect enum FilledTemplate: Sendable {
  case literal(JSON)
  /// `{x}` alone: the argument with its JSON type.
  case argument(Int?)
  /// A value that is made once per call, with its JSON type.
  case generated(GeneratedWord)
  case text(FilledText)
  case array([FilledTemplate])
  case object([(name: FilledText, value: FilledTemplate)])

  /// The value with those of a call; a member or an item whose argument is absent is left out, a lone `{x}` keeps its JSON type.
  func filled(_ value: (Int) -> JSON?, _ generated: inout GeneratedValues, _ found: inout [Problem]) -> JSON? {
    switch self {
    case .literal(let json): return json
    case .argument(let slot): return slot.flatMap(value)
    case .generated(let word): return generated[word]
    case .text(let text): return text.filled(value, &generated, &found).map { .string($0) }
    case .array(let items):
      var filled: [JSON] = []
      for item in items { if let item = item.filled(value, &generated, &found) { filled.append(item) } }
      return .array(filled)
    case .object(let members):
      var filled: [(String, JSON)] = []
      for member in members {
        if let name = member.name.filled(value, &generated, &found), let value = member.value.filled(value, &generated, &found) {
          filled.append((name, value))
        }
      }
      return .object(filled)
    }
  }
}
