import Testing

@testable import DialJSON

/// The ways to a tape, which must agree on every text: byte by byte, and with the wide registers that this processor has.
struct TapeTests {
  /// What one way makes of a text: its words, or nothing where it refuses it.
  private static func words(_ text: [UInt8], way: Int, _ limits: JSONLimits = JSONLimits()) -> [UInt64]? {
    RawText.of(text + [UInt8](repeating: 0, count: RawText.padding)) { text -> [UInt64]? in
      if way > 0 { return Tape.fast(text, way: way, limits: limits).map(bits) }
      return try? bits(Tape.plain(text, limits: limits))
    }
  }

  private static func bits(_ tape: Tape) -> [UInt64] {
    defer { tape.words.free() }
    return (0..<tape.count).map { tape.words[$0].bits }
  }

  /// Whether all ways agree, and what they say.
  @discardableResult private static func isGood(_ text: [UInt8], _ limits: JSONLimits = JSONLimits()) -> Bool {
    let plain = words(text, way: 0, limits)
    for way in 1...2 where way <= TokenPlaces.way && words(text, way: way, limits) != plain {
      Issue.record("way \(way) differs: \(String(decoding: text.prefix(300), as: UTF8.self)), \(text.count) bytes")
    }
    return plain != nil
  }

  /// Each text behind as many blanks as a block has bytes, so that every byte of it comes last, and first.
  private static func everywhere(_ text: [UInt8], isGood: Bool) {
    for blanks in 0..<66 {
      if Self.isGood([UInt8](repeating: 0x20, count: blanks) + text) != isGood { Issue.record("\(text)") }
    }
  }

  @Test(arguments: ParsingTests.bad) func refuses(_ bad: ParsingTests.Bad) {
    guard !bad.text.hasPrefix("\u{FEFF}") else { return }
    Self.everywhere(Array(bad.text.utf8), isGood: false)
  }

  @Test(arguments: ParsingTests.notUTF8) func refusesBytes(_ bytes: [UInt8], _ offset: Int) {
    Self.everywhere(bytes, isGood: false)
  }

  static let wrong = [
    #"1"a""#, #""a"1"#, #"[1"a"]"#, #"["a"x]"#, #"["a""b"]"#, #"{"a"1}"#, #"{"a":"b":1}"#, #"{"a":1 "b":2}"#, #"{1:2}"#, #"{"a",}"#,
    "[true1]",
    "[nulll]", "[tru\u{1}]", "[1\u{B}]", "[1,\u{0}]", "[1\u{0}]", #"[\"a"]"#, #"[1\"a"]"#, #"["\u12"]"#, #"["\u123"#, #"["\"]"#,
    #"["\u00G0"]"#,
    #"["\a"]"#, "[\"\u{1}\"]", #"["\\\"]"#, "[1.]", "[1.e3]", "[-]", "[-.5]", "[00]", "[-012]", "[1.2.3]", "[1e]", "[1e+]", "[1-2]",
    "[12345678901234567890x]",
    "[0123456789]", "[1,2", "{\"a\":[1,{\"b\":2]}", "[]]", "[}", "{]", "\u{C}", "[1]\u{C}", "[1,\u{1A}2]", "[1\u{C}2]", "\"a\" \"b\"",
    "1 ,", "",
  ]

  @Test(arguments: wrong) func refusesEverywhere(_ text: String) {
    Self.everywhere(Array(text.utf8), isGood: false)
  }

  static let right = [
    #"{"a":1,"b":[true,false,null],"c":{"d":{}},"e":[]}"#, #"["\"","\\","\\\"","\u00e9\ud83d\ude00","a\/b","\\u12"]"#, #""\\\\\\\"""#,
    "[\"é\",\"元\",\"😀\",\"\u{7FF}\",\"\u{FFFF}\",\"\u{10FFFF}\",\"\u{D7FF}\",\"\u{E000}\"]", "[ 1 , 2.5 , -3e10\n,\t0\r]",
    "[-0,-0.0,0e1,10,1E+5]",
    "[123456789012345678901234567890,0.1234567890123456789012345]", "[12345678,1234567,123456789,1.5 ,-12.25\n]", " 1 ", "\"\"",
    "[[],[[]],{}]", "true",
  ]

  @Test(arguments: right) func readsEverywhere(_ text: String) {
    Self.everywhere(Array(text.utf8), isGood: true)
  }

  /// One byte of each kind.
  private static let bytes: [UInt8] = Array("\0\n \",-.09:[\\]eu{}".utf8) + [0x80, 0xC3, 0xE5, 0xF0]

  /// Every cut of the good texts, and every byte of them changed.
  @Test(arguments: right) func changed(_ text: String) {
    let text = Array(text.utf8)
    for end in 0..<text.count { Self.isGood(Array(text[..<end])) }
    for place in text.indices {
      for byte: UInt8 in [
        0, 0x0A, 0x20, 0x22, 0x2C, 0x2D, 0x2E, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x5D, 0x65, 0x75, 0x7B, 0x7D, 0x80, 0xC3, 0xE5, 0xF0,
      ] {
        var text = text
        text[place] = byte
        Self.isGood(text)
        Self.isGood([UInt8](repeating: 0x0A, count: 64 - place) + text)
      }
    }
  }

  /// Texts that are longer than one piece, with something at its end that must not be cut.
  @Test(arguments: [#""a\u00e9b\"c""#, "\"元😀é\"", "-123.456e7", #"[[{"a":[]}]]"#, #"{"name":"value","b":[1,2,3]}"#, "true", #""\\""#])
  func pieces(_ part: String) {
    for shift in 0..<20 {
      let front = (1 << 14) - 10 + shift
      for filler in [Array("1,".utf8), Array("\"a\":1,\"b\":\"c\\n\",".utf8), Array("         0,".utf8)] {
        let isObject = filler[0] == 0x22
        var text: [UInt8] = [isObject ? 0x7B : 0x5B]
        while text.count + filler.count <= front { text += filler }
        text += [UInt8](repeating: 0x20, count: front - text.count) + (isObject ? Array("\"part\":".utf8) : []) + Array(part.utf8)
        #expect(Self.isGood(text + [isObject ? 0x7D : 0x5D]))
        #expect(!Self.isGood(text))
        #expect(!Self.isGood(text + [isObject ? 0x5D : 0x7D]))
      }
    }
  }

  /// A string, a number and blanks over several pieces; a text whose beginning tells nothing of its rest, so that its tape must grow.
  @Test func long() {
    for count in [16_300, 16_384, 40_000, 100_000] {
      let string = [UInt8](repeating: 0x61, count: count)
      let blanks = [UInt8](repeating: 0x20, count: count)
      #expect(Self.isGood([0x22] + string + [0x22]))
      #expect(Self.isGood([0x5B, 0x22] + string + Array(#"\n","#.utf8) + [0x22] + string + Array(#"\\","x"]"#.utf8)))
      #expect(!Self.isGood([0x22] + string))
      #expect(Self.isGood(Array("[".utf8) + [UInt8](repeating: 0x37, count: count) + Array("]".utf8)))
      #expect(
        Self.isGood([0x5B, 0x31] + blanks + [0x5D] + blanks))
      #expect(Self.isGood([0x5B, 0x22] + string + Array("\"".utf8) + Array(String(repeating: ",[]", count: count).utf8) + Array("]".utf8)))
      #expect(Self.isGood([0x22] + Array(String(repeating: #"\\"#, count: count).utf8) + [0x22]))
      #expect(Self.isGood([0x22] + Array(String(repeating: "日", count: count).utf8) + [0x22]))
      #expect(!Self.isGood([0x22] + Array(String(repeating: "日", count: count).utf8) + [0xE6, 0x97, 0x22]))
    }
  }

  @Test func depth() {
    for depth in [1, 8, 511, 512, 513, 20_000] {
      let text = Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
      #expect(Self.isGood(text) == (depth <= 512))
      #expect(Self.isGood(text, JSONLimits(maxDepth: .max)))
      #expect(!Self.isGood(text, JSONLimits(maxDepth: depth - 1)))
      #expect(!Self.isGood(Array(text.dropLast()), JSONLimits(maxDepth: .max)))
      let object = Array((String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)).utf8)
      #expect(Self.isGood(object) == (depth <= 512))
    }
  }
}
