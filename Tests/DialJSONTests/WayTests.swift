import Testing

@testable import DialJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The kernels that find tokens, each against the others and against the parser that goes byte by byte.
struct WayTests {
  private static let ways = 1...max(1, TokenPlaces.way)

  private static func tape(_ text: [UInt8], way: Int) -> [UInt64]? {
    RawText.of(text + [UInt8](repeating: 0, count: RawText.padding)) { tape($0, way: way) }
  }

  private static func tape(_ text: RawText, way: Int) -> [UInt64]? {
    let found = way > 0 ? Tape.fast(text, way: way, limits: JSONLimits()) : try? Tape.plain(text, limits: JSONLimits())
    guard let found else { return nil }
    defer { found.words.free() }
    return (0..<found.count).map { found.words[$0].bits }
  }

  /// All places that a way finds, as far as it goes, and whether nothing was wrong on the way.
  private static func places(_ text: [UInt8], way: Int, few: Bool) -> (places: [Int], isGood: Bool) {
    RawText.unpadded(text) { text in
      var places = TokenPlaces(text, way: way, few: few)
      var all: [Int] = []
      var isGood = true
      while isGood, !places.isComplete {
        isGood = places.find(from: places.count)
        all += (0..<places.count).map { places.room[token: $0] }
      }
      return (all, isGood)
    }
  }

  /// Whether a text is good; all ways must say the same.
  @discardableResult private static func isGood(_ text: [UInt8]) -> Bool {
    let plain = tape(text, way: 0)
    guard TokenPlaces.way > 0 else { return plain != nil }
    for way in ways where tape(text, way: way) != plain { Issue.record("way \(way) differs: \(text)") }
    for few in [false, true] {
      let first = places(text, way: 1, few: few)
      for way in ways where places(text, way: way, few: few) != first { Issue.record("way \(way) finds others: \(text)") }
    }
    return plain != nil
  }

  /// What may be cut by the end of a block, and what may look like something else.
  private static let pieces: [[UInt8]] =
    [
      "\"", "\\", "\\\\", "\\\\\\", "\\\"", "\\u00e9", "\\u", "\\ud83d\\ude00", "\\n", "\\x", "{", "}", "[", "]", ",", ":", " ", "\n", "\t",
      "\r",
      "\u{0}", "\u{B}", "\u{C}", "\u{1A}", "\u{1F}", "\u{7F}", "a", "true", "null", "-1.5e3", "0", "12345678", "\"\"", "\"a\":", "é", "元",
      "😀", "\u{10FFFF}",
      "    ", "abcdefghijklmnopqrstuvwxyz",
    ].map { Array($0.utf8) } + [[0x80], [0xBF], [0xC0], [0xC3], [0xE0], [0xE6, 0x97], [0xED], [0xF0, 0x9F], [0xF4], [0xF5], [0xFF]]

  @Test(arguments: 0..<8) func randomBytes(_ seed: UInt64) {
    var dice = StressTests.Dice(state: seed &+ 900)
    for length in 0...200 {
      for _ in 0..<4 {
        var text: [UInt8] = Bool.random(using: &dice) ? [0x22] : []
        // Few kinds of pieces in one text, so that there are runs of each.
        let kinds = (0..<Int.random(in: 1...6, using: &dice)).map { _ in Self.pieces.randomElement(using: &dice) ?? [] }
        while text.count < length { text += kinds.randomElement(using: &dice) ?? [] }
        Self.isGood(Array(text.prefix(length)))
      }
    }
  }

  private static func string(_ dice: inout StressTests.Dice) -> String {
    let parts = [
      "a", "bc ", "é", "元", "😀", "\\\\", "\\\"", "\\u00e9", "\\/", "{", "]", ":", ",", "a rather long piece of text without anything in it",
    ]
    return "\"" + (0..<Int.random(in: 0..<12, using: &dice)).map { _ in parts.randomElement(using: &dice) ?? "" }.joined() + "\""
  }

  private static func value(_ dice: inout StressTests.Dice, depth: Int) -> String {
    let blank = { (dice: inout StressTests.Dice) in ["", "", " ", "\n  ", "\r\n\t"].randomElement(using: &dice) ?? "" }
    switch Int.random(in: 0..<(depth == 0 ? 4 : 8), using: &dice) {
    case 0: return string(&dice)
    case 1: return ["true", "false", "null"].randomElement(using: &dice) ?? ""
    case 2: return "\(Int.random(in: -1_000_000...1_000_000, using: &dice) >> Int.random(in: 0..<20, using: &dice))"
    case 3: return "\(Double.random(in: -1000...1000, using: &dice))"
    case 4, 5:
      let parts = (0..<Int.random(in: 0..<6, using: &dice)).map { _ in blank(&dice) + value(&dice, depth: depth - 1) + blank(&dice) }
      return "[" + parts.joined(separator: ",") + "]"
    default:
      let parts = (0..<Int.random(in: 0..<6, using: &dice)).map { _ in
        blank(&dice) + string(&dice) + blank(&dice) + ":" + blank(&dice) + value(&dice, depth: depth - 1)
      }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  /// Good texts, cut, and with a byte changed.
  @Test(arguments: 0..<8) func randomTexts(_ seed: UInt64) {
    var dice = StressTests.Dice(state: seed &+ 950)
    for _ in 0..<150 {
      let text = Array(Self.value(&dice, depth: 4).utf8)
      #expect(Self.isGood(text), "\(String(decoding: text, as: UTF8.self))")
      for _ in 0..<4 {
        Self.isGood(Array(text.prefix(Int.random(in: 0...text.count, using: &dice))))
        var changed = text
        changed[Int.random(in: 0..<text.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
        Self.isGood(changed)
      }
    }
  }

  /// All pairs of bytes that are not ASCII, and what may stand behind them, over the end of a block and before it.
  @Test func allOfUTF8() {
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0x70)...0xFF {
        for tail in [[], [0x80], [0xBF], [0x80, 0x80], [0xBF, 0xBF], [0x80, 0x80, 0x80], [0xC3, 0xA9]] as [[UInt8]] {
          let sequence = [first, second] + tail
          let isGood = String(validating: sequence, as: UTF8.self) != nil
          for front in [3, 60, 62] {
            let text = [0x22] + [UInt8](repeating: 0x61, count: front) + sequence + [0x22]
            let said = (TokenPlaces.way > 0 ? Self.ways : 0...0).map { Self.tape(text, way: $0) != nil }
            if said.contains(!isGood) { Issue.record("\(sequence) behind \(front): \(said)") }
          }
        }
      }
    }
  }

  /// Behind what may be read is a page that may not.
  @Test func readsNothingBehindTheEnd() throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0))
    defer { munmap(memory, 2 * page) }
    try #require(mprotect(memory + page, page, PROT_NONE) == 0)
    // It is right: the page is there to the end of the test, and nothing else knows of it.
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    let path = try #require(JSONPath(plain: "[0][0]"))
    for (front, fill, back) in [
      ("[[1],\"", "a", "\"]"), ("[[1],", " ", "-12.5]"), ("[[1]", ",true", "]"), ("[[1],\"", "\\\\", "\"]"), ("[[1],\"", "元", "\"]"),
    ] {
      for count in 0..<200 {
        let text = Array((front + String(repeating: fill, count: count) + back).utf8)
        let start = bytes + page - text.count
        for padding in [0, RawText.padding] {
          for (i, byte) in text.enumerated() { start[i - padding] = byte }
          for i in 0..<padding { (bytes + page - padding)[i] = 0 }
          let raw = RawText(base: UnsafePointer(start - padding), end: text.count)
          for way in 0...TokenPlaces.way where padding > 0 { #expect(Self.tape(raw, way: way) != nil) }
          guard padding == 0, TokenPlaces.way > 0 else { continue }
          for way in Self.ways {
            #expect(PathScanner.find(path, in: text, way: way) == .value(2..<3))
            var places = TokenPlaces(raw, way: way)
            let isGood = places.find(from: 0)
            #expect(isGood)
          }
        }
      }
    }
  }

  @Test func choosesByTheText() {
    guard TokenPlaces.way > 0 else { return }
    let isForPlaces = { (text: String) in
      RawText.of(Array(text.utf8) + [UInt8](repeating: 0, count: RawText.padding)) { Tape.isForPlaces($0, way: 1) }
    }
    #expect(!isForPlaces("[]"))
    #expect(!isForPlaces("[" + String(repeating: "[12.25,-7],", count: 1000) + "0]"))
    #expect(
      !isForPlaces(
        "{\"name\":\"a head of many strings\",\"points\":[" + String(repeating: "{\"x\":0.123456789,\"y\":-7.123456789},", count: 1000)
          + "0]}"))
    #expect(isForPlaces("[" + String(repeating: "\"a\",1,", count: 1000) + "0]"))
    #expect(isForPlaces(String(repeating: " ", count: 10_000) + "1"))
    #expect(isForPlaces("\"" + String(repeating: "1,", count: 10_000) + "\""))
    #expect(isForPlaces(String(repeating: "x", count: 10_000)))
  }
}
