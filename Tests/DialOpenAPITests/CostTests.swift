import Dial
import DialBuild
import Testing

/// Documents of others can be large, and each of their schemas can be named often.
struct CostTests {
  private func document(_ schemas: String, _ paths: String) throws -> Spec {
    let head = #""openapi": "3.1.0", "servers": [{"url": "https://api.test"}]"#
    return try Spec.load(
      yaml: #"{\#(head), "components": {"schemas": {\#(schemas)}}, "paths": {\#(paths)}}"#, name: "shop.yaml", trust: .folder)
  }

  private func operation(_ index: Int, _ schema: String) -> String {
    #""/x\#(index)": {"post": {"operationId": "op\#(index)", "requestBody": {"content": {"application/json": {"schema": \#(schema)}}}}}"#
  }

  @Test(.timeLimit(.minutes(1))) func aSchemaOfManyMembersTakesLinearTime() throws {
    let members = (0..<20_000).map { #""m\#($0)": {"type": "integer"}"# }.joined(separator: ", ")
    let required = (0..<20_000).map { #""m\#($0)""# }.joined(separator: ", ")
    let large = #""A": {"required": [\#(required)], "properties": {\#(members)}}"#
    let other = ##""B": {"allOf": [{"$ref": "#/components/schemas/A"}]}"##
    let spec = try document(large + ", " + other, operation(0, ##"{"$ref": "#/components/schemas/B"}"##))
    // An endpoint has fewer parameters.
    #expect(throws: (any Error).self) { try spec.service.endpoints[0] }
  }

  /// Each of the schemas has two references to the next one.
  @Test(.timeLimit(.minutes(1))) func aSchemaThatManyNameIsReadOnce() throws {
    let schemas = (0..<200).map { index in
      let next = ##"{"$ref": "#/components/schemas/S\##(min(index + 1, 199))"}"##
      return #""S\#(index)": {"type": "object", "properties": {"a": \#(next), "b": \#(next), "c": {"type": "integer", "minimum": 1}}}"#
    }
    let paths = (0..<1000).map { operation($0, ##"{"$ref": "#/components/schemas/S\##($0 % 200)"}"##) }
    let spec = try document(schemas.joined(separator: ", "), paths.joined(separator: ", "))
    #expect(Array(spec.service.endpoints).count == 1000)
  }

  /// Alternatives of objects, of values, and of schemas whose parent lists them.
  @Test(.timeLimit(.minutes(1)), arguments: ["objects", "values", "parent"]) func aUnionOfManyTakesLinearTime(kind: String) throws {
    let count = 4000
    let references = (0..<count).map { ##"{"$ref": "#/components/schemas/S\##($0)"}"## }.joined(separator: ", ")
    let schemas = (0..<count).map { index in
      let own = #""properties": {"kind": {"const": "k\#(index)"}, "a\#(index)": {"type": "string"}}"#
      return kind == "parent"
        ? ##""S\##(index)": {"allOf": [{"$ref": "#/components/schemas/U"}, {\##(own)}]}"##
        : kind == "values" ? #""S\#(index)": {"const": "k\#(index)"}"# : #""S\#(index)": {"type": "object", \#(own)}"#
    }
    let all =
      schemas + [
        #""U": {"oneOf": [\#(kind == "values" ? schemas.map { $0.split(separator: ": ", maxSplits: 1)[1] }.joined(separator: ", ") : references)]}"#
      ]
    let schema = ##"{"type": "object", "properties": {"u": {"$ref": "#/components/schemas/U"}}}"##
    let spec = try document(all.joined(separator: ", "), operation(0, schema))
    #expect(spec.service.endpoints.findings.allSatisfy { $0.severity == .note })
    let types = spec.service.types
    for index in 0..<count { _ = types.resolve(.named("S\(index)")) }
    #expect(types.resolve(.named("S7")).spelling.contains("k7"))
  }

  /// Schemas that require one another, in a mock.
  @Test(.timeLimit(.minutes(1))) func aMockOfMembersThatAreRequiredTakesLinearTime() throws {
    let count = 30
    let schemas = (0..<count).map { index in
      let names = (0..<count).filter { $0 != index }
      let members = names.map { ##""p\##($0)": {"$ref": "#/components/schemas/N\##($0)"}"## }.joined(separator: ", ")
      let required = names.map { #""p\#($0)""# }.joined(separator: ", ")
      return #""N\#(index)": {"type": "object", "required": [\#(required)], "properties": {\#(members)}}"#
    }
    let path =
      ##""/x": {"get": {"operationId": "op", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/N0"}}}}}}}"##
    let spec = try document(schemas.joined(separator: ", "), path)
    #expect(spec.service.endpoints["op"] != nil)
  }

  /// Sums whose parts are sums, in a mock.
  @Test(.timeLimit(.minutes(1))) func aMockOfSumsOfSumsTakesLinearTime() throws {
    let count = 300
    let schemas = (0..<6).map { index in
      let next = Array(repeating: ##"{"$ref": "#/components/schemas/S\##(index + 1)"}"##, count: count).joined(separator: ", ")
      return #""S\#(index)": {"allOf": [\#(next)]}"#
    }
    let path =
      ##""/x": {"get": {"operationId": "op", "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}}}}}"##
    let spec = try document((schemas + [#""S6": {"title": "x"}"#]).joined(separator: ", "), path)
    #expect(spec.service.endpoints["op"] != nil)
  }

  @Test func aSchemaWithMoreThanAReferenceIsItsOwn() throws {
    let spec = try document(
      #""A": {"type": "string", "maxLength": 3}"#,
      #""/x": {"get": {"operationId": "op", "parameters": ["#
        + ##"{"name": "a", "in": "query", "schema": {"$ref": "#/components/schemas/A"}},"##
        + ##"{"name": "b", "in": "query", "schema": {"$ref": "#/components/schemas/A", "nullable": true, "minLength": 2}}]}}"##)
    let parameters = try spec.service.endpoints[0].parameters
    #expect(parameters.map(\.constraints.count) == [1, 2])
  }
}
