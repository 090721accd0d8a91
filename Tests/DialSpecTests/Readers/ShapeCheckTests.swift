import Dial
import DialJSON
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Values that fit a shape, and the places of those that do not.
struct ShapeCheckTests {
  private func shape(_ text: String) throws -> (Shape, TypeTable) {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let yaml = """
      base: https://api.test
      types: {User: {id: Int, boss: Boss?}, Boss: {id: Int, boss: JSON?}, Node: {value: Int, next: Node?}}
      endpoints: {e: "GET /x -> \(quoted)"}
      """
    let service = try Spec.load(yaml: yaml).service
    guard case .shape(let shape) = try service.endpoints[0].result else { throw CallError(.unsupported, text) }
    return (shape, service.types)
  }

  private func fault(_ text: String, _ value: String) throws -> ShapeCheck.Fault? {
    let (shape, types) = try shape(text)
    return ShapeCheck(types: types, names: .wires).fault(try JSON(parsing: value), shape, at: "v")
  }

  @Test(arguments: [
    ("Int", "7"), ("[Int]", "[1, 2]"), ("(id Int as ID, tags [String]?)", #"{"ID": 1, "tags": ["a"]}"#), ("[User]", #"[{"id": 1}]"#),
    (#""x" | "y""#, #""x""#), ("String?", "null"), ("[String: Bool]", #"{"k": true}"#), ("UInt64", "9223372036854775808"),
    ("Date", #""2024-01-31T10:00:00Z""#), ("Node", #"{"value": 1, "next": {"value": 2, "next": null}}"#), ("(a, b Int?)", "[7, null]"),
  ])
  func takes(text: String, value: String) throws {
    #expect(try fault(text, value) == nil)
  }

  @Test(arguments: [
    ("Int", "9223372036854775808", "v"), ("[Int]", "[1, null]", "v[1]"), ("(id Int as ID)", #"{"id": 1}"#, "v.ID"),
    ("[User]", #"[{"id": 1}, {"id": 1, "boss": {"id": "x"}}]"#, "v[1].boss.id"), (#""x" | "y""#, #""z""#, "v"),
    ("[String: [Bool]]", #"{"k": [true, 1]}"#, "v.k[1]"), ("(a, b)", "[7]", "v[1]"), ("(a)", "{}", "v.a"),
    ("Node", #"{"value": 1, "next": {"value": 1.5}}"#, "v.next.value"), ("Date", "7", "v"),
  ])
  func tellsWhere(text: String, value: String, path: String) throws {
    let fault = try #require(try fault(text, value))
    #expect(fault.path == path)
    #expect(fault.message.hasPrefix("'\(path)' "))
  }
}
