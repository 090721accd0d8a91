import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Any text in a place is read back unchanged.
struct RoundTripTests {
  /// Random texts, the same in every run: ASCII, controls, reserved characters, other scripts, emoji.
  static func texts(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(state: seed)
    let ranges: [ClosedRange<UInt32>] = [0x20...0x7E, 0x00...0x1F, 0x21...0x2F, 0xA0...0x2FF, 0x4E00...0x4EFF, 0x1F600...0x1F64F]
    return (0..<count).map { _ in
      let length = Int.random(in: 1...12, using: &random)
      var text = ""
      for _ in 0..<length {
        let range = ranges.randomElement(using: &random) ?? ranges[0]
        text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "?")
      }
      return text
    }
  }

  private func prepare(_ line: String, _ text: String) throws -> PreparedRequest {
    let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {e: \"\(line)\"}"), transport: Canned())
    return try client.prepare("e", Arguments(members: [("a", .string(text))])).request
  }

  @Test func pathSegments() throws {
    for text in Self.texts(300, seed: 1) where !text.contains("\\") && !text.contains("/") {
      let url = try prepare("GET /u/{a}/end", text).url
      let segment = url.dropFirst("https://api.test/u/".count).dropLast("/end".count)
      #expect(PercentEncoding.decode(String(segment)) == text)
      #expect(segment.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "%") })
    }
  }

  @Test func queryItems() throws {
    for text in Self.texts(300, seed: 2) {
      let query = try prepare("GET /q (a)", text).url.dropFirst("https://api.test/q?a=".count)
      #expect(PercentEncoding.decode(String(query)) == text)
      #expect(query.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "%") })
    }
  }

  @Test func formMembers() throws {
    for text in Self.texts(300, seed: 3) {
      guard case .bytes(let bytes) = try prepare("POST form /f (a)", text).body else {
        Issue.record("no body for \(text)")
        return
      }
      let pairs = FormCoding.decode(String(decoding: bytes, as: UTF8.self))
      #expect(pairs.map(\.0) == ["a"] && pairs.map(\.1) == [text])
    }
  }

  @Test func jsonMembers() throws {
    for text in Self.texts(300, seed: 4) {
      guard case .bytes(let bytes) = try prepare("POST /f (a)", text).body else {
        Issue.record("no body for \(text)")
        return
      }
      #expect(try JSON(parsing: bytes).a.asString == text)
    }
  }

  @Test func namesOfForms() {
    for text in Self.texts(300, seed: 5) {
      let pairs = FormCoding.decode(FormCoding.encode([(text, "1"), ("", text)]))
      #expect(pairs.map(\.0) == [text, ""] && pairs.map(\.1) == ["1", text])
    }
  }

  @Test func parts() async throws {
    var random = SeededGenerator(state: 6)
    for text in Self.texts(200, seed: 6) {
      // Include bytes that look like a boundary.
      let bytes =
        Array("\r\n--\(text)\r\n".utf8)
        + (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let file = File(bytes: bytes, filename: text.replacing("/", with: "_"), mimeType: "a/b")
      let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {e: POST multipart /m}"), transport: Canned())
      var arguments: Arguments = ["-f": file]
      arguments.append(text, JSON.string(text))
      let request = try client.prepare("e", arguments).request
      guard case .stream(let length, _, let body) = request.body else {
        Issue.record("no body for \(text)")
        return
      }
      let sent = try await body.collect(upTo: 1 << 20)
      #expect(length == Int64(sent.count))
      let read = try MultipartReader(sent, contentType: try #require(request.headers[.contentType])).parts
      let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
      let expected = [
        MultipartReader.Part(name: "-f", filename: MultipartReader.shown(text.replacing("/", with: "_")), type: "a/b", bytes: bytes),
        MultipartReader.Part(name: MultipartReader.shown(lines), filename: nil, type: nil, bytes: Array(text.utf8)),
      ]
      #expect(read == expected, "\(text.debugDescription)")
    }
  }

  /// Random trees in a form are read back unchanged in both nestings.
  @Test(arguments: ["brackets", "dots"]) func nestedForms(nesting: String) throws {
    var random = SeededGenerator(state: 7)
    let style = "style: {arrays: indices, nesting: \(nesting)}"
    for _ in 0..<200 {
      let tree = Self.tree(depth: 3, &random)
      let spec = "base: https://api.test\n\(style)\nendpoints: {f: POST form /f (a)}"
      let client = Client(try Spec.load(yaml: spec), transport: Canned())
      let arguments = Arguments(members: [("a", tree)])
      guard case .bytes(let bytes) = try client.prepare("f", arguments).request.body else {
        Issue.record("no body for \(tree)")
        return
      }
      #expect(FormTree.read(FormCoding.decode(String(decoding: bytes, as: UTF8.self)), nesting) == .object([("a", tree)]))
    }
  }

  /// Random trees in a query are read back unchanged in both nestings; brackets in names are encoded.
  @Test(arguments: ["brackets", "dots"]) func nestedQueries(nesting: String) throws {
    var random = SeededGenerator(state: 8)
    let spec = "base: https://api.test\nstyle: {objects: nest, arrays: indices, nesting: \(nesting)}\nendpoints: {q: GET /q (a)}"
    let client = Client(try Spec.load(yaml: spec), transport: Canned())
    for _ in 0..<200 {
      let tree = Self.tree(depth: 3, &random)
      let query = try client.prepare("q", Arguments(members: [("a", tree)])).request.url.dropFirst("https://api.test/q?".count)
      let pairs = query.split(separator: "&").map { item in
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { PercentEncoding.decode(String($0)) }
        return (parts[0], parts[1])
      }
      #expect(FormTree.read(pairs, nesting) == .object([("a", tree)]))
      #expect(query.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || "%&=".utf8.contains($0) })
    }
  }

  /// Nonempty objects and arrays of texts.
  private static func tree(depth: Int, _ random: inout SeededGenerator) -> JSON {
    let words = ["a", "b c", "é", "x&y=z", "d%20", "+"]
    let count = Int.random(in: 1...3, using: &random)
    switch depth == 0 ? 0 : Int.random(in: 0...2, using: &random) {
    case 0: return .string(words.randomElement(using: &random) ?? "")
    case 1: return .array((0..<count).map { _ in tree(depth: depth - 1, &random) })
    default: return .object((0..<count).map { ("k\($0)é&", tree(depth: depth - 1, &random)) })
    }
  }
}
