import CallTestSupport
import Dial
import DialJSON
import Foundation
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Files from disk, memory and sequences, and files that are not regular.
final class FileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func path(_ name: String, _ content: String) -> String {
    _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(content.utf8))
    return "\(folder)/\(name)"
  }

  private func pipe(_ content: String) -> String {
    let path = "\(folder)/pipe"
    mkfifo(path, 0o600)
    Thread.detachNewThread { try? Data(content.utf8).write(to: URL(filePath: path), options: []) }
    return path
  }

  private func prepare(_ line: String, _ file: File) throws -> Draft {
    try Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {e: \(line)}"), transport: Canned()).prepare("e", ["f": file])
  }

  private func fault(_ line: String, _ file: File) throws -> String {
    do {
      return "\(try prepare(line, file).request)"
    } catch let error as CallError {
      return "\(error.code): " + error.message.replacing(folder, with: "")
    }
  }

  private func sent(_ draft: Draft) async throws -> String {
    guard case .stream(let length, let replay, let body) = draft.request.body else { return "no stream" }
    do {
      let text = String(decoding: try await body.collect(upTo: 1 << 20), as: UTF8.self)
      return "\(length.map(String.init) ?? "some") \(replay == nil ? "once" : "again"): \(text)"
    } catch let error as TransportError {
      return "\(error.kind): " + error.message.replacing(folder, with: "")
    }
  }

  private struct Pieces: AsyncSequence, Sendable {
    var all: [[UInt8]]
    struct AsyncIterator: AsyncIteratorProtocol {
      var rest: [[UInt8]]
      mutating func next() async -> [UInt8]? { rest.isEmpty ? nil : rest.removeFirst() }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: all) }
  }

  private let stream = Pieces(all: [Array("ab".utf8), [], Array("c".utf8)])

  @Test(arguments: ["PUT bytes /x (_ f)", "POST multipart /x (f File)"])
  func refusesWhatCannotBeSent(line: String) throws {
    let line = "\"\(line)\""
    #expect(try fault(line, File("\(folder)/none")) == "io: cannot send the file '/none': it does not exist")
    #expect(try fault(line, File(folder)) == "io: cannot send the file '': it is a folder")
    #expect(
      try fault(line, File(path("a", "abc"), range: 1..<4))
        == "io: cannot send the file '/a': bytes 1 to 4 were requested, but it has 3 bytes")
    #expect(
      try fault(line, File("/dev/null", range: 0..<1))
        == "io: cannot send the file '/dev/null': it is not a regular file, so a range of it cannot be read")
  }

  @Test func refusesWhatIsTooLarge() async throws {
    let line = "{PUT: bytes /x (_ f), params: {f: {type: File, max: 2B}}}"
    #expect(try fault(line, File(path("a", "abc"))).hasSuffix("has 3 bytes, more than the maximum of 2 bytes"))
    #expect(try fault(line, File(stream: stream, length: 3)) == "arguments: the file 'data' has 3 bytes, more than the maximum of 2 bytes")
    #expect(try await sent(prepare(line, File(stream: stream))) == "io: the file 'data' has more than the maximum of 2 bytes")
    #expect(try await sent(prepare(line, File(pipe("abc")))) == "io: the file '/pipe' has more than the maximum of 2 bytes")
    let parts = "{POST: multipart /x, params: {f: {type: File, max: 2B}}}"
    #expect(try await sent(prepare(parts, File(stream: stream))) == "io: the file 'data' has more than the maximum of 2 bytes")
  }

  @Test func readsPartsAndPipes() async throws {
    let line = "'PUT bytes /x (_ f)'"
    #expect(try await sent(prepare(line, File(path("a", "abcde")))) == "5 again: abcde")
    #expect(try await sent(prepare(line, File(path("a", "abcde"), range: 1..<4))) == "3 again: bcd")
    #expect(try await sent(prepare(line, File(path("a", "abcde"), range: 5..<5))) == "0 again: ")
    #expect(try await sent(prepare(line, File(bytes: [0x61]))) == "1 again: a")
    #expect(try await sent(prepare(line, File(pipe("abc")))) == "some once: abc")
    #expect(try await sent(prepare(line, File("/dev/null"))) == "some once: ")
  }

  /// The content of a pipe is gone once it was sent. Another file of the same path can have a new writer.
  @Test func aPipeIsSentOnce() async throws {
    let line = "'PUT bytes /x (_ f)'"
    let pipe = File(pipe("abc"))
    let first = try prepare(line, pipe)
    let second = try prepare(line, pipe)
    #expect(try await sent(first) == "some once: abc")
    #expect(try await sent(second) == "io: cannot read the file '/pipe': it is a pipe, whose content was sent before; save it to a file")
    #expect(
      try fault(line, pipe) == "io: cannot send the file '/pipe': it is a pipe, whose content was sent before; save it to a file")
    let null = File("/dev/null")
    for _ in 0..<2 { #expect(try await sent(prepare(line, null)) == "some once: ") }
  }

  @Test func aFileThatShrinksIsNoShortBody() async throws {
    let draft = try prepare("'PUT bytes /x (_ f)'", File(path("a", "abcde")))
    _ = path("a", "ab")
    #expect(try await sent(draft) == "io: the file '/a' is 3 bytes shorter than expected")
  }

  @Test func aStreamIsReadOnce() async throws {
    let line = "'PUT bytes /x (_ f)'"
    let known = File(stream: stream, length: 3, filename: "a.txt")
    let draft = try prepare(line, known)
    #expect(draft.request.headers[.contentType] == "application/octet-stream" || draft.request.headers[.contentType] == "text/plain")
    #expect(try await draft.description().body == ["size": 3])
    #expect(try await sent(draft) == "3 once: abc")
    #expect(try await sent(draft) == "io: the stream was already read; it can be sent only once")
    #expect(known == known && known != File(stream: stream, length: 3, filename: "a.txt"))
    #expect(try await sent(prepare(line, File(stream: stream))) == "some once: abc")
    #expect(try await prepare(line, File(stream: stream)).description().body == ["size": JSON.null])
  }

  @Test func aPartOfUnknownLengthHasNoContentLength() async throws {
    let draft = try prepare("'POST multipart /x (f File)'", File(stream: stream, filename: "a.txt"))
    #expect(try await draft.description().parts == [["name": "f", "filename": "a.txt", "content_type": "text/plain", "size": JSON.null]])
    let text = try await sent(draft)
    #expect(text.hasPrefix("some once: --dial-") && text.contains("filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nabc\r\n--dial-"))
  }

  /// The type of a File in the declaration decides.
  @Test func aTypedBodyTakesNoFile() throws {
    let file = File(path("a", "{}"))
    for (type, phrase) in [("(id Int)", "(id Int)"), ("Int", "an integer"), ("[Int]", "[Int]")] {
      let said = try fault("'PUT /x (_ f \(type))'", file)
      #expect(said.hasPrefix("arguments: 'f' must be \(phrase), but is a file; "), "\(said)")
    }
  }

  @Test func curlReadsTheSameBytes() throws {
    func curl(_ line: String, _ file: File) throws -> String { try prepare(line, file).curl().replacing(folder, with: "") }
    let head = "curl --path-as-is -X PUT https://api.test/x -H 'Content-Type: application/octet-stream' --data-binary"
    let whole = "'PUT bytes /x (_ f)'"
    #expect(try curl(whole, File(path("a b", "abc"))) == "\(head) '@/a b'")
    #expect(try curl(whole, File(path("a b", "abc"), range: 1..<3)) == "tail -c +2 -- '/a b' | head -c 2 | \(head) @-")
    #expect(try curl(whole, File(bytes: [0xFF])) == "printf %s /w== | base64 -d | \(head) @-")
    #expect(
      try curl(whole, File(stream: stream, filename: "s")) == "# the content of the stream 's' is read from standard input\n\(head) @-")
    let parts = "curl --path-as-is -X POST https://api.test/x -F"
    let multipart = "'POST multipart /x (f [File])'"
    #expect(
      try curl(multipart, File(path("a", "abc"), range: 1..<3))
        == "tail -c +2 -- /a | head -c 2 | \(parts) 'f=@-;filename=\"a\";type=application/octet-stream'")
    let two = [File(bytes: [0xFF], filename: "a"), File(bytes: [0xFE], filename: "b"), File(bytes: [0x22], filename: "c\"")]
    let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {e: \(multipart)}"), transport: Canned())
    #expect(
      try client.prepare("e", ["f": two]).curl()
        == "# curl can read only one pipe, so the part 'f' is omitted; save it to a file and pass the file\n"
        + "printf %s /w== | base64 -d | \(parts) 'f=@-;filename=\"a\";type=application/octet-stream' "
        + "-F 'f=@-;filename=\"b\";type=application/octet-stream' -F 'f=\"\\\"\";filename=\"c\\\"\";type=application/octet-stream'")
  }
}
