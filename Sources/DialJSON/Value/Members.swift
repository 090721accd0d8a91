extension JSON {
  /// The members of an object in order, each name once (at its first place, with its last value).
  ///
  /// ```swift
  /// for (name, value) in json.asObject ?? [:] { print(name, value) }
  /// ```
  public struct Members: RandomAccessCollection, Sendable, ExpressibleByDictionaryLiteral {
    private let object: JSON
    /// The nodes of the members of a document.
    private let nodes: ContiguousArray<(name: UInt32, value: UInt32)>
    /// The number of members.
    public let endIndex: Int

    init?(_ json: JSON) {
      switch json.storage {
      case .node(let document, let node) where document.word(node).kind == .object:
        nodes = document.memberNodes(node)
        endIndex = nodes.count
      case .object(let object):
        nodes = []
        endIndex = object.names.count
      default: return nil
      }
      object = json
    }

    /// The members of a dictionary literal.
    public init(dictionaryLiteral elements: (String, JSON)...) {
      object = .object(elements)
      nodes = []
      endIndex = object.memberNames.count
    }

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The member at a position from 0; its value carries the layout that the object declares for it.
    public subscript(position: Int) -> (name: String, value: JSON) {
      precondition(indices.contains(position), "index out of range")
      switch object.storage {
      case .node(let document, _):
        let name = document.text(Int(nodes[position].name))
        return (name, JSON(.node(document, Int(nodes[position].value)), layout: object.innerLayout(name)))
      case .object(let built):
        return (built.names[position], built.values[position].laid(object.innerLayout(built.names[position])))
      default: return ("", .null)
      }
    }

    /// Returns the value of the member with this name; nil if there is none.
    public subscript(name: String) -> JSON? {
      object.wireMember(name)?.laid(object.innerLayout(name))
    }
  }

  private var memberNames: [String] {
    if case .object(let object) = storage { object.names } else { [] }
  }

  fileprivate func innerLayout(_ name: String) -> JSONLayout? {
    layout?.record?.first { $0.wire.utf8.elementsEqual(name.utf8) }?.layout ?? layout?.valueLayout
  }
}
