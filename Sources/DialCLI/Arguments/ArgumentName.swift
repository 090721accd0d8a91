import DialEngine
import DialModel

/// The name of an argument with the way into it: `user.tags[0]`, `query.id`, `_`.
struct ArgumentName: Equatable {
  /// What the binder knows: a parameter's name, with its place where it was given so.
  var argument: String
  var steps: [ArgumentStep]

  /// How many steps a name may have: as deep as `--args` may be.
  static let maxDepth = 256

  /// The whole in one spelling.
  var text: String { argument + steps.map(\.text).joined() }
}

extension ArgumentName {
  /// Reads a name as an endpoint understands it. `P.name` is a name with its place only where the endpoint declares `name` at
  /// the place P, or is open; else it is the member `name` of the parameter P.
  init(_ text: String, of model: EndpointModel?) throws(ArgumentPair.Fault) {
    var (head, steps) = try Self.split(text)
    if let model, case .member(let second)? = steps.first, Place.written.contains(where: { $0.rawValue == head }) {
      let qualified = "\(head).\(second)"
      let isDeclared = model.parameters.contains { $0.qualifiedName == qualified }
      let hasParameter = model.parameters.contains { $0.name == head }
      if isDeclared || model.isOpen, hasParameter {
        throw ArgumentPair.Fault(
          message: "'\(qualified)' is ambiguous: it is the \(Self.words(head)) parameter '\(second)' and the member '\(second)' of the parameter "
            + "'\(head)'; write \(second)=… or \(head):='{\"\(second)\": …}'")
      }
      if isDeclared || !hasParameter {
        head = qualified
        steps.removeFirst()
      }
    }
    self.init(argument: head, steps: steps)
  }

  private static func words(_ place: String) -> String { Place(rawValue: place)?.words ?? place }

  private static func split(_ text: String) throws(ArgumentPair.Fault) -> (String, [ArgumentStep]) {
    let end = text.firstIndex { $0 == "." || $0 == "[" } ?? text.endIndex
    let head = String(text[..<end])
    var steps: [ArgumentStep] = []
    var rest = text[end...]
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == "." {
        let end = rest.firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
        steps.append(.member(String(rest[..<end])))
        rest = rest[end...]
      } else {
        guard first == "[", let close = rest.firstIndex(of: "]") else { throw malformed(text) }
        let inner = rest[..<close]
        if !inner.isEmpty, inner.utf8.allSatisfy({ (48...57).contains($0) }) {
          guard let index = Int(inner), index < 100_000 else { throw ArgumentPair.Fault(message: "'\(text)': the index is out of range; the maximum is 99999") }
          steps.append(.index(index))
        } else if Int(inner) ?? 0 < 0 {
          throw ArgumentPair.Fault(message: "'\(text)': an index cannot be negative")
        } else {
          steps.append(.member(String(inner)))
        }
        rest = rest[rest.index(after: close)...]
      }
      if case .member("")? = steps.last { throw malformed(text) }
      guard steps.count <= maxDepth else {
        throw ArgumentPair.Fault(message: "'\(ArgumentPair.shown(head))' is nested deeper than \(maxDepth) levels")
      }
    }
    guard !head.isEmpty else { throw malformed(text) }
    return (head, steps)
  }

  private static func malformed(_ text: String) -> ArgumentPair.Fault {
    ArgumentPair.Fault(message: "'\(text)' is not a valid argument name; write a nested name as a.b[0]")
  }
}
