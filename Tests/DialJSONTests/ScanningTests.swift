import Testing

@testable import DialJSON

/// One value out of a text: what is found, what is missing, and what is wrong.
struct ScanningTests {
  @Test(arguments: [
    (#"{"a":1"#, "b", "expected ',' or '}', found the end of the text"),
    (#"{"a":[1,2}"#, "b", "expected ',' or ']', found '}'"),
    (#"{"a":tru,"b":1}"#, "a", "expected 'true', found ','"),
    (#"{"a":01,"b":1}"#, "a", "a number does not begin with '0'"),
    (#"{"a" 1,"b":1}"#, "b", "expected ':', found '1'"),
    (#"{"a":,"b":1}"#, "a", "expected a value, found ','"),
    (#"{"a":1 "b":1}"#, "a", "expected ',' or '}', found '\"'"), (#"{"a":{"b":1],"c":2}"#, "a", "expected ',' or '}', found ']'"),
    (#"[1 2,3]"#, "[0]", "expected ',' or ']', found '2'"),
    (#"{"a":"x"#, "a", "expected '\"', found the end of the text"), ("", "a", "expected a value, found the end of the text"),
    ("{\"a\":\"\n\"}", "a", "a control character must be escaped in a string"), ("[1,2]", "a[", "'a[' is not a JMESPath expression"),
  ])
  func refuses(_ text: String, _ path: String, _ message: String) {
    do {
      let json = try JSON(scanning: Array(text.utf8), for: path)
      #expect(JSON.absence(of: json)?.message.hasPrefix(message) == true, "\(json.asKind): \(JSON.absence(of: json)?.message ?? "")")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test(arguments: [
    (#"{"a":1}"#, "b"), (#"{"a":1}"#, "[0]"), ("[1]", "[1]"), ("[]", "[0]"), ("{}", "a"), ("[1]", "a"), (#"{"a":{"b":1}}"#, "b"),
    ("1", "a"),
    (#"{"a":[{"b":1},2]}"#, "a[1].b"), (#"{"a":null}"#, "a.b"), (#"{"ab":1}"#, "a"), (#"{"a":"b"}"#, "b"), (#"{"\u0062":1}"#, "a"),
  ])
  func missing(_ text: String, _ path: String) throws {
    let error = JSON.absence(of: try JSON(scanning: Array(text.utf8), for: path))
    #expect(error == JSONError(.missing, "'\(path)' is missing", path: path))
    #expect(JSON.absence(of: try JSON(parsing: text).first(try #require(JSONPath(plain: path)))) == error)
  }

  @Test(arguments: [
    (#"{"a":1,"b":{"c":[10,{"d":"x"}]}}"#, "b.c[1].d", #""x""#), (#"{"a":1,"b":{"c":[10,{"d":"x"}]}}"#, "b.c", #"[10,{"d":"x"}]"#),
    (#"[ 1 , "]}" , [ 2 ] ]"#, "[2][0]", "2"), (#"{"a":"\"}","b":true}"#, "b", "true"), (#"{"\u0061":1.50}"#, "a", "1.50"),
    ("[[],[[]],3]", "[2]", "3"),
    (#"{"a":[],"b":{},"c":null}"#, "c", "null"), (#"{"a":"","b":"\n"}"#, "b", #""\n""#), (#" [ 1 ] "#, "[0]", "1"),
    // The first of two; and what is behind it, or passed over, need not be JSON.
    (#"{"a":1,"a":2}"#, "a", "1"), (#"{"a":1,"b":nonsense"#, "a", "1"), (#"{"x":[1 2],"a":1}"#, "a", "1"), (#"{"b":,"a":1}"#, "a", "1"),
    // These need the whole text.
    ("[1,2,3]", "[-1]", "3"), (#"[{"a":1},{"a":2}]"#, "[*].a", "[1,2]"), (#"{"a":1,"a":2}"#, "@.a", "2"),
  ])
  func finds(_ text: String, _ path: String, _ printed: String) throws {
    // Without wide registers the whole text is read, and must be good.
    if TokenPlaces.way == 0, (try? JSON(parsing: text)) == nil { return }
    #expect(JSONWriter.text(try JSON(scanning: Array(text.utf8), for: path)) == printed)
  }

  @Test func offsetsAreThoseOfTheText() {
    let error = #expect(throws: JSONError.self) { try JSON(scanning: Array("{\"a\":1,\n \"b\":[1,x]}".utf8), for: "b") }
    #expect(error?.description == "2:9: expected a value, found 'x'")
  }

  @Test func limitsAreThoseOfTheValue() throws {
    let text = Array("[[[[1]]]]".utf8)
    #expect(try JSON(scanning: text, for: "[0][0]", limits: JSONLimits(maxDepth: 2)) == [[1]])
    let error = #expect(throws: JSONError.self) { try JSON(scanning: text, for: "[0]", limits: JSONLimits(maxDepth: 2)) }
    #expect(error?.message == "nested deeper than 2 levels")
  }

  /// Every way, and every element of a text of many pieces.
  @Test func agreesWithTheWhole() throws {
    let rows = (0..<3000).map { "{\"id\":\($0),\"name\":\"row \($0) \\\"ü\\\"\",\"tags\":[[],{\"a\":[\($0)]}],\"last\":\"\"}" }
    let bytes = Array(("[\n" + rows.joined(separator: " ,\n") + "\n]\n").utf8)
    let whole = try JSON(parsing: bytes)
    for row in stride(from: 0, to: 3000, by: 131) {
      for path in ["[\(row)]", "[\(row)].name", "[\(row)].tags[1].a[0]", "[\(row)].last", "[\(row)].none"] {
        let plain = try #require(JSONPath(plain: path))
        let expected = whole.first(plain)
        for way in 1...2 where way <= TokenPlaces.way {
          switch PathScanner.find(plain, in: bytes, way: way) {
          case .value(let range): #expect(try JSON(parsing: Array(bytes[range])) == expected)
          case .missing: #expect(expected.asKind == .absent)
          case .refused: Issue.record("\(path) is refused")
          }
        }
      }
    }
  }
}
