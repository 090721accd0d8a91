/// Finds the members of one object after the other for a decoding: properties mostly come in the order of the members,
/// and the objects of an array mostly have the same names. Only objects with few plain names have a table.
final class MemberTable {
  /// The largest number of members of an object with a table.
  static let limit = 48

  /// A name by its first eight bytes and its place in the text, and its value.
  private struct Member {
    var head: UInt64 = 0
    var start: UInt32 = 0
    var length: UInt32 = 0
    var value = 0

    @inline(__always) var word: TapeWord { TapeWord(.string, length: Int(length), offset: Int(start)) }
  }

  private let document: JSONDocument
  // The properties that change are never changed and read at once, so their accesses are not checked for that.
  @exclusivity(unchecked) private var members = ContiguousArray<Member>()
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var object = -1
  /// Whether no name has an escape, and none comes twice.
  @exclusivity(unchecked) private var isPlain = false
  /// The member that was found last.
  @exclusivity(unchecked) private var last = 0

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The value node of the member `name` of the object `node`, the last one if there are several.
  @inline(__always) func find(_ name: String, of node: Int) -> Int? {
    if object != node { fill(node) }
    guard isPlain else { return document.member(name, of: node) }
    return RawName.of(name) { name -> Int? in
      let start = last
      if start < count, isMember(start, name) { return members[start].value }
      if start + 1 < count, isMember(start + 1, name) {
        last = start + 1
        return members[start + 1].value
      }
      return search(name)
    }
  }

  private func search(_ name: RawName) -> Int? {
    for i in 0..<count where isMember(i, name) {
      last = i
      return members[i].value
    }
    return nil
  }

  @inline(__always) private func isMember(_ i: Int, _ name: RawName) -> Bool {
    guard members[i].head == name.head, Int(members[i].length) == name.count else { return false }
    return name.count <= 8 || name.hasTail(document.bytes, at: Int(members[i].start))
  }

  /// Reads the names of the object.
  private func fill(_ node: Int) {
    let word = document.word(node)
    var isSame = word.length == count && isPlain
    object = node
    last = 0
    isPlain = false
    count = 0
    guard word.length <= Self.limit else { return }
    if members.count < word.length {
      members.append(contentsOf: repeatElement(Member(), count: word.length - members.count))
    }
    var name = node + 1
    for i in 0..<word.length {
      let found = document.word(name)
      guard found.is(.string) else { return }
      let head = document.head(found)
      if isSame {
        isSame =
          members[i].head == head && Int(members[i].length) == found.length
          && document.hasSameTail(members[i].word, found)
      }
      members[i] = Member(
        head: head, start: UInt32(truncatingIfNeeded: found.offset), length: UInt32(truncatingIfNeeded: found.length),
        value: name + 1)
      name = document.next(name + 1)
    }
    count = word.length
    isPlain = isSame || isUnique()
  }

  /// Whether no name comes twice: a name is compared with those before it only where its bit is not new.
  private func isUnique() -> Bool {
    var seen: UInt64 = 0
    for i in 0..<count {
      let bit = document.nameBit(members[i].word)
      if seen & bit != 0 {
        for j in 0..<i where members[j].head == members[i].head && members[j].length == members[i].length {
          if document.hasSameTail(members[j].word, members[i].word) { return false }
        }
      }
      seen |= bit
    }
    return true
  }
}
