import DialLibc
import Testing

@testable import Dial
@testable import DialCLI
@testable import DialConsole

/// `dial import openapi` prints a spec that sends the same as the document.
struct ImportOpenAPITests {
  /// A command that is passed without its format can have a token.
  @Test func aForgottenFormat() async {
    let ran = await dial("import", ["curl -H 'Authorization: Bearer planted' https://a.test/x"])
    let message = "error: unknown format; expected openapi, curl or har\nhint: write the format, too: dial import curl \"curl …\"\n"
    #expect(ran == Ran(out: "", err: message, exit: 2))
  }

  private static let shop = #"""
    {"openapi": "3.1.0", "info": {"title": "A shop: ${HOME}", "version": "1"}, "servers": [{"url": "https://{region}.shop.test/v1/",
      "variables": {"region": {"default": "eu"}}}],
     "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}, "security": [{"key": []}],
     "paths": {
      "/pets/{pet.id}": {
        "get": {"operationId": "pets/get-one", "tags": ["pets"], "summary": "Finds: a pet # really",
          "parameters": [{"name": "pet.id", "in": "path", "required": true, "schema": {"type": "string"}},
            {"name": "id", "in": "query", "schema": {"type": "integer"}}, {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
            {"name": "fields[apps]", "in": "query", "explode": false, "schema": {"type": "array", "items": {"type": "string"}}},
            {"name": "filter", "in": "query", "style": "deepObject", "schema": {"type": "object"}},
            {"name": "kind", "in": "query", "required": true, "schema": {"type": "string", "default": "a, ${HOME} \"b\""}},
            {"name": "limit", "in": "query", "required": true, "schema": {"type": "number", "default": 0.5}}],
          "responses": {"200": {"content": {"application/json": {}}}}},
        "patch": {"operationId": "pets.update", "tags": ["pets"], "security": [],
          "parameters": [{"name": "pet.id", "in": "path", "required": true, "schema": {"type": "string"}},
            {"name": "name", "in": "query", "schema": {"type": "string"}}],
          "requestBody": {"content": {"application/merge-patch+json": {"schema": {"type": "object",
            "properties": {"name": {"type": "string"}, "on sale": {"type": "boolean"}, "tags": {"type": "array"}}}}}}},
        "delete": {"operationId": "no", "parameters": [{"name": "pet.id", "in": "path", "required": true, "schema": {"type": "integer"}}],
          "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["why"],
            "properties": {"why": {"type": "string"}}}}}}}},
      "/files": {
        "post": {"operationId": "upload", "requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {"type": "object",
          "properties": {"file": {"type": "string", "format": "binary"}, "note": {"type": "string"}}}}}}},
        "put": {"operationId": "replace", "requestBody": {"content": {"application/octet-stream": {}}}},
        "query": {"operationId": "ask", "requestBody": {"content": {"application/json": {"schema": {"type": "array", "items": {"type": "integer"}}}}}}},
      "/ping": {"post": {"operationId": "ping", "servers": [{"url": "https://status.test"}], "parameters": [
        {"name": "at", "in": "cookie", "schema": {"type": "string"}}]}},
      "/x/{a b}": {"get": {"operationId": "matrix", "parameters": [{"name": "a b", "in": "path", "required": true, "style": "matrix",
        "schema": {"type": "string"}}]}}
     }}
    """#

  /// A name that is valid keeps itself, also behind another one that would become it.
  @Test func validNamesStay() async {
    let document = """
      {"openapi": "3.0.1", "servers": [{"url": "https://api.shop.io"}], "paths": {"/calls": {
        "get": {"operationId": "list-calls", "parameters": [{"name": "StartTime<", "in": "query", "schema": {"type": "string"}},
          {"name": "StartTime", "in": "query", "schema": {"type": "string"}}]},
        "post": {"operationId": "listCalls"}}}}
      """
    let ran = await dial("import openapi -", stdin: document)
    #expect(ran.out.contains(#"list-calls: GET /calls (StartTime2? String as "StartTime<", StartTime? String)"#), "\(ran.out)")
    #expect(ran.out.contains("listCalls: POST /calls"))
  }

  @Test func thePrintedSpecIsThatOfAPerson() async {
    let ran = await dial("import openapi -", stdin: Self.shop)
    #expect(ran.exit == 0)
    #expect(
      ran.err == """
        1 type left out: of the members of an argument; write their numbers and Booleans with ':=', as in size.width:=5
        1 mock response left out: made of examples and schemas; the mock of the document itself has them
        'matrix' is left out: the path sends the name 'a b', which is not a name of the language

        """)
    #expect(
      ran.out == #"""
        service: service
        doc: "A shop: ${HOME}"
        base: https://${SERVICE_REGION}.shop.test/v1
        vars: {SERVICE_REGION: eu}
        auth: header X-Key ${SERVICE_KEY}
        endpoints:
          petsGetOne:
            GET: /pets/{petId} -> JSON
            doc: "Finds: a pet # really"
            params:
              petId: String
              id?: Int
              header.X-Trace?: String
              fieldsApps?: {type: "[String]", as: "fields[apps]", style: {arrays: csv}}
              filter?: {style: {objects: nest, nesting: brackets, arrays: indices}}
              kind: String = "a, $${HOME} \"b\""
              limit: Double = 0.5
          petsUpdate:
            PATCH: /pets/{petId}
            headers: {Content-Type: application/merge-patch+json}
            auth: none
            hasBody: optional
            params:
              petId: String
              query.name?: String
              field.name?: String
              onSale?: Bool as "on sale"
              tags?: "[JSON]"
              "_*":
          "no": DELETE /pets/{petId} (petId Int, field.why String, field._*)
          upload: POST multipart /files (file? Data, note? String, _*)
          replace:
            PUT: bytes /files (_ body? Data)
            headers: {Content-Type: application/octet-stream}
          ask: QUERY /files (_ body? [Int])
          ping:
            POST: https://status.test/ping (cookie.at? String)
            auth: header X-Key ${SERVICE_KEY}
            redirects: {trust: [status.test]}
          # matrix: GET /x/{a b} is left out: the path sends the name 'a b', which is not a name of the language

        """#)
  }

  @Test func anImportBindsTheSameBytes() async throws { try await compare(Self.shop, name: "service", source: "-") }

  @Test func onlyNamesAndTagsAreImported() async {
    let ran = await dial("import openapi - --only pets --only ping", stdin: Self.shop)
    #expect(
      ran.out.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } == [
        "  petsGetOne:", "  petsUpdate:", "  ping:",
      ])
    #expect(
      await dial("import openapi - --only pest", stdin: Self.shop).err.contains("unknown endpoint or tag 'pest'"))
  }

  @Test func aSpecIsNoDocument() async {
    let ran = await dial("import openapi -", stdin: "base: https://a.test\nendpoints: {a: GET /}\n")
    #expect(ran.err.contains("'-' is not an OpenAPI document") && ran.exit == 6)
  }

  /// All documents of a folder, such as those of the judge: `DIAL_OPENAPI_DOCS=folder swift test --filter ImportOpenAPITests`.
  @Test(.enabled(if: Console.environment("DIAL_OPENAPI_DOCS") != nil))
  func importsOfAllDocumentsBindTheSameBytes() async throws {
    for folder in (Console.environment("DIAL_OPENAPI_DOCS") ?? "").split(separator: ":").map(String.init) {
      for file in CacheFolder.names(in: folder).sorted() where file.hasSuffix(".json") || file.hasSuffix(".yaml") {
        let path = "\(folder)/\(file)"
        try await compare(String(decoding: LocalFile(path).read(), as: UTF8.self), name: Paths.stem(of: path), source: path)
      }
    }
  }

  // MARK: Comparison

  private func compare(_ document: String, name: String, source: String) async throws {
    let ran = await dial("import openapi", [source], stdin: document)
    #expect(Spec.check(yaml: Array(ran.out.utf8), name: "import.yaml").allSatisfy { $0.severity == .note }, "\(source)")
    let original = try Spec.load(yaml: document, name: "\(name).yaml", trust: .folder)
    let imported = try Spec.load(yaml: ran.out, name: "import.yaml", trust: .folder)
    let omitted = ran.err.split(separator: "\n").filter { $0.contains("is left out") }.map { $0.dropFirst().prefix { $0 != "'" } }
    let names = original.service.endpoints.names.filter { !omitted.contains($0[...]) }
    #expect(names.count == imported.service.endpoints.count, "\(source)")
    var (compared, equal) = (0, 0)
    for (old, new) in zip(names, imported.service.endpoints.names) {
      guard let before = original.service.endpoints[old], let after = imported.service.endpoints[new] else {
        Issue.record("\(source): \(old) cannot be read")
        continue
      }
      let twins = zip(before.parameters, after.parameters)
      #expect(before.parameters.count == after.parameters.count, "\(source): \(old)")
      for isFull in [false, true] {
        let given = twins.filter { ($0.0.isRequired || isFull) && !$0.0.isSpread }
        func arguments(_ name: (ParameterModel) -> String, _ side: ((ParameterModel, ParameterModel)) -> ParameterModel) -> Arguments {
          Arguments(members: given.map { (name(side($0)), Self.value(of: $0.0)) })
        }
        let a = request(original, old, arguments(\.qualifiedName) { $0.0 })
        let b = request(imported, new, arguments(\.qualifiedName) { $0.1 })
        compared += 1
        // What cannot be sent in the document cannot be compared.
        if a == b || a.contains(": error: ") { equal += 1 } else { Issue.record("\(source): \(old) \(isFull)\n--- \(a)\n+++ \(b)") }
      }
    }
    print("\(source): \(equal) of \(compared) requests are equal, \(omitted.count) left out")
  }

  /// Returns a value with characters that are encoded somewhere.
  private static func value(of parameter: ParameterModel) -> JSON {
    func value(_ shape: Shape) -> JSON {
      switch shape {
      case .array(let item): [value(item), value(item)]
      case .optional(let inner): value(inner)
      case .int, .int64, .uint64: 9_007_199_254_740_993
      case .double: 1.5
      case .bool: false
      case .data: "aGVsbG8="
      case .json where parameter.style.objects != nil: ["R": "a/b", "G": 7]
      case .json where parameter.place == .field: ["a": ["b c", 1], "d": .null]
      // A header or a cookie takes less.
      default: parameter.place == .header || parameter.place == .cookie ? "a/b" : "a/b c&d=é?#{x}${y}"
      }
    }
    return value(parameter.shape)
  }

  private func request(_ spec: Spec, _ name: String, _ arguments: Arguments) -> String {
    let model = spec.service.endpoints[name]
    let names = (model?.auth.variables ?? []) + (spec.service.base?.variables ?? [])
    let variables = Variables(Dictionary(names.map { ($0, "v") }, uniquingKeysWith: { first, _ in first }))
    let base = spec.service.base == nil ? "https://api.test" : nil
    let client = Client(spec, variables: variables, base: base, transport: Never404())
    do {
      let request = try client.prepare(name, arguments).request
      // A boundary is another one in each request.
      var lines = request.headers.map { "\($0.name): \($0.value.prefix { $0 != "=" })" }.sorted()
      lines.insert("\(request.method) \(request.url)", at: 0)
      switch request.body {
      case .none: break
      case .bytes(let bytes): lines += ["", String(decoding: bytes, as: UTF8.self)]
      case .stream(let length, _, _): lines += ["", "a stream of \(length ?? -1) bytes"]
      }
      return lines.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }
}

/// A transport that is not used.
private struct Never404: Transport {
  func send(_ request: PreparedRequest) async throws -> Response {
    Response(status: .notFound, headers: [:], url: request.url, body: ResponseBody([]))
  }

  @Test func constraintsAreImported() async throws {
    let document = """
      openapi: 3.1.0
      info: {title: t, version: "1"}
      servers: [{url: "https://a.test"}]
      paths:
        /x: {get: {operationId: x, parameters: [
          {name: n, in: query, schema: {type: integer, minimum: 1, exclusiveMaximum: 9, multipleOf: 2}},
          {name: s, in: query, schema: {type: string, minLength: 2, maxLength: 4, pattern: "^a"}},
          {name: l, in: query, schema: {type: array, minItems: 1, maxItems: 2, uniqueItems: true, items: {type: string}}},
          {name: e, in: query, schema: {type: string, enum: [up, down]}}]}}
      """
    let ran = await dial("import openapi -", stdin: document)
    #expect(ran.exit == 0 && ran.err == "", "\(ran)")
    let spec = ran.out
    for (argument, fault) in [
      ("n=0", "'n' must be at least 1, but is 0"), ("n=9", "'n' must be less than 9, but is 9"), ("n=3", "'n' must be a multiple of 2"),
      ("s=a", "'s' must have at least 2 characters"), ("s=aaaaa", "'s' must have at most 4 characters"),
      ("s=bb", "'s' must match the pattern '^a'"), ("l:=[]", "'l' must have at least 1 item"),
      ("l:=[\"a\",\"a\"]", "'l' must have distinct items"), ("e=left", "'e' must be 'up' or 'down', but is 'left'"),
    ] {
      for text in [spec, document] {
        #expect(await dial("s x \(argument) --curl", specs: ["s": text]).err.contains(fault), "\(argument) \(text)")
      }
    }
    #expect(await dial("s x n=4 s=ab l=a e=up --curl", specs: ["s": spec]).exit == 0)
  }
}
