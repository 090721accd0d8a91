import CallTestSupport
import Dial
import DialJSON
import DialModel
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine

/// Bodies in one of several media types, the whole query, lines of headers and the settings of tags.
struct BodyTests {
  private let several = Sample(
    """
    "requestBody": {"required": true, "content": {
      "*/*": {}, "application/xml": {"schema": {"type": "object"}}, "application/x-www-form-urlencoded": {"schema": {"$ref": "#/components/schemas/A"}},
      "application/json": {"schema": {"$ref": "#/components/schemas/A"}}, "image/*": {}, "application/x-ndjson": {},
      "application/vnd.shop+json; version=2": {"schema": {"$ref": "#/components/schemas/A"}}}}
    """, method: "post",
    components: #"{"schemas": {"A": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}}}"#)

  @Test(
    arguments: [
      (nil, #"{"a": 1}"#, "POST /v1/x\n\n{\"a\":1}"), ("application/json", #"{"a": 1}"#, "POST /v1/x\n\n{\"a\":1}"),
      (
        "application/x-www-form-urlencoded", #"{"a": 1}"#, "POST /v1/x\nContent-Type: application/x-www-form-urlencoded\n\na=1"
      ),
      ("application/xml", #"{"_": "<a/>"}"#, "POST /v1/x\nContent-Type: application/xml\n\n<a/>"),
      ("Application/XML; charset=utf-8", #"{"_": "<a/>"}"#, "POST /v1/x\nContent-Type: application/xml\n\n<a/>"),
      ("application/x-ndjson", #"{"_": [1, 2]}"#, "POST /v1/x\nContent-Type: application/x-ndjson\n\n1\n2\n"),
      (
        "application/vnd.shop+json", #"{"a": 1}"#, "POST /v1/x\nContent-Type: application/vnd.shop+json; version=2\n\n{\"a\":1}"
      ),
      ("image/png", #"{"_": "cG5n"}"#, "POST /v1/x\nContent-Type: image/png\n\npng"),
      ("text/csv", #"{"_": "YSxi"}"#, "POST /v1/x\nContent-Type: text/csv\n\na,b"),
      ("json", #"{"a": 1}"#, "'json' is not a media type; write a type such as application/json"),
      ("image/*", #"{"a": 1}"#, "'image/*' is not a media type; write a type such as application/json"),
    ] as [(String?, String, String)])
  func aCallChoosesTheMediaType(type: String?, arguments: String, request: String) {
    #expect(several.request(arguments, CallOptions(contentType: type)) == request)
  }

  /// Each alternative names itself with a value of its own, as validators of Python and generators of C# write it.
  @Test(arguments: [
    (#"{"v": 1}"#, "missing argument 't' (body, String)"), (#"{"t": "q", "v": 1}"#, "'t' must be 'c' or 'd', but is 'q'"),
    (#"{"t": "d", "v": 1}"#, "POST /v1/x\n\n{\"t\":\"d\",\"v\":1}"),
  ])
  func theNameOfAnAlternativeMustBeGiven(arguments: String, request: String) {
    func alternative(_ name: String) -> String {
      #"{"type": "object", "required": ["t", "v"], "properties": {"t": {"type": "string", "enum": ["\#(name)"]}, "v": {"type": "integer"}}}"#
    }
    let schema = #"{"oneOf": [\#(alternative("c")), \#(alternative("d"))], "discriminator": {"propertyName": "t"}}"#
    let sample = Sample(#""requestBody": {"required": true, "content": {"application/json": {"schema": \#(schema)}}}"#, method: "post")
    #expect(sample.request(arguments) == request)
  }

  /// What all alternatives fix to one value is no choice, so it is filled in.
  @Test func aValueThatAllAlternativesHaveIsFilledIn() {
    let alternative =
      #"{"type": "object", "required": ["t"], "properties": {"t": {"type": "string", "enum": ["c"]}, "KEY": {"type": "integer"}}}"#
    let schema = "{\"oneOf\": [\(alternative.replacing("KEY", with: "v")), \(alternative.replacing("KEY", with: "w"))]}"
    let sample = Sample(#""requestBody": {"required": true, "content": {"application/json": {"schema": \#(schema)}}}"#, method: "post")
    #expect(sample.request(#"{"w": 1}"#) == "POST /v1/x\n\n{\"t\":\"c\",\"w\":1}")
  }

  /// The document says how bytes are sent, and the name of a file only what it leaves open.
  @Test(
    arguments: [
      ("application/octet-stream", "a.json", nil, "application/octet-stream"), ("application/json", "a.json", nil, "application/json"),
      ("image/*", "a.png", nil, "image/png"), ("*/*", "a.csv", "image/webp", "image/webp"),
      ("image/*", "a.csv", "image/webp", "image/webp"),
      (
        "image/*", "a.csv", nil,
        "the file 'FOLDER/a.csv' is sent as text/csv because of its name, but the body must be 'image/*'"
      ),
    ] as [(String, String, String?, String)])
  func theTypeOfAFile(declared: String, file: String, type: String?, sent: String) throws {
    let folder = try TemporaryFolder([file: "1"])
    let schema = declared == "application/json" ? "{}" : #"{"schema": {"type": "string", "format": "binary"}}"#
    let sample = Sample(#""requestBody": {"required": true, "content": {"\#(declared)": \#(schema)}}"#, method: "post")
    let client = try sample.client()
    var found: String?
    do throws(CallError) {
      let draft = try client.prepare("op", ["_": .file(folder.path + "/" + file)], CallOptions(contentType: type))
      found = draft.request.headers[.contentType]
    } catch {
      found = error.message.replacing(folder.path, with: "FOLDER")
    }
    #expect(found == sent)
  }

  /// Null is no reason to leave out what is required.
  @Test(
    arguments: [
      (#"{"k": "1", "e": null, "a": null}"#, "POST /v1/x\n\n{\"k\":\"1\",\"a\":null,\"e\":null}"),
      (#"{"k": "1", "e": null, "a": "x"}"#, "POST /v1/x\n\n{\"k\":\"1\",\"a\":\"x\",\"e\":null}"),
      (#"{"k": "1", "e": "2"}"#, "missing argument 'a' (body)"), (#"{"k": "1", "a": "x"}"#, "missing argument 'e' (body, String?)"),
    ])
  func aRequiredMemberMayBeNull(arguments: String, request: String) {
    let sample = Sample(
      """
      "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["a", "e", "k"],
        "properties": {"k": {"type": "string"}, "a": {"oneOf": [{"type": "null"}, {"const": "x"}]}, "e": {"type": ["string", "null"]}}}}}}
      """, method: "post")
    #expect(sample.request(arguments).hasPrefix(request))
  }

  /// A part without a type can be anything, and items after the first ones have a type of their own.
  @Test func whatHasNoTypeIsNotRefused() throws {
    let folder = try TemporaryFolder(["a.json": "1"])
    let parts = Sample(
      #""requestBody": {"content": {"multipart/form-data": {"schema": {"properties": {"files": {"type": "array", "items": {}}, "one": {}}}}}}"#,
      method: "post")
    for name in ["files", "one"] {
      let draft = try parts.client().prepare("op", [name: .file(folder.path + "/a.json")])
      #expect(draft.request.headers[.contentType]?.hasPrefix("multipart/form-data") == true)
    }
    let prefix = Sample(
      """
      "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
        "t": {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "number"}}}}}}}
      """, method: "post")
    #expect(prefix.request(#"{"t": ["a", 1]}"#) == "POST /v1/x\n\n{\"t\":[\"a\",1]}")
  }

  /// Nothing says that text under a range is JSON.
  @Test(
    arguments: [
      (#""*/*": {"schema": {"type": "string"}}"#, #"{"_": "hi"}"#, nil, "POST /v1/x\nContent-Type: text/plain; charset=utf-8\n\nhi"),
      (#""*/*": {"schema": {"type": "string"}}"#, #"{"_": "hi"}"#, "text/csv", "POST /v1/x\nContent-Type: text/csv\n\nhi"),
      (#""*/*": {"schema": {"type": "string"}}"#, #"{"_": "{}"}"#, "application/json", "POST /v1/x\n\n{}"),
      (
        #""*/*": {"schema": {"type": "string", "format": "binary"}}"#, #"{"_": "aGk="}"#, "image/png",
        "POST /v1/x\nContent-Type: image/png\n\nhi"
      ),
      (#""text/*": {"schema": {"type": "string"}}"#, #"{"_": "hi"}"#, nil, "POST /v1/x\nContent-Type: text/plain; charset=utf-8\n\nhi"),
      (#""text/css": {"schema": {"type": "string"}}"#, #"{"_": "a"}"#, nil, "POST /v1/x\nContent-Type: text/css\n\na"),
      // Without a format, a string is text, unless the type is known to be of bytes.
      (#""application/jwt": {"schema": {"type": "string"}}"#, #"{"_": "aGk="}"#, nil, "POST /v1/x\nContent-Type: application/jwt\n\naGk="),
      (#""application/zip": {"schema": {"type": "string"}}"#, #"{"_": "aGk="}"#, nil, "POST /v1/x\nContent-Type: application/zip\n\nhi"),
      (
        #""application/x-tgz": {"schema": {"type": "string"}}"#, #"{"_": "aGk="}"#, nil, "POST /v1/x\nContent-Type: application/x-tgz\n\nhi"
      ),
      (
        #""application/jwt": {"schema": {"type": "string", "format": "binary"}}"#, #"{"_": "aGk="}"#, nil,
        "POST /v1/x\nContent-Type: application/jwt\n\nhi"
      ),
      (#""*/*": {"schema": {"type": "object", "properties": {"a": {}}}}"#, #"{"a": 1}"#, nil, "POST /v1/x\n\n{\"a\":1}"),
    ] as [(String, String, String?, String)])
  func textUnderARangeIsSentAsItIs(content: String, arguments: String, type: String?, request: String) {
    let sample = Sample(#""requestBody": {"required": true, "content": {\#(content)}}"#, method: "post")
    #expect(sample.request(arguments, CallOptions(contentType: type)) == request)
  }

  /// A body may be left out; one that is sent has what its schema requires.
  @Test(arguments: [
    ("{}", "POST /v1/x"), (#"{"a": 1}"#, "missing argument 'b' (body, String?)"),
    (#"{"_": {"a": 1}}"#, "missing argument 'b' (body, String?)"),
    (#"{"b": "x"}"#, "POST /v1/x\n\n{\"b\":\"x\"}"), (#"{"_": {"b": "x"}}"#, "POST /v1/x\n\n{\"b\":\"x\"}"),
    (#"{"q": 1}"#, "POST /v1/x?q=1"),
  ])
  func whatABodyRequires(arguments: String, request: String) {
    let schema = #"{"type": "object", "required": ["b", "id"], "properties": {"a": {}, "b": {"type": "string"}, "id": {"readOnly": true}}}"#
    let sample = Sample(
      #""parameters": [{"name": "q", "in": "query"}], "requestBody": {"content": {"application/json": {"schema": \#(schema)}}}"#,
      method: "post")
    #expect(sample.request(arguments) == request)
  }

  @Test func anUndeclaredTypeIsAnError() throws {
    var sample = several
    sample.document = sample.document.replacing(#""*/*": {}, "#, with: "")
    #expect(
      sample.request(#"{"a": 1}"#, CallOptions(contentType: "text/csv"))
        == "'op' does not declare a body of type 'text/csv'; declared: 'application/json', 'application/xml', "
        + "'application/x-www-form-urlencoded', 'image/*', 'application/x-ndjson', 'application/vnd.shop+json; version=2'")
    #expect(
      Sample(#""responses": {}"#).request("{}", CallOptions(contentType: "text/csv")) == "'op' declares no media type of a body")
  }

  /// The usual type is never a range if there is another one.
  @Test func theUsualTypeIsTheFirstOfTheBestKind() throws {
    for (content, type) in [
      (#""*/*": {}, "text/csv": {}"#, "text/csv"),
      (#""multipart/form-data": {}, "application/x-www-form-urlencoded": {}"#, "application/x-www-form-urlencoded"),
      (#""application/pdf": {}, "application/merge-patch+json": {}, "application/json-patch+json": {}"#, "application/merge-patch+json"),
    ] {
      let model = try #require(try Sample(#""requestBody": {"content": {\#(content)}}"#, method: "post").spec().service.endpoints["op"])
      #expect(model.mediaTypes.first == type)
    }
  }

  @Test func swaggerHasSeveralTypesToo() {
    let sample = Sample(
      whole: """
        {"swagger": "2.0", "host": "api.test", "consumes": ["application/json", "application/xml"], "paths": {"/x": {"post": {
          "operationId": "op", "parameters": [{"name": "pet", "in": "body", "schema": {"type": "object", "properties": {"a": {}}}}]}}}}
        """)
    #expect(sample.request(#"{"a": 1}"#) == "POST /x\n\n{\"a\":1}")
    #expect(
      sample.request(#"{"_": "<a/>"}"#, CallOptions(contentType: "application/xml")) == "POST /x\nContent-Type: application/xml\n\n<a/>")
  }

  @Test func theLanguageDeclaresSeveralTypes() throws {
    let spec = try Spec.load(
      yaml:
        "base: https://api.test\nendpoints:\n  op: {POST: '/x (a Int, query.q?)', contentTypes: [application/json, application/x-www-form-urlencoded, text/csv]}\n"
    )
    let client = Client(spec, transport: Canned())
    #expect(text(of: try client.prepare("op", ["a": 1]).request) == "POST /x\n\n{\"a\":1}")
    let form = CallOptions(contentType: "application/x-www-form-urlencoded")
    #expect(text(of: try client.prepare("op", ["a": 1], form).request) == "POST /x\nContent-Type: application/x-www-form-urlencoded\n\na=1")
    let csv = CallOptions(contentType: "text/csv")
    #expect(text(of: try client.prepare("op", ["_": "a,b", "q": "z"], csv).request) == "POST /x?q=z\nContent-Type: text/csv\n\na,b")
  }

  /// The first type is sent as it is declared, with and without a choice.
  @Test(arguments: [
    ("PATCH: /x (a Int)", "application/merge-patch+json, application/json", #"{"a": 1}"#, #"{"a":1}"#),
    ("POST: 'text /x (_ t)'", "text/csv, text/plain", #"{"t": "a,b"}"#, "a,b"),
    ("POST: 'lines /x (_ t)'", "application/jsonl, application/json", #"{"t": [1, 2]}"#, "1\n2\n"),
    ("POST: 'bytes /x (_ t Data)'", "image/png, image/jpeg", #"{"t": "AQI="}"#, "\u{1}\u{2}"),
    (
      "POST: '/x (a Int)', headers: {Content-Type: text/html, X-A: b}", "application/vnd.a+json, application/json", #"{"a": 1}"#,
      #"{"a":1}"#
    ),
    (
      "POST: 'text /x (_ t)', headers: {Content-Type: text/csv; charset=utf-8}", "text/csv; charset=utf-8, text/plain", #"{"t": "a,b"}"#,
      "a,b"
    ),
  ])
  func theFirstTypeIsSent(line: String, types: String, arguments: String, body: String) throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints:\n  op: {\(line), contentTypes: [\(types)]}\n")
    let client = Client(spec, transport: Canned())
    let members = try #require(try JSON(parsing: arguments).asObject).map { ($0.name, $0.value) }
    let first = String(types.prefix { $0 != "," })
    for options in [CallOptions(), CallOptions(contentType: first)] {
      let sent = text(of: try client.prepare("op", Arguments(members: members), options).request)
      #expect(sent.contains("Content-Type: \(first)\n") && sent.hasSuffix("\n\n" + body), "\(sent)")
      #expect(sent.contains("X-A: b") == line.contains("X-A"))
    }
  }

  // MARK: The whole query

  @Test(arguments: [
    (
      #""application/x-www-form-urlencoded": {"schema": {"type": "object"}}"#, #"{"q": {"a": 1, "b": [2, 3]}}"#, "/x",
      "GET /v1/x?a=1&b=2&b=3"
    ),
    (#""application/json": {"schema": {"type": "object"}}"#, #"{"q": {"a": [1]}}"#, "/x", "GET /v1/x?%7B%22a%22%3A%5B1%5D%7D"),
    (#""application/jsonpath": {"schema": {"type": "string"}}"#, #"{"q": "$.a.b[1:1]"}"#, "/x", "GET /v1/x?%24.a.b%5B1%3A1%5D"),
    (#""text/plain": {"schema": {"type": "string"}}"#, #"{"q": "a b"}"#, "/x?beta=true", "GET /v1/x?beta=true&a%20b"),
    (#""application/json": {}"#, "{}", "/x", "GET /v1/x"),
  ])
  func theWholeQuery(content: String, arguments: String, path: String, request: String) {
    let sample = Sample(#""parameters": [{"name": "q", "in": "querystring", "content": {\#(content)}}]"#, path: path)
    #expect(sample.request(arguments) == request)
  }

  // MARK: Headers

  @Test func anArrayInAHeaderCanHaveLines() throws {
    let sample = Sample(#""parameters": [{"name": "X-Tags", "in": "header", "schema": {"type": "array", "items": {"type": "string"}}}]"#)
    let arguments = #"{"X-Tags": ["a", "b"]}"#
    #expect(sample.request(arguments) == "GET /v1/x\nX-Tags: a,b")
    #expect(sample.request(arguments, CallOptions(headerLines: true)) == "GET /v1/x\nX-Tags: a\nX-Tags: b")
    let spec = try sample.changed(by: "endpoints: {op: {params: {X-Tags: {style: {arrays: repeat}}}}}")
    #expect(
      text(of: try Client(spec, transport: Canned()).prepare("op", ["X-Tags": ["a", "b"]]).request) == "GET /v1/x\nX-Tags: a\nX-Tags: b")
  }

  // MARK: Overlays

  private let tagged = Sample(
    whole: """
      {"openapi": "3.2.0", "servers": [{"url": "https://api.test"}], "tags": [{"name": "All"}, {"name": "Pets/Dogs", "parent": "All"}],
       "paths": {"/pets/{id}": {"get": {"operationId": "op", "tags": ["Pets/Dogs", "Other"], "parameters": [
         {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]}},
        "/a.b": {"get": {"operationId": "a.b", "tags": ["All"]}}, "/c": {"get": {}}}}
      """)

  @Test func groupsOfAnOverlayAreTags() throws {
    let spec = try tagged.changed(
      by: """
        headers: {X-Level: service, X-Service: s}
        groups:
          "Pets/Dogs": {headers: {X-Level: dogs}, endpoints: {op: {query: {v: 1}}}}
          All: {headers: {X-Level: all, X-All: a}}
          Other: {headers: {X-Level: other}}
          more: {prefix: /more, endpoints: {list: GET /list}}
        endpoints:
          a.b: {headers: {X-Level: own}}
        """)
    let client = Client(spec, transport: Canned())
    #expect(text(of: try client.prepare("op", ["id": "7"]).request) == "GET /pets/7?v=1\nX-Level: dogs\nX-Service: s\nX-All: a")
    #expect(text(of: try client.prepare("a.b").request) == "GET /a.b\nX-Level: own\nX-Service: s\nX-All: a")
    #expect(text(of: try client.prepare("getC").request) == "GET /c\nX-Level: service\nX-Service: s")
    #expect(text(of: try client.prepare("more.list").request) == "GET /more/list\nX-Level: service\nX-Service: s")
  }

  @Test(arguments: ["op", "GET /pets/{id}"])
  func anOverlayNamesAnOperation(name: String) throws {
    let spec = try tagged.changed(by: "endpoints: {'\(name)': {query: {v: 1}, params: {id: Int}}}")
    #expect(text(of: try Client(spec, transport: Canned()).prepare("op", ["id": 7]).request) == "GET /pets/7?v=1")
  }

  @Test func whatIsWrongInAGroupIsSaid() throws {
    #expect(throws: SpecError.self) { try tagged.changed(by: "groups: {All: {retry: often}}") }
  }
}
