import CallTestSupport
import Dial
import TestSupport
import Testing

@testable import DialEngine

/// Documents that were written to make a reader work without end, read files, or fill the memory. Each one can be listed and checked, or
/// there is an error that says why. The numbers are so large that a reader without limits would not come to its end.
struct HostileDocumentTests {
  private static func document(_ paths: String, _ schemas: String = "{}", more: String = "") -> String {
    """
    {"openapi": "3.1.0", "servers": [{"url": "https://api.test"}], \(more)
     "components": {"schemas": \(schemas)}, "paths": {\(paths)}}
    """
  }

  private static func operation(_ schema: String, name: String = "op") -> String {
    #""/\#(name)": {"post": {"operationId": "\#(name)", "requestBody": {"content": {"application/json": {"schema": \#(schema)}}}}}"#
  }

  private static func schemas(_ count: Int, _ make: (Int) -> String) -> String {
    "{" + (0..<count).map { #""S\#($0)": \#(make($0))"# }.joined(separator: ",") + "}"
  }

  private static func reference(_ number: Int) -> String { ##"{"$ref": "#/components/schemas/S\##(number)"}"## }

  /// Returns the ids of the findings, without the note that the server is an example.
  private static func checked(_ text: String) -> [String] {
    Spec.check(yaml: Array(text.utf8), name: "shop.yaml").map(\.id).filter { $0 != "document-server" }
  }

  /// Lists and checks a document, and binds a call of its operation.
  private static func used(_ document: String, _ arguments: Arguments = [:]) throws -> (findings: [String], sent: String) {
    let spec = try Spec.load(yaml: document, name: "shop.yaml")
    #expect(spec.service.endpoints.summaries.first?.name == "op")
    let findings = checked(document)
    do throws(CallError) {
      return (findings, text(of: try Client(spec, transport: Canned()).prepare("op", arguments).request))
    } catch {
      return (findings, error.message)
    }
  }

  @Test func aMillionReferences() throws {
    let items = Array(repeating: Self.reference(0), count: 300_000).joined(separator: ",")
    let used = try Self.used(
      Self.document(Self.operation("{\"anyOf\": [\(items)]}"), Self.schemas(1) { _ in #"{"type": "integer"}"# }), ["_": 1])
    #expect(used.findings == [] && used.sent == "POST /op\n\n1")
  }

  @Test func moreNodesThanTheLimit() {
    let items = Array(repeating: Self.reference(0), count: 1_000_000).joined(separator: ",")
    let document = Self.document(Self.operation("{\"anyOf\": [\(items)]}"), Self.schemas(1) { _ in "{}" })
    #expect(Self.checked(document) == ["yaml-size"])
  }

  @Test func aChainOfReferences() throws {
    let schemas = Self.schemas(100_000) { Self.reference($0 + 1) }
    #expect(try Self.used(Self.document(Self.operation(Self.reference(0)), schemas), ["_": 1]).sent == "POST /op\n\n1")
    let parameters = ##""parameters": [{"$ref": "#/components/schemas/S0"}]"##
    let chain = Self.document(#""/op": {"get": {"operationId": "op", \#(parameters)}}"#, schemas)
    #expect(try Self.used(chain).sent == "the reference leads to itself, or over more than 32 others")
  }

  /// Each schema names the next one twice, so that 2^1000 are reached.
  @Test(arguments: ["allOf", "anyOf", "oneOf", "properties"]) func aFanOfReferences(key: String) throws {
    let schemas = Self.schemas(1000) { number in
      let next = Self.reference(number + 1)
      return key == "properties" ? #"{"properties": {"a": \#(next), "b": \#(next)}}"# : #"{"\#(key)": [\#(next), \#(next)]}"#
    }
    let body: JSON = key == "properties" ? ["a": [:]] : ["a": 1]
    let used = try Self.used(Self.document(Self.operation(Self.reference(0)), schemas), ["_": body])
    // The last one names a schema that is not there, twice.
    #expect(used.sent == "POST /op\n\n\(body)" && used.findings == ["document-reference", "document-reference"])
  }

  @Test(arguments: [
    ##"{"$ref": "#/components/schemas/S0"}"##, ##"{"allOf": [{"$ref": "#/components/schemas/S0"}]}"##,
    ##"{"anyOf": [{"$ref": "#/components/schemas/S0"}, {"$ref": "#/components/schemas/S0"}]}"##,
    ##"{"type": "object", "properties": {"a": {"$ref": "#/components/schemas/S0"}}}"##,
    ##"{"type": "array", "items": {"$ref": "#/components/schemas/S0"}}"##,
    ##"{"$ref": "#/paths/~1op/post/requestBody/content/application~1json/schema"}"##,
  ])
  func aCycle(schema: String) throws {
    let used = try Self.used(Self.document(Self.operation(Self.reference(0)), Self.schemas(1) { _ in schema }), ["_": [["a": 1]]])
    #expect(used.findings == [])
    let path = ##""/op": {"$ref": "#/paths/~1op"}"##
    #expect(Self.checked(Self.document(path)) == ["document-reference"])
  }

  @Test func aBombOfAliases() {
    var text = "openapi: 3.1.0\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for number in 1...30 { text += "a\(number): &a\(number) [\(Array(repeating: "*a\(number - 1)", count: 10).joined(separator: ", "))]\n" }
    #expect(Self.checked(text + "paths: {}\n") == ["yaml-alias-limit"])
    #expect(Self.checked("openapi: 3.1.0\npaths: &p {/a: *p}\n") == ["yaml-alias-cycle"])
  }

  @Test func aPatternThatBacktracks() throws {
    let schema = #"{"type": "object", "properties": {"a": {"type": "string", "pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"}}}"#
    let used = try Self.used(Self.document(Self.operation(schema)), ["a": String(repeating: "a", count: 50_000)])
    #expect(used.sent.hasPrefix("'a' must match"), "\(used.sent.prefix(200))")
  }

  @Test func aFileOfReferencesToFiles() throws {
    let folder = try TemporaryFolder(["a.yaml": Self.document(##""/op": {"$ref": "f0.yaml"}"##)])
    for number in 0..<100 { try folder.write("f\(number).yaml", "$ref: f\(number + 1).yaml\n") }
    #expect(Spec.check("\(folder.path)/a.yaml").map(\.message).contains("the reference leads to itself, or over more than 32 others"))
    try folder.write("f1.yaml", "$ref: f0.yaml\n")
    #expect(Spec.check("\(folder.path)/a.yaml").map(\.id) == ["document-server", "document-reference"])
  }

  @Test func aDeepPointerAndALongName() throws {
    let pointer = "#" + String(repeating: "/a", count: 500_000)
    let document = Self.document(Self.operation(#"{"$ref": "\#(pointer)"}"#), more: #""a": {"a": {"a": {}}},"#)
    #expect(try Self.used(document, ["_": 1]).sent == "POST /op\n\n1")
  }

  @Test func manyOperationsOfOneFaultyFile() throws {
    let paths = (0..<3000).map {
      Self.operation(#"{"properties": {"a": {"$ref": "none.yaml"}, "b": \#(Self.reference(0))}}"#, name: "op\($0)")
    }
    let document = Self.document(paths.joined(separator: ","), Self.schemas(3000) { Self.reference($0 + 1) })
    let folder = try TemporaryFolder(["a.json": document])
    #expect(Spec.check("\(folder.path)/a.json").filter { $0.id == "document-reference" }.count == 3000)
  }
}
