import DialJSON
import Testing

@testable import DialCore

/// The quick answer is never more generous than the whole check, and the usual values get it.
struct ShapeMatcherTests {
  static let shapes = [
    "String", "Int", "UInt64", "Double", "Decimal", "Bool", "JSON", "[Int]", "[String]", "[String: Bool]", "(id Int, name?)",
    "(id Int as ID, tags [String]?)", "[(a, b (c Int)?)]", #""x" | "y""#, "Int?", "User", "[User]", "Date", "UUID", "Node",
  ]
  static let values = [
    "null", "1", "1.0", "1.5", "-1", "9223372036854775808", "true", #""x""#, #""é""#, "[]", "[1, 2]", #"["a"]"#, "[null]", "{}",
    #"{"id": 1}"#, #"{"ID": 1}"#, #"{"id": 1, "name": null}"#, #"{"id": null}"#, #"{"ID": 1, "tags": [1]}"#, #"{"k": true}"#,
    #"[{"a": 1, "b": {"c": 2}}]"#, #"[{"a": 1, "b": {}}]"#, #"[{"a": null}]"#, "[7, []]", #"{"id": 1, "boss": {"id": 2, "boss": null}}"#,
    #""2024-01-31T10:00:00Z""#, #"{"value": 1, "next": {"value": 2, "next": null}}"#,
  ]

  private func shape(_ text: String) throws -> (Shape, TypeTable) {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let yaml = """
      base: https://api.test
      types: {User: {id: Int, boss: Boss?}, Boss: {id: Int, boss: JSON?}, Node: {value: Int, next: Node?}}
      endpoints: {e: "GET /x -> \(quoted)"}
      """
    let service = try Spec.load(yaml: yaml).service
    guard case .shape(let shape) = service.endpoints[0].result else { throw CallError(.unsupported, text) }
    return (shape, service.types)
  }

  @Test(arguments: shapes, [ShapeCheck.Names.labels, .wires])
  func agreesWithTheCheck(text: String, names: ShapeCheck.Names) throws {
    let (shape, types) = try shape(text)
    guard let matcher = ShapeMatcher(shape, types, names: names) else { return }
    for value in Self.values {
      let json = try JSON(parsing: value)
      if matcher.fits(json) {
        #expect(ShapeCheck(types: types, names: names).fault(json, shape, at: "v") == nil, "\(text) takes \(value)")
      }
    }
  }

  @Test(arguments: ["Date", "UUID", "Node", "[Node]"])
  func leavesTheRestToTheCheck(text: String) throws {
    let (shape, types) = try shape(text)
    #expect(ShapeMatcher(shape, types) == nil)
  }

  @Test(arguments: [
    ("Int", "7"), ("[Int]", "[1, 2]"), ("(id Int as ID, tags [String]?)", #"{"ID": 1, "tags": ["a"]}"#), ("[User]", #"[{"id": 1}]"#),
    (#""x" | "y""#, #""x""#), ("String?", "null"), ("[String: Bool]", #"{"k": true}"#),
  ])
  func takesTheUsual(text: String, value: String) throws {
    let (shape, types) = try shape(text)
    let matcher = try #require(ShapeMatcher(shape, types, names: .wires))
    #expect(try matcher.fits(JSON(parsing: value)))
  }
}
