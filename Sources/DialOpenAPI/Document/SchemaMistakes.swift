import DialSyntax

/// Finds what makes any value fit a schema by mistake: a reference that leads nowhere, and a word that is no type.
struct SchemaMistakes {
  /// The types of JSON Schema (2020-12 Validation section 6.1.1), and that of files in Swagger 2.0.
  private static let types: Set = ["string", "number", "integer", "boolean", "array", "object", "null", "file"]
  private static let maxFound = 1000

  private let document: OpenAPIDocument
  private var found: [Diagnostic] = []
  private var seen: Set<NodeIdentity> = []
  /// How many more nodes are looked at. A document is untrusted input.
  private var nodesLeft = 4_000_000

  private init(_ document: OpenAPIDocument) { self.document = document }

  /// Returns the mistakes in some nodes and in what they refer to, each once.
  static func all(in nodes: [Node], of document: OpenAPIDocument) -> [Diagnostic] {
    var mistakes = SchemaMistakes(document)
    mistakes.look(at: nodes)
    return mistakes.found
  }

  private mutating func look(at nodes: [Node]) {
    var waiting: [(node: Node, isNamed: Bool)] = nodes.reversed().map { ($0, false) }
    while let (node, isNamed) = waiting.popLast(), nodesLeft > 0, found.count < Self.maxFound {
      nodesLeft -= 1
      if let items = node.sequence { waiting += items.reversed().map { ($0, false) } }
      guard node.mapping != nil, seen.insert(node.identity).inserted else { continue }
      if !isNamed {
        if let reference = node.reference, let target = target(of: reference) { waiting.append((target, false)) }
        checkWords(of: node)
      }
      waiting += ReferenceCheck.parts(of: node, isNamed: isNamed)
    }
  }

  /// Returns what a reference names. Files that are not read are found by ``ReferenceCheck``.
  private mutating func target(of reference: Node) -> Node? {
    do throws(Diagnostic) {
      return try document.target(of: reference)
    } catch {
      guard reference.text?.hasPrefix("#") == true else { return nil }
      found.append(.warning(.documentReference, "\(error.message), so nothing is known of the value", at: reference.range))
      return nil
    }
  }

  private mutating func checkWords(of node: Node) {
    for key in ["$dynamicRef", "$recursiveRef"] {
      if let reference = node.value(for: key), reference.scalar != nil {
        found.append(.warning(.documentReference, "'\(key)' is not followed, so nothing is known of the value", at: reference.range))
      }
    }
    guard let type = node.value(for: "type") else { return }
    for word in type.sequence ?? [type] {
      guard let text = word.text, !Self.types.contains(text) else { continue }
      found.append(
        .warning(
          .documentType,
          "'\(text.excerpt)' is not a type, so any value fits; the types are string, number, integer, boolean, array and object",
          at: word.range))
    }
  }
}
