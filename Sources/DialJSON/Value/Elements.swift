extension JSON {
  /// The elements of an array: a random access collection of ``JSON``.
  ///
  /// ```swift
  /// for user in json.data.list.asArray ?? [] { print(user.name) }
  /// ```
  public struct Elements: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
    private let array: JSON
    /// The nodes of the elements, if they are not one word each.
    private let nodes: ContiguousArray<UInt32>?
    /// The number of elements.
    public let endIndex: Int

    init?(_ json: JSON) {
      guard let count = json.elementCount else { return nil }
      array = json
      endIndex = count
      if case .node(let document, let node) = json.storage, document.word(node).offset - node - 1 != count {
        nodes = document.elementNodes(node)
      } else {
        nodes = nil
      }
    }

    /// The elements of an array literal.
    public init(arrayLiteral elements: JSON...) {
      array = .array(elements)
      nodes = nil
      endIndex = elements.count
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The element at a position from 0; it carries the layout that the array declares for it.
    public subscript(position: Int) -> JSON {
      precondition(indices.contains(position), "index out of range")
      if let nodes, case .node(let document, _) = array.storage {
        return JSON(.node(document, Int(nodes[position])), layout: array.layout?.elementLayout(position))
      }
      return array.element(position)
    }
  }
}
