import DialJSON
import TestSupport
import Testing

/// Random texts and values from fixed seeds.
@Suite struct StressTests {
  static func value(_ dice: inout SeededGenerator, depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &dice) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &dice))
    case 2: return JSON(Int.random(in: .min ... .max, using: &dice))
    case 3: return JSON(Double(bitPattern: dice.next())) ?? 0
    case 4, 5: return .string(text(&dice))
    case 6: return .array((0..<Int.random(in: 0..<6, using: &dice)).map { _ in value(&dice, depth: depth - 1) })
    default:
      let count = Int.random(in: 0..<30, using: &dice)
      return .object((0..<count).map { _ in (text(&dice), value(&dice, depth: depth - 1)) })
    }
  }

  static func text(_ dice: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<20, using: &dice) {
      let ranges: [Range<UInt32>] = [
        0..<0x20, 0x20..<0x7F, 0x20..<0x7F, 0x80..<0x800, 0xD000..<0xF000, 0x10000..<0x110000,
      ]
      let range = ranges[Int.random(in: 0..<ranges.count, using: &dice)]
      text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &dice)) ?? "\\")
    }
    return text
  }

  @Test(arguments: 0..<8) func valuesSurviveTheRoundTrip(_ seed: UInt64) throws {
    var dice = SeededGenerator(state: seed)
    for _ in 0..<60 {
      let json = Self.value(&dice, depth: 4)
      let text = JSONWriter.text(json)
      let read = try JSON(parsing: text)
      #expect(JSONWriter.text(read) == text)
      #expect(read == json && json == read && read.hashValue == json.hashValue)
      let indented = try JSON(parsing: JSONWriter.text(json, indent: 3))
      #expect(JSONWriter.text(indented) == text)
      #expect(JSONWriter.text(try json.decode(JSON.self)) == text)
    }
  }

  @Test(arguments: 0..<8) func randomBytesNeverCrash(_ seed: UInt64) throws {
    var dice = SeededGenerator(state: seed &+ 100)
    let alphabet = Array("[]{}\",:\\u0123456789eE+-.truefalsnd \n".utf8) + [0xC3, 0xA9, 0xFF, 0x00, 0xF0, 0x9F]
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<40, using: &dice)
      let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &dice)] }
      do throws(JSONError) {
        let json = try JSON(parsing: bytes)
        #expect(try JSON(parsing: JSONWriter.bytes(json)) == json)
      } catch {
        #expect((0...count).contains(error.offset ?? -1))
      }
    }
  }

  @Test(arguments: 0..<4) func brokenTextsNeverCrash(_ seed: UInt64) {
    var dice = SeededGenerator(state: seed &+ 200)
    for _ in 0..<60 {
      let whole = JSONWriter.bytes(Self.value(&dice, depth: 3))
      for _ in 0..<20 {
        var bytes = whole
        bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        if Bool.random(using: &dice) { bytes.removeLast(Int.random(in: 0...min(9, bytes.count), using: &dice)) }
        if let json = try? JSON(parsing: bytes) { _ = JSONWriter.text(json) }
      }
    }
  }

  @Test(arguments: 0..<4) func randomExpressionsNeverCrash(_ seed: UInt64) throws {
    var dice = SeededGenerator(state: seed &+ 300)
    let parts = [
      "a", "b", ".", "[", "]", "[0]", "[*]", "[]", "[?", "*", "@", "&", "|", "||", "&&", "!", "(", ")", "{", "}", ":",
      ",", "==", "<", "`1`",
      "'x'", "\"a\"", "length(", "sort_by(", "max(", "[1:-1]", " ",
    ]
    let json: JSON = ["a": [1, 2, ["b": "x"]], "b": ["a": nil]]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1..<9, using: &dice)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &dice)]
      }.joined()
      if let expression = try? JMESPath(text) {
        _ = try? expression.select(json)
        _ = expression.firstMissing(in: json)
      }
      _ = json[text]
    }
  }
}
