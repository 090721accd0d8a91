import DialJSON
import Testing

@Suite struct WritingTests {
  static let texts: [(JSON, String)] = [
    (.null, "null"), (true, "true"), (1, "1"), (1.5, "1.5"), (1.0, "1.0"), ("a\"/é", #""a\"/é""#),
    (["b": 1, "a": [1, "x", nil]], #"{"b":1,"a":[1,"x",null]}"#), (["a": 1, "b": 2, "a": 3], #"{"a":3,"b":2}"#),
    ([], "[]"), ([:], "{}"), (.object([("a", JSON.null["x"])]), #"{"a":null}"#), ([JSON.null["x"]], "[null]"),
  ]

  @Test(arguments: texts) func printsBuiltValues(_ json: JSON, _ text: String) {
    #expect(JSONWriter.text(json) == text)
    #expect("\(json)" == text)
    var bytes: [UInt8] = Array(">".utf8)
    JSONWriter.write(json, into: &bytes)
    #expect(bytes == Array((">" + text).utf8))
  }

  @Test func absentPrintsAsNull() {
    let json: JSON = [:]
    #expect("\(json.nothing)" == "null")
  }

  @Test func indents() throws {
    let json = try JSON(parsing: #"{"a":[1,{"b":[]},{}],"c":"x"}"#)
    let text = """
      {
        "a": [
          1,
          {
            "b": []
          },
          {}
        ],
        "c": "x"
      }
      """
    #expect(JSONWriter.text(json, indent: 2) == text)
    #expect(JSONWriter.text(["a": [1]], indent: 0) == "{\n\"a\": [\n1\n]\n}")
  }

  @Test func quotes() {
    #expect(JSONWriter.quote("a\u{0}\u{1B}\"\\\n") == #""a\u0000\u001b\"\\\n""#)
  }

  @Test func deepValuesBuiltInCode() {
    var array: JSON = 1
    var object: JSON = 1
    for _ in 0..<20_000 { array = [array] }
    for _ in 0..<5_000 { object = ["a": object] }
    #expect(JSONWriter.bytes(array).count == 40_001)
    #expect(array == array && array.hashValue == array.hashValue && array != [array])
    #expect(JSONWriter.text(object).hasPrefix(#"{"a":{"a":"#))
    #expect(throws: JSONError.self) { try object.decode(Nested.self) }
  }

  struct Nested: Decodable {
    let a: [Nested]
  }
}
