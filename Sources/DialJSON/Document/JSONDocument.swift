import Synchronization

/// A parsed text: its bytes and the tape over them. Nodes are indices into the tape; values are decoded when they are read.
final class JSONDocument: Sendable {
  /// The text, followed by eight zero bytes.
  let bytes: [UInt8]
  /// The words of the text. `nonisolated(unsafe)` is safe: nothing writes to them after `init`, and only `deinit` frees them.
  private nonisolated(unsafe) let tape: Tape
  let indexes = TapeIndexes()

  /// Checks the whole text (RFC 8259, UTF-8). A leading byte order mark is skipped, as RFC 8259 section 8.1 allows.
  convenience init(_ text: consuming [UInt8], limits: JSONLimits) throws(JSONError) {
    var text = text
    try self.init(taking: &text, limits: limits)
  }

  /// Parses the bytes and takes them. If they are not valid JSON, they are unchanged.
  init(taking text: inout [UInt8], limits: JSONLimits) throws(JSONError) {
    // The counts of the tape have 28 bits, and a value with its comma takes at least two bytes.
    let count = text.count
    guard count <= 1 << 29 else { throw JSONError(.size, "the text is larger than 512 MiB") }
    text.reserveCapacity(count + RawText.padding)
    for _ in 0..<RawText.padding { text.append(0) }
    do throws(ParseFailure) {
      tape = try RawText.of(text) { bytes throws(ParseFailure) in try Tape(bytes, limits: limits) }
    } catch {
      text.removeLast(RawText.padding)
      throw error.explained(text[...], limits: limits)
    }
    bytes = text
    text = []
  }

  deinit { tape.words.free() }

  @inline(__always) func word(_ node: Int) -> TapeWord {
    precondition(node >= 0 && node < tape.count)
    return tape.words[node]
  }

  /// Returns the node after `node` and all its descendants.
  @inline(__always) func next(_ node: Int) -> Int {
    let word = word(node)
    return word.isContainer ? word.offset : node + 1
  }

  /// The text of a string, or the digits of a number.
  func text(_ node: Int) -> String {
    let word = word(node)
    return word.is(.escaped) ? Escape.decode(bytes, word) : bytes.text(word.offset, word.length)
  }

  /// Whether the string `node` has just this text, compared scalar by scalar (never by canonical equivalence).
  func isText(_ node: Int, _ name: String) -> Bool {
    let word = word(node)
    if word.is(.escaped) { return text(node).utf8.elementsEqual(name.utf8) }
    return RawName.of(name) { name in
      word.length == name.count && head(word) == name.head && (word.length <= 8 || name.hasTail(bytes, at: word.offset))
    }
  }

  @inline(__always) func bool(_ node: Int) -> Bool? {
    let word = word(node)
    if word.is(.true) { return true }
    return word.is(.false) ? false : nil
  }

  @inline(__always) func string(_ node: Int) -> String? {
    let word = word(node)
    if word.is(.string) { return bytes.text(word.offset, word.length) }
    return word.is(.escaped) ? Escape.decode(bytes, word) : nil
  }

  /// Returns an array that contains only strings; otherwise nil.
  func strings(_ node: Int) -> [String]? {
    let word = word(node)
    guard word.is(.array), word.offset == node + 1 + word.length else { return nil }
    var list: [String] = []
    list.reserveCapacity(word.length)
    for element in node + 1..<word.offset {
      guard let text = string(element) else { return nil }
      list.append(text)
    }
    return list
  }

  /// A number without fraction and exponent, of up to 18 digits.
  @inline(__always) func integer(_ node: Int) -> Int? {
    let word = word(node)
    guard word.is(.integer), word.length <= 18 else { return nil }
    let isNegative = bytes[word.offset] == UInt8(ascii: "-")
    var value = 0
    for p in word.offset + (isNegative ? 1 : 0)..<word.offset + word.length { value = value &* 10 &+ Int(bytes[p] & 15) }
    return isNegative ? -value : value
  }

  /// Whether a number has no fraction and no exponent, and is not `-0`.
  @inline(__always) func isInDigits(_ node: Int) -> Bool {
    let word = word(node)
    let isNegativeZero = word.length == 2 && bytes[word.offset] == UInt8(ascii: "-") && bytes[word.offset + 1] == UInt8(ascii: "0")
    return word.is(.integer) && !isNegativeZero
  }

  @inline(__always) func isNumber(_ node: Int) -> Bool {
    let word = word(node)
    return word.is(.integer) || word.is(.number)
  }

  /// The Double nearest to a number; nil if that is infinite.
  func double(_ node: Int) -> Double? {
    guard isNumber(node) else { return nil }
    if let value = shortDouble(word(node)) { return value }
    guard let value = Double(text(node)), value.isFinite else { return nil }
    return value
  }

  /// A number without exponent whose digits fit into 53 bits. Then the digits and the power of ten are exact, and one division rounds
  /// correctly (Clinger, "How to read floating point numbers accurately", 1990).
  private func shortDouble(_ word: TapeWord) -> Double? {
    guard word.length <= 18 else { return nil }
    let isNegative = bytes[word.offset] == UInt8(ascii: "-")
    var (digits, scale, step) = (0, 1, 1)
    for p in word.offset + (isNegative ? 1 : 0)..<word.offset + word.length {
      if bytes[p] == UInt8(ascii: ".") {
        step = 10
      } else {
        guard bytes[p].isDigit else { return nil }
        digits = digits &* 10 &+ Int(bytes[p] & 15)
        scale = scale &* step
      }
    }
    guard digits <= 1 << 53 else { return nil }
    return Double(isNegative ? -1 : 1) * Double(digits) / Double(scale)
  }

  /// The first eight bytes of a string, the first one lowest; a shorter one is filled with zeros.
  @inline(__always) func head(_ word: TapeWord) -> UInt64 {
    let head = bytes.eight(word.offset)
    return word.length >= 8 ? head : head & (1 << UInt64(word.length * 8) - 1)
  }

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

  /// Follows the steps from `node` as far as they exist. Returns the last node and the number of steps.
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

/// Indexes of the wide arrays and objects of one document. An object gets its index with the eighth lookup.
struct TapeIndexes: ~Copyable {
  /// The size from which a container counts as wide.
  static let wide = 64

  /// The known indices. Not private, because Swift 6.3.1 then fails to compile the document, which stores it inline.
  final class State {
    var elements: [Int: ContiguousArray<UInt32>] = [:]
    var members: [Int: NameIndex] = [:]
    var lookups: [Int: Int] = [:]
  }

  /// nil before the first lookup: most documents are small, and are released before one.
  private let state = Mutex(State?.none)

  func elements(_ node: Int, in document: JSONDocument) -> ContiguousArray<UInt32> {
    state.withLock { known in
      let state = known ?? State()
      known = state
      if let known = state.elements[node] { return known }
      let elements = document.scanElements(node)
      state.elements[node] = elements
      return elements
    }
  }

  func members(_ node: Int, in document: JSONDocument) -> NameIndex {
    // With no lookups required, there always is an index.
    membersIfMany(node, in: document, lookups: 0) ?? NameIndex(document, node)
  }

  /// Returns the index of the object `node`, if it was looked up more than `lookups` times.
  func membersIfMany(_ node: Int, in document: JSONDocument, lookups: Int = 8) -> NameIndex? {
    state.withLock { known in
      let state = known ?? State()
      known = state
      if let known = state.members[node] { return known }
      state.lookups[node, default: 0] += 1
      guard state.lookups[node, default: 0] > lookups else { return nil }
      let index = NameIndex(document, node)
      state.members[node] = index
      state.lookups[node] = nil
      return index
    }
  }
}

/// A name that is equal to another one only if its scalars are; Swift's `String` also takes canonical equivalents.
package struct ExactName: Hashable {
  let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (a: ExactName, b: ExactName) -> Bool {
    a.text.utf8.elementsEqual(b.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    RawName.of(text) { $0.hash(into: &hasher) }
  }
}
