import DialJSON
import Testing

/// Accepted and rejected texts, at every alignment and in long texts.
struct TapeTests {
  @discardableResult private static func isGood(_ text: [UInt8], _ limits: JSONLimits = JSONLimits()) -> Bool {
    (try? JSON(parsing: text, limits: limits)) != nil
  }

  /// Each text after 0 to 65 spaces, so that each byte is at every offset of a word.
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

  /// An invalid text with each byte changed has its error inside of the text; a valid one prints as JSON.
  @Test(arguments: right) func changed(_ text: String) throws {
    let text = Array(text.utf8)
    for end in 0..<text.count { try Self.checkOutcome(Array(text[..<end])) }
    for place in text.indices {
      for byte: UInt8 in [
        0, 0x0A, 0x20, 0x22, 0x2C, 0x2D, 0x2E, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x5D, 0x65, 0x75, 0x7B, 0x7D, 0x80, 0xC3, 0xE5, 0xF0,
      ] {
        var text = text
        text[place] = byte
        try Self.checkOutcome(text)
      }
    }
  }

  private static func checkOutcome(_ text: [UInt8]) throws {
    let blanks = [UInt8](repeating: 0x0A, count: 61)
    do throws(JSONError) {
      let json = try JSON(parsing: text)
      #expect(try JSON(parsing: JSONWriter.bytes(json)) == json)
      #expect(try JSON(parsing: blanks + text) == json)
    } catch {
      let moved = #expect(throws: JSONError.self) { try JSON(parsing: blanks + text) }
      #expect((0...text.count).contains(error.offset ?? -1))
      // The first two bytes detect UTF-16, only at the beginning.
      if text.prefix(2).allSatisfy({ $0 != 0 }) { #expect(moved?.offset == error.offset.map { $0 + blanks.count }) }
    }
  }

  /// Long texts of one kind of token, with another kind at the end.
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

  /// Long strings, numbers and spaces, and a long string followed by many short values.
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
