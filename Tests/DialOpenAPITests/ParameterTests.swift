import Dial
import Testing

/// Parameters that cannot be arguments are left out, and the operation works.
struct ParameterTests {
  @Test(arguments: ["Host", "content-length", "Transfer-Encoding", "Connection", "TE"])
  func aHeaderOfTheProtocolIsLeftOut(name: String) throws {
    let sample = Sample(
      #""parameters": [{"name": "\#(name)", "in": "header", "required": true, "schema": {"type": "string"}}, {"name": "a", "in": "query"}]"#
    )
    #expect(try sample.warnings() == ["the header '\(name)' is controlled by the protocol, so the parameter is left out"])
    #expect(sample.request(#"{"a": 1}"#) == "GET /v1/x?a=1")
  }

  @Test(arguments: [("header", "X-Trace "), ("header", "a:b"), ("cookie", "a b")])
  func aNameThatNoFieldCanHaveIsLeftOut(place: String, name: String) throws {
    let sample = Sample(#""parameters": [{"name": "\#(name)", "in": "\#(place)"}, {"name": "a", "in": "query"}]"#)
    #expect(try sample.warnings() == ["'\(name)' is not a valid name of a \(place), so the parameter is left out"])
    #expect(sample.request(#"{"a": 1}"#) == "GET /v1/x?a=1")
  }

  /// What cannot be is not checked, and not sent by itself.
  @Test func valuesOfTheWrongKind() throws {
    let list = Sample(#""parameters": [{"name": "a", "in": "query", "schema": {"type": "array", "enum": ["x"], "items": {}}}]"#)
    #expect(try list.warnings() == ["'enum' lists no array, so it is not checked; does it belong to 'items'?"])
    #expect(list.request(#"{"a": ["y"]}"#) == "GET /v1/x?a=y")
    let other = Sample(
      #""parameters": [{"name": "a", "in": "query", "required": true, "schema": {"type": "string", "enum": ["A", "B"], "default": "a"}}]"#)
    #expect(try other.warnings() == ["the default of 'a' is not one of its values, so it is not sent"])
    #expect(other.request("{}").contains("missing argument 'a'"))
  }

  /// A default that its type cannot have is not sent, and the argument is required.
  @Test(arguments: [("integer", "abc"), ("integer", "1.5"), ("number", "x"), ("boolean", "maybe"), ("boolean", "1"), ("object", "text")])
  func defaultsThatDoNotFit(type: String, value: String) throws {
    let sample = Sample(
      whole: """
        openapi: 3.0.0
        servers: [{url: "https://api.test"}]
        paths: {/x: {get: {operationId: op, parameters: [{name: a, in: query, required: true, schema: {type: \(type), default: \(value)}}]}}}
        """)
    #expect(try sample.warnings() == ["the default of 'a' is not one of its values, so it is not sent"])
    #expect(sample.request("{}").contains("missing argument 'a'"))
  }

  /// A default is filled in as its type is written.
  @Test(arguments: [
    ("string", "1.0", "a=1.0"), ("string", "012", "a=012"), ("string", "2", "a=2"), ("boolean", "'true'", "a=true"),
    ("integer", "'10'", "a=10"), ("integer", "1e2", "a=100"), ("integer", "2.0", "a=2"), ("number", "'1.5'", "a=1.5"),
    ("string", "'x'", "a=x"),
  ])
  func defaultsOfAnotherKind(type: String, value: String, item: String) throws {
    for schema in ["{type: \(type), default: \(value)}", "{type: \(type), enum: [\(value)]}"] {
      let sample = Sample(
        whole: """
          openapi: 3.0.0
          servers: [{url: "https://api.test"}]
          paths: {/x: {get: {operationId: op, parameters: [{name: a, in: query, required: true, schema: \(schema)}]}}}
          """)
      #expect(try sample.warnings().isEmpty)
      #expect(sample.request("{}") == "GET /x?\(item)", "\(schema)")
    }
  }

  /// An item that the path has, too, is sent once.
  @Test(arguments: [
    ("/q?comp=metadata&x=1", "{}", "GET /v1/q?x=1&comp=metadata"), ("/q?comp=metadata", #"{"comp": "list"}"#, "GET /v1/q?comp=list"),
    ("/q?comp", "{}", "GET /v1/q?comp="), ("/q?a={a}&comp=x&b={b}", #"{"a": "1", "b": "2"}"#, "GET /v1/q?a=1&b=2&comp=x"),
    ("/q?x=1", "{}", "missing argument 'comp' (query, String)"),
  ])
  func aFixedItemIsTheDefaultOfItsParameter(path: String, arguments: String, request: String) {
    let sample = Sample(
      #""parameters": [{"name": "comp", "in": "query", "required": true, "schema": {"type": "string"}}]"#, path: path)
    #expect(sample.request(arguments) == request)
  }

  /// What the parameter cannot have stays in the path.
  @Test(arguments: [
    ("l=a,b", #"{"type": "array", "items": {"type": "string"}}"#), ("l", #"{"type": "boolean"}"#), ("l=x7", #"{"type": "integer"}"#),
    ("l=add", #"{"type": "string", "enum": ["del"]}"#), ("l=1&l=2", #"{"type": "integer"}"#),
  ])
  func aFixedItemThatIsNoDefaultStays(item: String, schema: String) {
    let sample = Sample(#""parameters": [{"name": "l", "in": "query", "schema": \#(schema)}]"#, path: "/q?\(item)")
    #expect(sample.request() == "GET /v1/q?\(item)")
  }

  /// Documents of Azure have an item in the path and declare it as a required parameter with one value.
  @Test func aFixedItemOfARequiredParameterIsSentOnce() {
    let schema = #"{"type": "string", "enum": ["add"]}"#
    let sample = Sample(#""parameters": [{"name": "l", "in": "query", "required": true, "schema": \#(schema)}]"#, path: "/q?l=add")
    #expect(sample.request() == "GET /v1/q?l=add")
  }

  @Test(arguments: [("query", "/x", "GET /v1/x?a=b/c"), ("path", "/x/{a}", "GET /v1/x/b%2Fc")])
  func reservedCharactersAreKeptOnlyInAQuery(place: String, path: String, request: String) {
    let parameter = #"{"name": "a", "in": "\#(place)", "required": true, "allowReserved": true, "schema": {"type": "string"}}"#
    #expect(Sample(#""parameters": [\#(parameter)]"#, path: path).request(#"{"a": "b/c"}"#) == request)
  }

  /// Where no alternative is a text, no text passes; lists of values are one list.
  @Test(arguments: [
    (#"{"anyOf": [{"type": "integer"}, {"type": "number"}]}"#, "5", "GET /v1/x?a=5"),
    (#"{"anyOf": [{"type": "integer"}, {"type": "number"}]}"#, "\"q\"", "'a' must be an integer or a number, but is 'q'"),
    (#"{"type": ["integer", "boolean"]}"#, "\"q\"", "'a' must be an integer or true or false, but is 'q'"),
    (#"{"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}"#, "[1, 2]", "GET /v1/x?a=1&a=2"),
    (#"{"oneOf": [{"type": "integer", "maximum": 1}, {"type": "integer", "minimum": 5}]}"#, "\"q\"", "'a' must be an integer, but is 'q'"),
    (#"{"oneOf": [{"const": "b"}, {"const": "c"}]}"#, "\"c\"", "GET /v1/x?a=c"),
    (#"{"oneOf": [{"const": "b"}, {"const": "c"}]}"#, "\"d\"", "'a' must be 'b' or 'c', but is 'd'"),
    (#"{"oneOf": [{"enum": ["b", "c"]}, {"enum": ["c", "d"]}]}"#, "\"e\"", "'a' must be one of 'b', 'c', 'd', but is 'e'"),
    (#"{"oneOf": [{"const": 1}, {"const": 2}]}"#, "3", "'a' must be '1' or '2', but is '3'"),
    (#"{"oneOf": [{"enum": ["b"]}, {"enum": [""]}, {"enum": [null]}]}"#, "\"d\"", "'a' must be 'b' or '', but is 'd'"),
    (#"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#, "\"q\"", "GET /v1/x?a=q"),
  ])
  func aUnionWithoutATextTakesNone(schema: String, value: String, request: String) {
    let sample = Sample(#""parameters": [{"name": "a", "in": "query", "schema": \#(schema)}]"#)
    #expect(sample.request(#"{"a": \#(value)}"#) == request)
  }

  /// What only constrains a value says nothing of its type.
  @Test(arguments: [
    (#"{"type": "array", "oneOf": [{"minItems": 2}, {"maxItems": 4}], "items": {"type": "number"}}"#, "[1, 2]", "GET /v1/x?a=1&a=2"),
    (#"{"type": "integer", "anyOf": [{"minimum": 5}, {"maximum": 1}]}"#, "\"q\"", "'a' must be an integer, but is 'q'"),
    (#"{"type": "integer", "anyOf": [{"type": "integer"}, {"type": "string"}]}"#, "\"q\"", "GET /v1/x?a=q"),
  ])
  func aUnionOfConstraintsIsNoUnionOfTypes(schema: String, value: String, request: String) {
    let sample = Sample(#""parameters": [{"name": "a", "in": "query", "schema": \#(schema)}]"#)
    #expect(sample.request(#"{"a": \#(value)}"#) == request)
  }

  /// The type of a number and a string is checked, and the value is JSON text: a string is in quotes.
  @Test(arguments: [
    (#"{"type": "integer"}"#, "5", "GET /v1/x?a=5"), (#"{"type": "integer"}"#, "\"x\"", "'a' must be an integer, but is 'x'"),
    (#"{"type": "array", "items": {"type": "integer"}}"#, "[1]", "GET /v1/x?a=%5B1%5D"),
    (#"{"type": "string"}"#, "\"x y\"", "GET /v1/x?a=%22x%20y%22"), (#"{"type": "string"}"#, "5", "'a' must be a string, but is 5"),
    ("{}", "\"x\"", "GET /v1/x?a=%22x%22"), ("{}", "5", "GET /v1/x?a=5"),
  ])
  func contentOfAScalarHasAType(schema: String, value: String, request: String) {
    let sample = Sample(#""parameters": [{"name": "a", "in": "query", "content": {"application/json": {"schema": \#(schema)}}}]"#)
    #expect(sample.request(#"{"a": \#(value)}"#) == request)
  }

  /// A server can choose JSON by the header, if what a schema describes stands under any type.
  @Test(arguments: [
    (#"{"type": "object", "properties": {"a": {}}}"#, "GET /v1/x\nAccept: application/json, */*;q=0.1"),
    (#"{"type": "string"}"#, "GET /v1/x"),
  ])
  func jsonUnderAnyTypeIsAskedFor(schema: String, request: String) {
    let sample = Sample(#""responses": {"200": {"description": "", "content": {"*/*": {"schema": \#(schema)}}}}"#)
    #expect(sample.request() == request)
  }

  @Test func aParameterWithoutANameIsLeftOut() throws {
    let sample = Sample(#""parameters": [{"name": "", "in": "query"}, {"name": "a", "in": "query"}]"#)
    #expect(try sample.warnings() == ["the parameter has no 'name' or no 'in', and is left out"])
    #expect(sample.request(#"{"a": 1}"#) == "GET /v1/x?a=1")
  }

  /// A patch is a list of operations, whatever the schema says (RFC 6902 section 3).
  @Test func aPatchIsAList() {
    let sample = Sample(
      #""requestBody": {"content": {"application/json-patch+json": {"schema": {"type": "object"}}}}"#, method: "patch")
    #expect(sample.request(#"{"_": [{"op": "add"}]}"#).hasSuffix("\n\n[{\"op\":\"add\"}]"))
  }

  /// What all alternatives require is required.
  @Test func whatAllAlternativesRequire() {
    let one = #"{"type": "object", "required": ["kind", "n"], "properties": {"kind": {"type": "string"}, "n": {"type": "integer"}}}"#
    let two = #"{"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}"#
    let sample = Sample(
      #""requestBody": {"required": true, "content": {"application/json": {"schema": {"oneOf": [\#(one), \#(two)]}}}}"#, method: "post")
    #expect(sample.request("{}").contains("missing argument 'kind'"), "\(sample.request("{}"))")
    #expect(sample.request(#"{"kind": "a"}"#).hasSuffix("\n\n{\"kind\":\"a\"}"))
  }

  /// The members of an object are items of their own, and one of another parameter is another item.
  @Test func anItemTwice() {
    let sample = Sample(
      #""parameters": [{"name": "n", "in": "query"}, {"name": "f", "in": "query", "schema": {"type": "object"}}]"#)
    #expect(sample.request(#"{"n": "x", "f": {"n": "y", "k": 3}}"#) == "GET /v1/x?n=x&n=y&k=3")
  }

  /// Each format of an array in each place (Swagger 2.0, Parameter Object).
  @Test(arguments: [
    ("path", "pipes", "a%7Cb"), ("path", "csv", "a,b"), ("path", "ssv", "a%20b"), ("header", "pipes", "H: a|b"),
    ("header", "csv", "H: a,b"),
    ("header", "tsv", "H: a\tb"), ("query", "tsv", "H=a%09b"),
  ])
  func formats(place: String, format: String, part: String) throws {
    let parameter =
      #"{"name": "H", "in": "\#(place)", "required": true, "type": "array", "items": {"type": "string"}, "collectionFormat": "\#(format)"}"#
    let sample = Sample(
      whole: """
        {"swagger": "2.0", "host": "api.test", "paths": {"/x\(place == "path" ? "/{H}" : "")": {"post": {
          "operationId": "op", "parameters": [\(parameter)]}}}}
        """)
    #expect(try sample.warnings().isEmpty)
    #expect(sample.request(#"{"H": ["a", "b"]}"#).contains(part), "\(sample.request(#"{"H": ["a", "b"]}"#))")
  }

  @Test(arguments: [
    (#"{"style": "form", "explode": true}"#, #"{"k": "v", "l": "w"}"#, "\n\nk=v&l=w"),
    (#"{"style": "form", "explode": false}"#, #"{"k": "v"}"#, "\n\no=k,v"),
  ])
  func stylesOfItems(rule: String, value: String, part: String) {
    let body =
      #"{"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"o": {}}}, "encoding": {"o": \#(rule)}}}"#
    let sample = Sample(
      whole: """
        {"openapi": "3.0.3", "servers": [{"url": "https://api.test"}], "paths": {"/x": {"post": {
          "operationId": "op", "requestBody": {"content": \(body)}}}}}
        """)
    let request = sample.request(#"{"o": \#(value)}"#)
    #expect(request.contains(part), "\(request)")
  }

  @Test func aMemberWithTheNameOfTheWholeBodyIsSentInTheWholeBody() throws {
    let schema = #"{"type": "object", "required": ["_"], "properties": {"_": {"type": "string"}, "a": {"type": "string"}}}"#
    for (type, bytes) in [("application/json", #"{"a":"c","_":"b"}"#), ("application/x-www-form-urlencoded", "a=c&_=b")] {
      let sample = Sample(#""requestBody": {"required": true, "content": {"\#(type)": {"schema": \#(schema)}}}"#, method: "post")
      #expect(
        try sample.warnings() == ["'_' is the name of the whole body, so its member '_' is no argument; to send it, pass the whole body"])
      #expect(sample.request(#"{"_": {"_": "b", "a": "c"}}"#).hasSuffix("\n\n" + bytes))
      #expect(sample.request(#"{"a": "c"}"#).hasPrefix("POST /v1/x"))
    }
  }

  @Test func aFieldWithTheNameOfTheWholeBodyIsLeftOut() throws {
    let sample = Sample(
      whole: """
        {"swagger": "2.0", "host": "api.test", "paths": {"/x": {"post": {"operationId": "op", "parameters": [
          {"name": "_", "in": "formData", "type": "string"}, {"name": "a", "in": "formData", "type": "string"}]}}}}
        """)
    #expect(try sample.warnings().count == 1)
    #expect(sample.request(#"{"a": "b"}"#).hasSuffix("\n\na=b"))
  }
}
