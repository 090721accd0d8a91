import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial call … -O` with a result of bytes.
@Suite struct DownloadCommandTests {
  private static func specs(_ base: String) -> [String: String] {
    [
      "files": """
      base: \(base)
      endpoints:
        get: GET /files/x.bin -> bytes
        data: GET /files/x.bin -> Data
        any: GET /files/x.bin
        missing: {GET: /files/none, accept: [201]}
      """
    ]
  }

  @Test(arguments: ["make", "lines", "make --select a", "bytes -o json", "wait", "pages --all"])
  func `a place that cannot be written is told before anything is sent`(line: String) async throws {
    let (server, folder) = (try await FileServer(size: 9, .through), try TemporaryFolder())
    let spec = """
      base: \(server.base)
      endpoints:
        make: POST /jobs (size Int = 1)
        lines: POST /lines -> lines
        bytes: POST /files/x.bin -> bytes
        wait: POST /jobs
        pages: {POST: /jobs, paginate: {next: link}}
      """
    for path in [folder.path, "\(folder.path)/none/x"] {
      let ran = await dial(line == "wait" ? "wait files wait -O" : "call files \(line) -O", [path], specs: ["files": spec])
      let hint = "hint: only bytes are written into a folder; add a file name: -O \(path)/NAME\n"
      let reason = path == folder.path ? "it is a folder" : "the folder '\(folder.path)/none' does not exist"
      #expect(ran == Ran(out: "", err: "error: cannot write '\(path)': \(reason)\n" + (path == folder.path ? hint : ""), exit: 1))
    }
    #expect(server.requests == [])
    let nameless = await dial("call files make -O", [""], specs: ["files": spec])
    #expect(nameless == Ran(out: "", err: "error: -O must be a file name or '-' for standard output, but is ''\n", exit: 2))
    await server.stop()
    folder.remove()
  }

  @Test func `a hyphen is stdout, whatever that is`() async {
    let spec = "base: https://a.test\nendpoints: {a: {GET: /a -> bytes, mock: {text: abc}}, b: {GET: /b, mock: {json: [1]}}}\n"
    for isTerminal in [false, true] {
      let bytes = await dial("call s a --mock -O -", specs: ["s": spec], terminal: isTerminal)
      #expect(bytes == Ran(out: "abc", err: "", exit: 0))
    }
    #expect(await dial("call s b --mock -O - -o jsonl", specs: ["s": spec]) == Ran(out: "1\n", err: "", exit: 0))
    #expect(await dial("call s a --mock", specs: ["s": spec], terminal: true).exit == 1)
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test func `what goes wrong leaves the old file, and nothing beside it`() async throws {
    let (server, folder) = (try await FileServer(size: 9, .through), try TemporaryFolder())
    try folder.write("x", "old")
    let specs = Self.specs(server.base)
    let refused = await dial("files missing -o raw -O", ["\(folder.path)/x"], specs: specs)
    #expect(refused.exit == 9 && refused.out.isEmpty && refused.err.contains("the server responded with 200"))
    let nowhere = await dial("files get -O", ["\(folder.path)/none/x"], specs: specs)
    #expect(
      nowhere
        == Ran(out: "", err: "error: cannot write '\(folder.path)/none/x': the folder '\(folder.path)/none' does not exist\n", exit: 1))
    #expect(server.requests == ["GET /files/none"])
    let first = await dial("files get -O", [folder.path], specs: specs)
    #expect(first == Ran(out: "", err: "note: wrote 9 bytes to '\(folder.path)/x.bin'\n", exit: 0))
    let second = await dial("files get -O", ["\(folder.path)/"], specs: specs)
    let reason =
      "error: '\(folder.path)/x.bin' already exists\nhint: to replace it, use -O \(folder.path)/x.bin\n"
    #expect(second == Ran(out: "", err: reason, exit: 1))
    #expect(folder.names == ["x", "x.bin"] && folder.bytes("x") == Array("old".utf8))
    await server.stop()
    folder.remove()
  }

  @Test(arguments: ["get -O", "data -O", "any -o raw -O", "get -o raw -O", "get -q -O"])
  func `bytes are written as they come`(words: String) async throws {
    let (server, folder) = (try await FileServer(size: 2_000_000, .cut(at: 700_000)), try TemporaryFolder())
    let ran = await dial("files \(words)", ["\(folder.path)/x"], specs: Self.specs(server.base))
    #expect(ran == Ran(out: "", err: "", exit: 0))
    #expect(folder.bytes("x") == server.file && folder.names == ["x"])
    // Unread bytes are lost with the connection.
    #expect(server.requests.count == 2 && server.requests.last?.hasPrefix("GET /files/x.bin bytes=") == true)
    await server.stop()
    folder.remove()
  }

  @Test func `a result that is taken apart is no download`() async throws {
    let (server, folder) = (try await FileServer(size: 9, .through), try TemporaryFolder())
    let specs = Self.specs(server.base)
    let ran = await dial("files any -o json -O", ["\(folder.path)/x"], specs: specs)
    #expect(ran == Ran(out: "", err: "", exit: 0))
    #expect(folder.bytes("x")?.first == UInt8(ascii: "\""))
    let none = await dial("files get -o none -O", ["\(folder.path)/y"], specs: specs)
    #expect(none.exit == 2 && folder.bytes("y") == nil)
    await server.stop()
    folder.remove()
  }

  @Test func `-v tells that a transfer was taken up again`() async throws {
    let (server, folder) = (try await FileServer(size: 2_000_000, .cut(at: 700_000)), try TemporaryFolder())
    let ran = await dial("files get -v -O", ["\(folder.path)/x"], specs: Self.specs(server.base))
    #expect(
      ran.err.contains("< HTTP 206 Partial Content\n")
        && ran.err.hasSuffix("\n* 2 requests: the transfer was interrupted and resumed\n"))
    await server.stop()
    folder.remove()
  }

  /// On a terminal, with Ctrl-C during the download, and again.
  @Test func `a download that is interrupted goes on with the next call`() async throws {
    let (server, folder) = (try await FileServer(size: 4_000_000, .stuck(at: 3_000_000)), try TemporaryFolder())
    try folder.write("files.yaml", Self.specs(server.base)["files"] ?? "")
    let environment = ["PATH": try Program.path(), "HOME": folder.path, "TERM": "xterm", "no_proxy": "*"]
    let line = "sh -c 'trap : INT; dial call files.yaml get -O x; echo exit $?; ls; echo end'"
    let terminal = try PseudoTerminal(line, in: folder.path, environment: environment, columns: 81)
    let shown = try await terminal.wait(for: "receiving [=========>   ]  75 %  3.0 of 4.0 MB")
    terminal.type("\u{3}")
    try await terminal.wait(for: "\nend", after: shown)
    let rest = String(decoding: terminal.shown[shown...], as: UTF8.self).replacing("\r\n", with: "\n")
    #expect(rest.contains("\r\u{1B}[K"))
    let note = "note: saved 3.0 of 4.0 MB in 'x.part'; run the same call again to resume"
    #expect(rest.contains("\(note)\nexit 130\nfiles.yaml  x.part  x.part.json\nend"))
    let next = try await Program.run("dial call files.yaml get -O x; echo exit $?; ls", in: folder.path)
    #expect(next == "exit 0\nfiles.yaml\nx\n")
    #expect(folder.bytes("x") == server.file)
    #expect(server.requests == ["GET /files/x.bin", "GET /files/x.bin bytes=3000000-"])
    await server.stop()
    folder.remove()
  }
}
