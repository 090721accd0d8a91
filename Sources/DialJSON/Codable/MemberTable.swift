/// Finds members during decoding. Properties usually have the order of the members, and the objects of an array the same names.
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
  private let keys: JSONDecodingOptions.Keys
  // These properties are never changed and read at the same time, so the run-time check is not needed.
  @exclusivity(unchecked) private var members = ContiguousArray<Member>()
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var object = -1
  /// Whether no name has an escape or is repeated.
  @exclusivity(unchecked) private var isPlain = false
  /// The name nodes of the object by their names in camel case, if its names are converted.
  @exclusivity(unchecked) private var camel: [ExactName: Int] = [:]
  /// The member that was found last.
  @exclusivity(unchecked) private var last = 0

  init(_ document: JSONDocument, keys: JSONDecodingOptions.Keys) {
    self.document = document
    self.keys = keys
  }

  /// The value node of the member `name` of the object `node`, the last one if there are several.
  @inline(__always) func find(_ name: String, of node: Int) -> Int? {
    if object != node { fill(node) }
    guard isPlain else { return camel[ExactName(name)].map { $0 + 1 } ?? document.member(name, of: node) }
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
    if keys == .snake { return convert(node) }
    guard word.length <= Self.limit else { return }
    if members.count < word.length {
      members.append(contentsOf: repeatElement(Member(), count: word.length - members.count))
    }
    var table = members.mutableSpan
    var name = node + 1
    for i in 0..<word.length {
      let found = document.word(name)
      guard found.is(.string) else { return }
      let head = document.head(found)
      // An equal name may stay where it stood in the object before.
      if isSame, table[i].head == head, Int(table[i].length) == found.length, document.hasSameTail(table[i].word, found) {
        table[i].value = name + 1
      } else {
        isSame = false
        table[i] = Member(
          head: head, start: UInt32(truncatingIfNeeded: found.offset), length: UInt32(truncatingIfNeeded: found.length),
          value: name + 1)
      }
      name = document.next(name + 1)
    }
    count = word.length
    isPlain = isSame || isUnique()
  }

  /// The names of the members of an object, each once, as properties are named.
  func names(of node: Int) -> [String] {
    if object != node { fill(node) }
    return document.memberNodes(node).map { member in
      let name = document.text(Int(member.name))
      guard keys == .snake else { return name }
      return camel[ExactName(name.camelCased)] == Int(member.value) - 1 ? name.camelCased : name
    }
  }

  /// Converts the names of the object to camel case. A name that already is in camel case wins over a converted one.
  private func convert(_ node: Int) {
    camel = [:]
    let members = document.memberNodes(node).map { (text: document.text(Int($0.name)), node: Int($0.value) - 1) }
    for member in members { camel[ExactName(member.text.camelCased)] = member.node }
    for member in members where member.text.camelCased == member.text { camel[ExactName(member.text)] = member.node }
  }

  /// Whether all names differ. A name is compared with earlier ones only if its bit is already set.
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

extension String {
  /// Converts `push_reply_me` to `pushReplyMe`. Underscores at both ends are kept.
  fileprivate var camelCased: String {
    let isBlank: (Character) -> Bool = { $0 == "_" }
    guard let start = firstIndex(where: { !isBlank($0) }), let end = lastIndex(where: { !isBlank($0) }) else { return self }
    let words = self[start...end].split(separator: "_")
    guard words.count > 1, let first = words.first else { return self }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return self[..<start] + first.lowercased() + rest.joined() + self[index(after: end)...]
  }
}
