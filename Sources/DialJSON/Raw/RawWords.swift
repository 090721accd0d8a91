/// Memory for the words of a tape, which whoever has it last must free. Not a type that frees itself: 6.3.1 forgets to where an error is
/// thrown past it.
struct RawWords {
  private let base: UnsafeMutablePointer<UInt64>
  let capacity: Int

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func free() { base.deallocate() }

  @inline(__always) subscript(index: Int) -> TapeWord {
    get {
      assert(index >= 0 && index < capacity)
      return TapeWord(base[index])
    }
    nonmutating set {
      assert(index >= 0 && index < capacity)
      base[index] = newValue.bits
    }
  }

  /// Makes room for `more` words behind the first `count`, half as many again at least.
  mutating func grow(_ count: Int, _ more: Int) {
    let larger = RawWords(capacity: count * 3 / 2 + more)
    larger.base.update(from: base, count: count)
    free()
    self = larger
  }
}
