import DialJSON
import Testing

@testable import DialCore

/// Whatever text goes into a place comes out of it again.
struct RoundTripTests {
  /// Random text, the same in every run: ASCII, controls, reserved characters, other scripts, pictures.
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
}
