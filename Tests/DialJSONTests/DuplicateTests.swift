import Testing

@testable import DialJSON

struct DuplicateTests {
  private static func paths(_ text: String, limit: Int = .max) throws -> [String] {
    JSONPath.duplicates(in: try JSON(parsing: text), limit: limit).map(\.text)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, ["a"]),
    (#"{"a":1,"\u0061":2}"#, ["a"]),
    (#"{"a":1,"b":0,"a":2,"b":0,"a":3}"#, ["a", "b"]),
    (#"[{"a":{"b c":[0,{"x":1,"x":2}]}},{"y":1,"y":1}]"#, [#"[0].a."b c"[1].x"#, "[1].y"]),
    (#"{"a":{"b":1,"b":2},"a":{"c":1,"c":2}}"#, ["a", "a.b", "a.c"]),
    (#"{"":1,"":2}"#, [#""""#]),
    (#"{"a":1,"A":2,"b":{"a":1}}"#, []), (#"[{"a":1},{"a":2}]"#, []), ("7", []), ("{}", []),
  ])
  func inATextAsParsed(text: String, found: [String]) throws { #expect(try Self.paths(text) == found) }

  @Test func inAWideObject() throws {
    let names = (0..<1000).map { "\"n\($0)\":0" }
    #expect(try Self.paths("{\(names.joined(separator: ","))}") == [])
    #expect(try Self.paths("{\((names + ["\"n7\":1", "\"n999\":1"]).joined(separator: ","))}") == ["n7", "n999"])
  }

  @Test func noMoreThanAskedFor() throws {
    let twice = (0..<9).map { "\"n\($0)\":0,\"n\($0)\":0" }.joined(separator: ",")
    #expect(try Self.paths("[{\(twice)},{\(twice)}]", limit: 10).count == 10)
    #expect(try Self.paths("{\(twice)}", limit: 0) == [])
  }

  /// A part of a text, and values built in code that hold some.
  @Test func inParts() throws {
    let json = try JSON(parsing: #"{"a":1,"a":{"b":[{"c":1,"c":2}]}}"#)
    #expect(JSONPath.duplicates(in: json.a).map(\.text) == ["b[0].c"])
    let built = JSON.array([.null, .object([("x y", json.a), ("z", json.a.b)])])
    #expect(JSONPath.duplicates(in: built).map(\.text) == [#"[1]."x y".b[0].c"#, "[1].z[0].c"])
    #expect(JSONPath.duplicates(in: built, limit: 1).count == 1)
  }
}
