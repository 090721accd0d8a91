import Dial
import DialBuild
import DialEngine
import DialJSON
import DialMessage
import Foundation
import HTTPTypes
import Testing

/// Files and parts as two servers read them: httpbin (Werkzeug), and the strict library `multipart`.
struct MultipartTests {
  static let spec = """
    base: https://httpbin.org
    endpoints:
      upload: "POST multipart /post (photo? File, photos? [File], note?, tags? [String], meta?) -> JSON"
      read:   "POST multipart /read-multipart -> JSON"
      raw:    "PUT bytes /put (_ file File) -> JSON"
    """

  private func client() async throws -> Client {
    Client(try Spec.load(yaml: Self.spec), base: try await HTTPBin.shared.base)
  }

  private struct Pieces: AsyncSequence, Sendable {
    var count: Int
    struct AsyncIterator: AsyncIteratorProtocol {
      var left: Int
      mutating func next() async -> [UInt8]? {
        guard left > 0 else { return nil }
        left -= 1
        return Array("0123456789".utf8)
      }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(left: count) }
  }

  /// Returns a file that is removed after the test.
  private func temporary(_ bytes: Data) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString).bin").path
    try bytes.write(to: URL(filePath: path))
    return path
  }

  @Test func aFileThatIsNotThereIsNotSent() async throws {
    let client = try await client()
    let error = try await failure { _ = try await client.upload(photo: File("/nowhere/a.jpg")) }
    #expect(error.code == .io && error.attempts == 0)
    #expect(error.message == "cannot send the file '/nowhere/a.jpg': it does not exist")
  }

  @Test func httpbinReadsParts() async throws {
    let value = try await client().upload(
      photo: File(bytes: Array("hi".utf8), filename: "a.txt"), note: "é \"x\"\r\n", tags: ["a b", "c&d"], meta: ["k": [1]] as JSON)
    #expect(value.files == ["photo": "hi"])
    #expect(value.form == ["meta": #"{"k":[1]}"#, "note": "é \"x\"\r\n", "tags": ["a b", "c&d"]])
  }

  @Test func httpbinReadsFilesFromDisk() async throws {
    let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let path = try temporary(bytes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let value = try await client().upload(photo: File(path))
    #expect(value.files.photo.asString == "data:application/octet-stream;base64,\(bytes.base64EncodedString())")
    let part = try await client().raw(File(path, range: 70_000..<140_001))
    #expect(part.data.asString == "data:application/octet-stream;base64,\(bytes[70_000..<140_001].base64EncodedString())")
    #expect(part.headers[member: "Content-Length"] == "70001")
    let several = try await client().read(photos: [File(path, range: 0..<1), File(bytes: [0x78], filename: "x"), File(path, range: 1..<2)])
    #expect((several.parts.asArray ?? []).map { $0[0] } == ["photos", "photos", "photos"])
    #expect((several.parts.asArray ?? []).map { $0[3] } == ["AA==", "eA==", "Bw=="])
  }

  @Test func httpbinReadsStreams() async throws {
    let text = String(repeating: "0123456789", count: 20_000)
    let known = try await client().raw(File(stream: Pieces(count: 20_000), length: 200_000, filename: "a.txt"))
    #expect(known.data.asString == text && known.headers[member: "Content-Length"] == "200000")
    let chunked = try await client().raw(File(stream: Pieces(count: 20_000), filename: "a.txt"))
    #expect(chunked.data.asString == text && chunked.headers[member: "Content-Type"] == "text/plain")
    let part = try await client().upload(photo: File(stream: Pieces(count: 20_000), filename: "a.txt"))
    #expect(part.files.photo.asString == text)
  }

  @Test func aStreamOfAnotherLengthIsAnError() async throws {
    for (count, word) in [(1, "shorter"), (3, "longer")] {
      let client = try await client()
      let error = try await failure { _ = try await client.raw(File(stream: Pieces(count: count), length: 20)) }
      #expect(error.message.contains("the request body is \(word) than its declared length of 20 bytes"), "\(error)")
    }
  }

  @Test(arguments: QueryTests.texts) func aStrictReaderReadsTheSame(_ text: String) async throws {
    let name = "n\(text)"
    let file = File(bytes: Array("\r\n--\(text)\u{0}".utf8), filename: "f\(text)".replacing("/", with: "_"), mimeType: "a/b")
    let value = try await client().call("read", [name: text, "~file": file, "~json": ["k": .string(text)] as JSON]).value
    let parts = try #require(value.parts.asArray).map { part in
      [part[0], part[1], part[2], .string(String(decoding: Data(base64Encoded: part[3].asString ?? "") ?? Data(), as: UTF8.self))] as JSON
    }
    let sent: [JSON] = [
      [.string(Self.read(name, linesAs: "\r\n")), .null, .null, .string(text)],
      ["~file", .string(Self.read("f\(text)".replacing("/", with: "_"), linesAs: nil)), "a/b", .string("\r\n--\(text)\u{0}")],
      ["~json", .null, "application/json", .string(JSONWriter.text(["k": .string(text)]))],
    ]
    #expect(parts == sent)
  }

  /// Returns a name as a server reads it: line ends of a field's name are CR LF, as in forms.
  private static func read(_ name: String, linesAs end: String?) -> String {
    guard let end else { return name }
    return name.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: end)
  }
}
