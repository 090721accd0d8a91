import DialJSON
import Testing

@Suite struct ParsingTests {
  struct Bad: Sendable {
    let text: String
    let message: String
    let offset: Int
    var kind = JSONError.Kind.syntax
  }

  static let bad: [Bad] = [
    Bad(text: "", message: "expected a value, found the end of the text", offset: 0),
    Bad(text: " ", message: "expected a value, found the end of the text", offset: 1),
    Bad(text: "\u{FEFF}", message: "expected a value, found the end of the text", offset: 3),
    Bad(text: "[1,]", message: "expected a value, found ']'", offset: 3),
    Bad(text: "[1 2]", message: "expected ',' or ']', found '2'", offset: 3),
    Bad(text: "[1}", message: "expected ',' or ']', found '}'", offset: 2),
    Bad(text: "[1", message: "expected ',' or ']', found the end of the text", offset: 2),
    Bad(text: "[", message: "expected a value, found the end of the text", offset: 1),
    Bad(text: "]", message: "expected a value, found ']'", offset: 0),
    Bad(text: "{,}", message: "expected a member name in double quotes, found ','", offset: 1),
    Bad(text: "{'a':1}", message: "expected a member name in double quotes, found '''", offset: 1),
    Bad(text: #"{"a"}"#, message: "expected ':', found '}'", offset: 4),
    Bad(text: #"{"a":1,}"#, message: "expected a member name in double quotes, found '}'", offset: 7),
    Bad(text: #"{"a":1]"#, message: "expected ',' or '}', found ']'", offset: 6),
    Bad(text: "1 2", message: "expected the end of the text, found '2'", offset: 2),
    Bad(text: "12\u{0}", message: "expected the end of the text, found U+0000", offset: 2),
    Bad(text: "tru", message: "expected 'true', found the end of the text", offset: 3),
    Bad(text: "nul1", message: "expected 'null', found '1'", offset: 3),
    Bad(text: "NaN", message: "expected a value, found 'N'", offset: 0),
    Bad(text: "01", message: "a number cannot have leading zeros", offset: 1),
    Bad(text: "-", message: "expected a digit, found the end of the text", offset: 1),
    Bad(text: "-01", message: "a number cannot have leading zeros", offset: 2),
    Bad(text: "1.", message: "expected a digit, found the end of the text", offset: 2),
    Bad(text: ".5", message: "expected a value, found '.'", offset: 0),
    Bad(text: "1e+", message: "expected a digit, found the end of the text", offset: 3),
    Bad(text: "+1", message: "expected a value, found '+'", offset: 0),
    Bad(text: "\"a", message: "expected '\"', found the end of the text", offset: 2),
    Bad(text: "\"a\nb\"", message: "a control character must be escaped in a string", offset: 2),
    Bad(text: #""\x""#, message: #"expected one of '"\/bfnrtu' after '\', found 'x'"#, offset: 2),
    Bad(text: #""\u12g4""#, message: "expected a hexadecimal digit, found 'g'", offset: 5),
    Bad(text: #""\"#, message: #"expected one of '"\/bfnrtu' after '\', found the end of the text"#, offset: 2),
    Bad(text: "é", message: "expected a value, found 'é'", offset: 0),
    Bad(text: "[\u{FEFF}1]", message: "expected a value, found a byte order mark", offset: 1),
  ]

  @Test(arguments: bad) func refuses(_ bad: Bad) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: bad.text) }
    #expect(error?.message == bad.message)
    #expect(error?.offset == bad.offset)
    #expect(error?.kind == bad.kind)
  }

  /// Each letter of a word is checked, also the bits that tell the words apart.
  @Test(arguments: ["true", "false", "null"]) func everyLetterOfAWord(_ word: String) throws {
    #expect(JSONWriter.text(try JSON(parsing: "[\(word),\(word)]")) == "[\(word),\(word)]")
    let letters = Array(word.utf8)
    for place in letters.indices {
      for byte in UInt8(0x21)..<0x7F where byte != letters[place] {
        var wrong = letters
        wrong[place] = byte
        if let json = try? JSON(parsing: wrong) { Issue.record("\(word), but \(json)") }
      }
      let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(letters[...place].dropLast())) }
      #expect(error?.offset == place)
    }
  }

  static let notUTF8: [([UInt8], Int)] = [
    ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xE0, 0x80, 0x80, 0x22], 1),
    ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0xE2, 0x82], 1),
    ([0x22, 0x61, 0xF5, 0x80, 0x80, 0x80, 0x22], 2), ([0x22, 0x80, 0x22], 1), ([0x5B, 0xFF, 0x5D], 1),
    ([0x22, 0xC3, 0xA9, 0xC3, 0x22], 3), ([0xFF, 0xFE, 0x31, 0x00], 0), ([0x31, 0x00], 1),
  ]

  @Test(arguments: notUTF8) func refusesBytes(_ bytes: [UInt8], _ offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    #expect(error?.kind == .encoding)
    #expect(error?.offset == offset)
  }

  @Test func placesAreCountedInScalars() {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "{\n  \"é😀\": x}") }
    #expect(error?.line == 2)
    #expect(error?.column == 9)
    #expect(error?.description == "2:9: expected a value, found 'x'")
  }

  @Test func depthIsLimited() throws {
    let text = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text(513)) }
    #expect(error?.kind == .depth)
    #expect(error?.message == "nested deeper than 512 levels")
    #expect(error?.offset == 512)
    #expect(throws: Never.self) { try JSON(parsing: text(512)) }
    #expect(throws: JSONError.self) { try JSON(parsing: "[[]]", limits: JSONLimits(maxDepth: 1)) }
    let deep = try JSON(parsing: text(100_000), limits: JSONLimits(maxDepth: 200_000))
    #expect(JSONWriter.bytes(deep).count == 200_000)
  }

  static let good: [(String, String)] = [
    (" [ 1 , 2 ] ", "[1,2]"), ("\t\r\n0", "0"), ("-0", "-0"), ("1.0", "1.0"), ("1E400", "1E400"),
    ("-1.50e-07", "-1.50e-07"), ("123456789012345678901234567890", "123456789012345678901234567890"),
    (#"{"b":1,"a":{}}"#, #"{"b":1,"a":{}}"#), (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
    (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#), (#"{"":0,"\u0000":1}"#, #"{"":0,"\u0000":1}"#),
    (#""\u00e9\/\ud83d\ude00""#, #""é/😀""#), (#""\ud800""#, "\"\u{FFFD}\""),
    (#""\ud800\ud800\udc00""#, "\"\u{FFFD}\u{10000}\""), (#""\udc00x\ud83d\n""#, "\"\u{FFFD}x\u{FFFD}\\n\""),
    (#""\"\\\b\f\n\r\t\u001f\u007f""#, "\"\\\"\\\\\\b\\f\\n\\r\\t\\u001f\u{7F}\""),
    ("\u{FEFF}{\"a\":1}", #"{"a":1}"#), ("[[],[[]],{}]", "[[],[[]],{}]"), ("\"\"", "\"\""),
    ("{\"e\u{301}\":1,\"\u{E9}\":2}", "{\"e\u{301}\":1,\"\u{E9}\":2}"),
  ]

  @Test(arguments: good) func readsAndPrints(_ text: String, _ printed: String) throws {
    let json = try JSON(parsing: text)
    #expect(JSONWriter.bytes(json) == Array(printed.utf8))
    #expect(Array("\(json)".utf8) == Array(printed.utf8))
  }

  @Test func namesOfWideObjectsAreKeptApart() throws {
    let names = (0..<300).map { "\"k\($0)\":\($0)" } + ["\"e\u{301}\":1", "\"\u{E9}\":2", #""k\u0037":-7"#]
    let json = try JSON(parsing: "{" + names.joined(separator: ",") + "}")
    for _ in 0..<20 { #expect(json[member: "k7"].asInt == -7) }
    #expect(json[member: "e\u{301}"].asInt == 1)
    #expect(json[member: "\u{E9}"].asInt == 2)
    #expect(json[member: "k301"].asInt == nil)
    #expect(json.asObject?.count == 302)
    #expect(json.asObject?[7].value.asInt == -7)
  }
}
