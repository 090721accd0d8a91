import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `-O` with a response that has no content for the file.
@Suite struct UnchangedFileTests {
  private static let spec = """
    service: s
    base: http://a.test
    accept: [2xx, 304]
    endpoints:
      same: {GET: /x, mock: {status: 304}}
      bytes: {GET: /x -> bytes, mock: {status: 304}}
      none: {GET: /x, mock: {status: 204}}
      void: {DELETE: /x -> Void, mock: {status: 204}}
      empty: {GET: /x -> bytes, mock: {text: ""}}
      lines: {GET: /x -> lines, mock: {status: 304}}
      noLines: {GET: /x -> lines, mock: {status: 204}}
      feed: {GET: /x -> events, mock: {status: 204}}
      pages: {GET: "/x (page Int = 1)", paginate: {page: page}, mock: {status: 304}}
      noPages: {GET: "/x (page Int = 1)", paginate: {page: page}, mock: {status: 204}}
      emptyLines: {GET: /x -> lines, mock: {text: ""}}
      middle: {GET: "/x (page Int = 1)", paginate: {page: page}, mock: [{json: [1]}, {status: 304}]}
      last: {GET: "/x (page Int = 1)", paginate: {page: page}, mock: [{json: [1]}, {status: 204}]}
    """

  @Test(arguments: [
    ("same", 304), ("same -o raw", 304), ("same -o json", 304), ("bytes", 304), ("none", 204), ("none -o csv", 204), ("void", 204),
    ("lines", 304), ("lines -o json", 304), ("lines -o csv", 304), ("lines -o raw", 304), ("noLines", 204), ("noLines -o table", 204),
    ("feed", 204), ("feed -o jsonl", 204), ("feed -o raw", 204), ("pages --all", 304), ("pages --all -o csv", 304),
    ("pages --max-items 2", 304), ("noPages --all", 204), ("noPages --all -o jsonl", 204), ("middle --all", 304),
  ])
  func theFileStays(line: String, status: Int) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", "old")
    let ran = await dial("call s \(line) --mock -H If-None-Match:x -O", [path], specs: ["s": Self.spec])
    #expect(ran == Ran(out: "", err: "note: the response with status \(status) has no content; '\(path)' is unchanged\n", exit: 0))
    #expect(try folder.read("x") == "old")
    let quiet = await dial("call s \(line) --mock -H If-None-Match:x -q -O", [folder.path + "/y"], specs: ["s": Self.spec])
    #expect(quiet == Ran(out: "", err: "", exit: 0) && folder.names == ["x"])
    let other = await dial("call s \(line) --mock -H If-None-Match:x -O", [folder.path + "/y"], specs: ["s": Self.spec])
    #expect(other.err == "note: the response with status \(status) has no content; '\(folder.path)/y' was not written\n")
  }

  @Test func anEmptyBodyIsContent() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", "old")
    for (line, content) in [("empty", ""), ("last --all", "[1]\n"), ("emptyLines", ""), ("emptyLines -o json", "[]\n")] {
      #expect(await dial("call s \(line) --mock -O", [path], specs: ["s": Self.spec]) == Ran(out: "", err: "", exit: 0))
      #expect(try folder.read("x") == content)
    }
  }
}
