import DialModel
import DialSyntax

/// Types as lines that fit the terminal: `User  (id Int, name String)`, broken at commas.
struct TypeLines {
  var width: Int?

  func lines(_ types: [(name: String, shape: String)]) -> [String] {
    types.flatMap { name, shape -> [String] in
      let whole = "\(name)  \(shape)"
      guard let width, TerminalText.width(whole) > width - 2 else { return [whole] }
      let lines = Wrap(width, indent: 6).lines(shape)
      return ["\(name)"] + lines.map { "    " + $0 }
    }
  }
}

/// Finds the named types that an endpoint uses, directly or through others.
struct TypeUses {
  private let types: TypeTable

  init(_ types: TypeTable) { self.types = types }

  func used(by endpoint: EndpointModel) -> [(name: String, shape: String)] {
    var seen: Set<String> = []
    for parameter in endpoint.parameters { collect(parameter.shape, &seen) }
    switch endpoint.result {
    case .shape(let shape), .events(let shape?), .lines(let shape?): collect(shape, &seen)
    default: break
    }
    if let failure = endpoint.failure { collect(failure, &seen) }
    return types.names.filter(seen.contains).map { ($0, types.shapes[$0]?.spelling ?? "") }
  }

  private func collect(_ shape: Shape, _ seen: inout Set<String>) {
    switch shape {
    case .named(let name): if seen.insert(name).inserted, let inner = types.shapes[name] { collect(inner, &seen) }
    case .array(let inner), .dictionary(let inner), .optional(let inner): collect(inner, &seen)
    case .record(let record): for member in record.members { collect(member.shape, &seen) }
    default: break
    }
  }
}
