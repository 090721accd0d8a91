#if canImport(Glibc)
  import Glibc
#endif

/// Memory for the words of a tape, which whoever has it last must free. Not a type that frees itself: 6.3.1 forgets to where an error is
/// thrown past it.
struct RawWords<Word: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Word>
  let capacity: Int

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
    if capacity >= Self.large { useLargePages() }
  }

  /// The words of a text of some 32 MB: from there on first touching memory page by page is a good part of the work.
  private static var large: Int { 16 << 20 }

  /// Asks for large pages, where the system gives them to those who ask: a text of 100 MB is parsed in two thirds of the time.
  private func useLargePages() {
    #if canImport(Glibc)
      let page = 2 << 20
      let start = (Int(bitPattern: base) + page - 1) & -page
      let end = (Int(bitPattern: base) + capacity * MemoryLayout<Word>.stride) & -page
      // It is right: it lies inside of what was allocated, and advice changes no byte. What was refused is as it was.
      if start < end { _ = madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
    #endif
  }

  func free() { base.deallocate() }

  @inline(__always) subscript(index: Int) -> Word {
    get {
      assert(index >= 0 && index < capacity)
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < capacity)
      base[index] = newValue
    }
  }
}
