/// The members of a large object by name: a hash table with a new seed in each process, so that a text cannot force collisions.
struct NameIndex {
  /// The members without duplicates: each name at its first place, with its last value.
  private(set) var members = ContiguousArray<(name: UInt32, value: UInt32)>()
  /// The index of the member plus 1; 0 if free. At least twice as many as members.
  private var slots: ContiguousArray<UInt32>

  init(_ document: JSONDocument, _ node: Int) {
    let count = document.word(node).length
    members.reserveCapacity(count)
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    document.forEachMember(node) { name in
      var slot = document.nameHash(name) & (size - 1)
      while slots[slot] != 0 {
        let place = Int(slots[slot]) - 1
        if document.isSameName(Int(members[place].name), name) {
          members[place].value = UInt32(truncatingIfNeeded: name + 1)
          return
        }
        slot = (slot + 1) & (size - 1)
      }
      members.append((UInt32(truncatingIfNeeded: name), UInt32(truncatingIfNeeded: name + 1)))
      slots[slot] = UInt32(truncatingIfNeeded: members.count)
    }
  }

  func value(_ name: String, in document: JSONDocument) -> Int? {
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      let member = members[Int(slots[slot]) - 1]
      if document.isText(Int(member.name), name) { return Int(member.value) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  fileprivate static func hash(_ name: String) -> Int {
    RawName.of(name) { name in
      var hasher = Hasher()
      name.hash(into: &hasher)
      return hasher.finalize()
    }
  }
}

extension JSONDocument {
  fileprivate func nameHash(_ node: Int) -> Int {
    let word = word(node)
    if word.is(.escaped) { return NameIndex.hash(text(node)) }
    var hasher = Hasher()
    hasher.combine(head(word))
    var i = 8
    while i < word.length {
      hasher.combine(bytes.eight(word.offset + min(i, word.length - 8)))
      i += 8
    }
    hasher.combine(word.length)
    return hasher.finalize()
  }
}
