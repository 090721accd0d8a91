#if canImport(Glibc)
  import Glibc
#endif

/// Memory for the words of a tape, which the last owner must free. It does not free itself, because Swift 6.3.1 forgets to when an error
/// is thrown past it.
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

  /// Requests huge pages if the system supports that. Parsing a text of 100 MB then takes two thirds of the time.
  private func useLargePages() {
    #if canImport(Glibc)
      let page = 2 << 20
      let start = (Int(bitPattern: base) + page - 1) & -page
      let end = (Int(bitPattern: base) + capacity * MemoryLayout<Word>.stride) & -page
      // This is safe: the range is inside the allocation, and the advice changes no bytes. A refusal has no effect.
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
