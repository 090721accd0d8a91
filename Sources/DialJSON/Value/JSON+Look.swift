extension JSON {
  /// Returns the member `name` of an object, or an absent value. The name in JSON wins over the label of the declared shape
  /// (``JSONLayout``).
  public subscript(dynamicMember name: String) -> JSON { member(name) }

  /// Returns the member with any name, such as `json[member: "content-type"]`, or an absent value.
  public subscript(member name: String) -> JSON { member(name) }

  /// Returns the element at `index`, or an absent value; a negative index counts from the end.
  public subscript(index: Int) -> JSON {
    guard let count = elementCount else { return missing(.index(index)) }
    let position = index < 0 ? index + count : index
    guard position >= 0, position < count else { return missing(.index(index)) }
    return element(position)
  }

  func follow(_ steps: [JSONPath.Step]) -> JSON {
    guard case .node(let document, let node) = storage, layout == nil else { return follow(steps[...]) }
    let (end, taken) = document.follow(steps, from: node)
    return JSON(.node(document, end)).follow(steps[taken...])
  }

  private func follow(_ steps: ArraySlice<JSONPath.Step>) -> JSON {
    var json = self
    for step in steps {
      switch step {
      case .member(let name): json = json.member(name)
      case .index(let index): json = json[index]
      }
    }
    return json
  }

  func member(_ name: String) -> JSON {
    let record = layout?.record
    if let value = wireMember(name) {
      return value.laid(record?.first { $0.wire.utf8.elementsEqual(name.utf8) }?.layout ?? layout?.valueLayout)
    }
    guard let record, let position = record.firstIndex(where: { $0.label.utf8.elementsEqual(name.utf8) }) else {
      return missing(.member(name))
    }
    if elementCount != nil { return self[position] }
    return wireMember(record[position].wire)?.laid(record[position].layout) ?? missing(.member(name))
  }

  /// The member with this name on the wire, without a layout.
  func wireMember(_ name: String) -> JSON? {
    switch storage {
    case .node(let document, let node) where document.word(node).kind == .object:
      document.member(name, of: node).map { JSON(.node(document, $0)) }
    case .object(let object): object[name]
    default: nil
    }
  }

  /// The number of elements of an array; nil for every other kind.
  var elementCount: Int? {
    switch storage {
    case .node(let document, let node) where document.word(node).kind == .array: document.word(node).length
    case .array(let array): array.elements.count
    default: nil
    }
  }

  /// The number of members of an object, duplicates counted; 0 for every other kind.
  var memberCount: Int {
    switch storage {
    case .node(let document, let node) where document.word(node).kind == .object: document.word(node).length
    case .object(let object): object.names.count
    default: 0
    }
  }

  /// Returns the element at a valid position.
  func element(_ position: Int) -> JSON {
    let inner = layout?.elementLayout(position)
    switch storage {
    case .node(let document, let node):
      return JSON(.node(document, document.element(position, of: node)), layout: inner)
    case .array(let array): return array.elements[position].laid(inner)
    default: return missing(.index(position))
    }
  }

  /// Returns the value with this layout, or with its own if `layout` is nil.
  func laid(_ layout: JSONLayout?) -> JSON {
    layout == nil ? self : JSON(storage, layout: layout)
  }

  func missing(_ step: JSONPath.Step) -> JSON {
    if case .absent(let absence) = storage { return JSON(.absent(absence.then(step))) }
    return JSON(.absent(Absence(origin: self, steps: [step], reason: nil)))
  }
}
