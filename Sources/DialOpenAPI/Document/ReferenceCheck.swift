import DialSyntax
import Synchronization

/// Finds references to files that are not read in what operations use. A schema behind one would be any value.
final class ReferenceCheck: Sendable {
  private struct State {
    /// The references behind which nothing is wrong.
    var whole: Set<Place> = []
    /// How many more nodes are looked at, for all operations. A document is untrusted input.
    var nodesLeft = 4_000_000
  }

  private struct Place: Hashable {
    let file: String
    let reference: String
  }

  /// Keys whose values are no part of the description.
  private static let values: Set = ["example", "examples", "default", "enum", "const", "links", "security"]
  /// Keys whose values have names instead of keys.
  private static let named: Set = [
    "properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "headers", "encoding", "mapping", "parameters",
    "responses", "schemas", "requestBodies", "dependentRequired", "dependencies",
  ]

  private let document: OpenAPIDocument
  private let state = Mutex(State())

  init(_ document: OpenAPIDocument) { self.document = document }

  /// Returns the values of a mapping in which references can stand, the last one first. References in examples are text.
  ///
  /// - Parameter isNamed: whether the mapping has names instead of keys.
  static func parts(of node: Node, isNamed: Bool) -> [(node: Node, isNamed: Bool)] {
    (node.mapping ?? []).reversed().compactMap { entry in
      if !isNamed, values.contains(entry.name) || entry.name.hasPrefix("x-") { return nil }
      return (entry.value, !isNamed && named.contains(entry.name))
    }
  }

  /// Returns why a file is not read that is named in some nodes or in what they refer to; nil if there is none.
  func fault(in nodes: [Node]) -> Diagnostic? {
    guard document.mayNameFiles else { return nil }
    return state.withLock { state in
      var (waiting, seen): ([(node: Node, isNamed: Bool)], Set<Place>) = (nodes.reversed().map { ($0, false) }, [])
      while let (node, isNamed) = waiting.popLast() {
        state.nodesLeft -= 1
        // What is not looked at has no fault.
        guard state.nodesLeft > 0 else { return nil }
        if let items = node.sequence { waiting += items.reversed().map { ($0, false) } }
        if let reference = node.reference, !isNamed {
          let place = Place(file: reference.range.file.name, reference: reference.text ?? "")
          if !state.whole.contains(place), seen.insert(place).inserted {
            do throws(Diagnostic) {
              waiting.append((try document.target(of: reference), false))
            } catch {
              if !place.reference.hasPrefix("#") { return error }
            }
          }
        }
        waiting += Self.parts(of: node, isNamed: isNamed)
      }
      state.whole.formUnion(seen)
      return nil
    }
  }
}
