import Synchronization

/// Indexes of the wide arrays and objects of one document, made when they are worth it: an element of a wide array is
/// found in one step, a member of a wide object by hash from the eighth look-up on.
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

  /// The nodes of the elements of the array `node`.
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

  /// The index of the object `node`.
  func members(_ node: Int, in document: JSONDocument) -> NameIndex {
    state.withLock { known in
      let state = known ?? State()
      known = state
      if let known = state.members[node] { return known }
      let index = NameIndex(document, node)
      state.members[node] = index
      return index
    }
  }

  /// Returns the index of the object `node`, if it was looked up often enough.
  func membersIfMany(_ node: Int, in document: JSONDocument) -> NameIndex? {
    state.withLock { known in
      let state = known ?? State()
      known = state
      if let known = state.members[node] { return known }
      state.lookups[node, default: 0] += 1
      guard state.lookups[node, default: 0] > 8 else { return nil }
      let index = NameIndex(document, node)
      state.members[node] = index
      state.lookups[node] = nil
      return index
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
    RawName.of(text) { $0.hash(into: &hasher) }
  }
}
