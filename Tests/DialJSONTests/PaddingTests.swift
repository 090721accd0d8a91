import Testing

@testable import DialJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The padding of the parser.
struct PaddingTests {
  /// The padding ends at a page that cannot be read.
  @Test func readsNothingBehindThePadding() throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0))
    defer { munmap(memory, 2 * page) }
    try #require(mprotect(memory + page, page, PROT_NONE) == 0)
    // Safe: the page lives until the end of the test.
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    for (front, fill, back) in [
      ("[[1],\"", "a", "\"]"), ("[[1],", " ", "-12.5]"), ("[[1]", ",true", "]"), ("[[1],\"", "\\\\", "\"]"), ("[[1],\"", "元", "\"]"),
    ] {
      for count in 0..<200 {
        let text = Array((front + String(repeating: fill, count: count) + back).utf8)
        for length in [text.count, text.count - 1] {
          let start = bytes + page - RawText.padding - length
          for (i, byte) in text.prefix(length).enumerated() { start[i] = byte }
          for i in 0..<RawText.padding { start[length + i] = 0 }
          let tape = try? Tape(RawText(base: UnsafePointer(start), end: length), limits: JSONLimits())
          tape?.words.free()
          #expect((tape != nil) == (length == text.count))
        }
      }
    }
  }
}
