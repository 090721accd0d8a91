import Synchronization

/// Indexes of the wide arrays and objects of one document, made when they are worth it: an element of a wide array is
/// found in one step, a member of a wide object by hash from the eighth look-up on.
final class TapeIndexes: Sendable {
  /// The size from which a container counts as wide.
  static let wide = 64

  private struct State {
    var elements: [Int: ContiguousArray<UInt32>] = [:]
    var members: [Int: NameIndex] = [:]
    var lookups: [Int: Int] = [:]
  }

  private let state = Mutex(State())

  /// The node of element `position` of the array `node`.
  func element(_ position: Int, of node: Int, in document: JSONDocument) -> Int {
    state.withLock { state in
      if state.elements[node] == nil { state.elements[node] = document.elementNodes(node) }
      return Int(state.elements[node]?[position] ?? 0)
    }
  }

  /// The value node of the member `name` of the object `node`: nil if the object is not indexed yet, else the answer.
  func member(_ name: String, of node: Int, in document: JSONDocument) -> Int?? {
    state.withLock { state -> Int?? in
      if let index = state.members[node] { return .some(index.value(name, in: document)) }
      state.lookups[node, default: 0] += 1
      guard state.lookups[node, default: 0] > 8 else { return nil }
      let index = NameIndex(document, node)
      state.members[node] = index
      return .some(index.value(name, in: document))
    }
  }
}

/// A name that is equal to another one only if its scalars are; Swift's `String` also takes canonical equivalents.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (a: ExactName, b: ExactName) -> Bool {
    a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var (word, count) = (0 as UInt64, 0)
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }
}
