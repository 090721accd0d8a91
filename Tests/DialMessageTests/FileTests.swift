import DialMessage
import TestSupport
import Testing

/// What is known of a file before it is read.
struct FileTests {
  @Test func theSizeOfAFile() throws {
    let folder = try TemporaryFolder(["a": "abc", "b": ""])
    #expect(try File(folder.path + "/a").measure().get() == 3)
    #expect(try File(folder.path + "/b").measure().get() == 0)
  }

  #if os(Linux)
    /// The files of /proc have a size of 0, and content.
    @Test func aFileWithoutASizeIsReadToItsEnd() async throws {
      let file = File("/proc/self/status")
      #expect(try file.measure().get() == nil)
      guard case .stream(nil, _?, let body) = file.body(length: nil) else { return #expect(Bool(false)) }
      #expect(try await !body.collect(upTo: 1 << 20).isEmpty)
    }
  #endif
}
