extension JSONDocument {
  /// Calls `body` with the name node of every member of the object `node`; the value is the next node.
  func forEachMember(_ node: Int, _ body: (Int) -> Void) {
    let end = word(node).offset
    var name = node + 1
    while name < end {
      body(name)
      name = next(name + 1)
    }
  }

  /// The value node of the member `name` of the object `node`, the last one if there are several.
  func member(_ name: String, of node: Int) -> Int? {
    if word(node).length > TapeIndexes.wide, let index = indexes.membersIfMany(node, in: self) {
      return index.value(name, in: self)
    }
    var found: Int?
    forEachMember(node) { if isText($0, name) { found = $0 + 1 } }
    return found
  }

  /// Follows the steps from `node` as far as they exist, except those from the end of an array. Returns the last node and the number of
  /// steps.
  func follow(_ steps: [JSONPath.Step], from node: Int) -> (node: Int, count: Int) {
    var node = node
    for (count, step) in steps.enumerated() {
      let word = word(node)
      switch step {
      case .member(let name):
        guard word.is(.object), let value = member(name, of: node) else { return (node, count) }
        node = value
      case .index(let index):
        guard word.is(.array), index >= 0, index < word.length else { return (node, count) }
        node = element(index, of: node)
      }
    }
    return (node, steps.count)
  }

  /// The node of element `position` of the array `node`, which has that many elements.
  func element(_ position: Int, of node: Int) -> Int {
    let word = word(node)
    if word.offset - node - 1 == word.length { return node + 1 + position }
    if position > TapeIndexes.wide { return Int(indexes.elements(node, in: self)[position]) }
    var element = node + 1
    for _ in 0..<position { element = next(element) }
    return element
  }

  /// The nodes of all elements of the array `node`.
  func elementNodes(_ node: Int) -> ContiguousArray<UInt32> {
    word(node).length > TapeIndexes.wide ? indexes.elements(node, in: self) : scanElements(node)
  }

  /// Reads the elements from the tape.
  func scanElements(_ node: Int) -> ContiguousArray<UInt32> {
    var nodes = ContiguousArray<UInt32>()
    nodes.reserveCapacity(word(node).length)
    let end = word(node).offset
    var element = node + 1
    while element < end {
      nodes.append(UInt32(truncatingIfNeeded: element))
      element = next(element)
    }
    return nodes
  }

  /// The members of the object `node` without duplicates: each name at its first place, with its last value.
  func memberNodes(_ node: Int) -> ContiguousArray<(name: UInt32, value: UInt32)> {
    if word(node).length > TapeIndexes.wide { return indexes.members(node, in: self).members }
    guard hasUniqueNames(node) else { return NameIndex(self, node).members }
    var members = ContiguousArray<(name: UInt32, value: UInt32)>()
    members.reserveCapacity(word(node).length)
    forEachMember(node) { name in
      members.append((UInt32(truncatingIfNeeded: name), UInt32(truncatingIfNeeded: name + 1)))
    }
    return members
  }

  /// Whether all names of the object `node` differ.
  func hasUniqueNames(_ node: Int) -> Bool {
    let object = word(node)
    if object.length < 2 { return true }
    if object.length > TapeIndexes.wide { return indexes.members(node, in: self).members.count == object.length }
    // A name is compared with earlier ones only if its bit is already set.
    var seen: UInt64 = 0
    var name = node + 1
    while name < object.offset {
      let word = word(name)
      let bit = nameBit(word)
      if word.is(.escaped) { return NameIndex(self, node).members.count == object.length }
      if seen & bit != 0, hasName(name, from: node + 1) { return false }
      seen |= bit
      name = next(name + 1)
    }
    return true
  }

  /// One bit of 64 for a name, by its length, its beginning and its end.
  func nameBit(_ word: TapeWord) -> UInt64 {
    var mix = head(word) &+ UInt64(word.length)
    if word.length > 8 { mix = mix &* 31 &+ bytes.eight(word.offset + word.length - 8) }
    return 1 &<< ((mix &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }

  /// Whether the same object has an earlier member with this name; its first is at `start`.
  private func hasName(_ name: Int, from start: Int) -> Bool {
    var other = start
    while other < name {
      if isSameName(other, name) { return true }
      other = next(other + 1)
    }
    return false
  }

  func isSameName(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (word(a), word(b))
    if first.is(.escaped) || second.is(.escaped) { return text(a).utf8.elementsEqual(text(b).utf8) }
    return first.length == second.length && head(first) == head(second)
      && hasSameTail(first, second)
  }

  /// Whether two strings of equal length are equal from the ninth byte on.
  @inline(__always) func hasSameTail(_ a: TapeWord, _ b: TapeWord) -> Bool {
    var i = 8
    while i < a.length {
      let at = min(i, a.length - 8)
      if bytes.eight(a.offset + at) != bytes.eight(b.offset + at) { return false }
      i += 8
    }
    return true
  }

  /// The path from `top`, by default the document, to `node`, such as `data.list[0].name`; empty for the top.
  func path(to node: Int, from top: Int = 0) -> JSONPath {
    var path = JSONPath()
    var at = top
    while at != node, word(at).isContainer {
      let isObject = word(at).kind == .object
      let end = word(at).offset
      var child = at + 1
      var position = 0
      var step: JSONPath.Step?
      while child < end {
        let value = isObject ? child + 1 : child
        let after = next(value)
        if node < after {
          step = isObject ? .member(text(child)) : .index(position)
          at = value
          break
        }
        child = after
        position += 1
      }
      guard let step else { break }
      path.steps.append(step)
    }
    return path
  }
}
