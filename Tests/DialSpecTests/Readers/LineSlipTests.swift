import Dial
import DialSyntax
import Testing

@testable import DialBuild
@testable import DialSpec

/// A spec with one slip in one line, and the line that was meant.
struct LineSlip: Sendable, CustomTestStringConvertible {
  let id: String
  let slip: String
  /// The text after the fix-it; nil if there is none.
  let fixed: String?
  let template: String

  var before: String { template.replacing("$$", with: slip) }
  var after: String { template.replacing("$$", with: fixed ?? slip) }
  /// The number of the line with the slip.
  var line: Int { template.prefix { $0 != "$" }.count { $0 == "\n" } + 1 }
  var testDescription: String { slip }

  /// A slip in the line of an endpoint.
  static func line(_ id: String, _ slip: String, _ fixed: String? = nil) -> LineSlip {
    LineSlip(id: id, slip: slip, fixed: fixed, template: head + "endpoints:\n  find: $$\n")
  }

  /// A slip in the keys of an endpoint.
  static func keys(_ id: String, _ slip: String, _ fixed: String? = nil) -> LineSlip {
    LineSlip(id: id, slip: slip, fixed: fixed, template: head + "endpoints:\n  find:\n    GET: /find (page Int = 1)\n    $$\n")
  }

  /// A slip in the type of a member.
  static func type(_ id: String, _ slip: String, _ fixed: String? = nil) -> LineSlip {
    LineSlip(id: id, slip: slip, fixed: fixed, template: head + "  Item:\n    id: Int\n    tags: $$\nendpoints: {find: GET /find}\n")
  }

  /// A slip at the top level.
  static func top(_ id: String, _ slip: String, _ fixed: String? = nil) -> LineSlip {
    LineSlip(id: id, slip: slip, fixed: fixed, template: "$$\n" + head + "endpoints: {find: GET /find}\n")
  }

  /// A slip in the declared types.
  static func types(_ slip: String, _ fixed: String? = nil) -> LineSlip {
    LineSlip(
      id: "shape", slip: slip, fixed: fixed, template: "base: https://api.example.com\ntypes: $$\nendpoints: {find: GET /find}\n")
  }

  /// A slip between the endpoints.
  static func endpoints(_ id: String, _ slip: String, _ fixed: String? = nil) -> LineSlip {
    LineSlip(id: id, slip: slip, fixed: fixed, template: head + "endpoints:\n  list:\n    GET: /list (page Int = 1)\n  $$\n")
  }

  private static let head = "base: https://api.example.com\ntypes:\n  Sort: asc | desc\n  Fault: {code: Int}\n"
}

/// Each slip has one finding in its line. Its fix-it leads to the line that was meant, or there is none.
struct LineSlipTests {
  static let conditions: [LineSlip] = [
    .keys("selection", "poll: state == done", "poll: state == 'done'"),
    .keys("selection", "poll: {until: data.status == SUCCEEDED}", "poll: {until: data.status == 'SUCCEEDED'}"),
    .keys("selection", "poll: 'phase == Running'", "poll: 'phase == ''Running'''"),
    .keys("selection", "poll: done == true", "poll: done == `true`"),
    .keys("selection", "poll: {until: done, fail: error != null}", "poll: {until: done, fail: error != `null`}"),
    .keys("selection", "fails: {when: ok == false}", "fails: {when: ok == `false`}"),
    .keys("selection", "select: \"items[?active == true].id\"", "select: \"items[?active == `true`].id\""),
    .keys("selection", "select: \"items[?type == sale]\"", "select: \"items[?type == 'sale']\""),
    .keys("selection", "paginate: {page: page, until: has_more == false}", "paginate: {page: page, until: has_more == `false`}"),
    .keys(
      "selection", "poll: step == finished\n    mock: {json: {step: busy}}", "poll: step == 'finished'\n    mock: {json: {step: busy}}"),
    .keys("selection", "poll: step == finished\n    returns: {step: String}", "poll: step == 'finished'\n    returns: {step: String}"),
    .keys("selection", "poll: true == done"),
  ]

  static let defaults: [LineSlip] = [
    .line("default-value", "GET /a (days = 5 Int)", "GET /a (days Int = 5)"),
    .line("default-value", "GET /a (days = Int 5, q?)", "GET /a (days Int = 5, q?)"),
    .line("default-value", "GET /a (days = Int)", "GET /a (days Int)"),
    .line("default-value", "GET /a (days? = String?)", "GET /a (days? String?)"),
    .line("default-value", "GET /a (on = true bool)", "GET /a (on Bool = true)"),
    .line("default-value", "GET /a (w = null Int)", "GET /a (w Int? = null)"),
    .line("default-value", "GET /a (q = \"a b\" String)", "GET /a (q String = \"a b\")"),
    .line("default-value", "GET /a (q = hello String)", "GET /a (q String = hello)"),
    .line("default-value", "GET /a (days = int)", "GET /a (days Int)"),
    .line("default-value", "GET /a (sort = asc Sort)", "GET /a (sort Sort = asc)"),
    .line("default-value", "GET /a (tags = [String])", "GET /a (tags [String])"),
    .line("default-value", "GET /a (days as d = 5 Int)"),
    .line("parameter", "GET /a (x Int default 5, q?)", "GET /a (x Int = 5, q?)"),
    .line("parameter", "\"GET /a (x default: 5)\"", "\"GET /a (x = 5)\""),
    .line("parameter", "GET /a (x Int default = 5)", "GET /a (x Int = 5)"),
    .line("parameter", "GET /a (x default Int)", "GET /a (x, default Int)"),
    .line("sent-literally", "GET /a (q = 'x')", "GET /a (q = \"x\")"),
    .line("sent-literally", "GET /a (q String = 'x y')", "GET /a (q String = \"x y\")"),
    .line("sent-literally", "\"GET /a (q = 'x')\"", #""GET /a (q = \"x\")""#),
    .line("default-value", "GET /a (sort = asc|desc)", "GET /a (sort asc | desc)"),
    .line("default-value", "GET /a (sort = asc | desc = asc)", "GET /a (sort asc | desc = asc)"),
    .line("default-value", "GET /a (n == 1)", "GET /a (n = 1)"),
    .line("default-value", "GET /a (on Bool = True)", "GET /a (on Bool = true)"),
  ]

  static let targets: [LineSlip] = [
    .line("target", "GET /a/<int:id>", "GET /a/{id}"),
    .line("target", "GET /a/<id:int>/b", "GET /a/{id}/b"),
    .line("target", "GET /a/<path:rest>", "GET /a/{*rest}"),
    .line("target", "GET /a/[id]/b (id Int)", "GET /a/{id}/b (id Int)"),
    .line("target", "GET /a/[...slug]", "GET /a/{*slug}"),
    .line("target", "GET /a/*rest", "GET /a/{*rest}"),
    .line("target", "GET /a/:rest*", "GET /a/{*rest}"),
    .line("target", "GET /a/* (path)", "GET /a/{*path} (path)"),
    .line("target", "GET /a?size=:size (size Int)", "GET /a?size={size} (size Int)"),
    .line("target", "GET /a?size=:limit (limit Int)", "GET /a?size={limit} (limit Int)"),
    .line("target", "GET /a?q=<q>", "GET /a?q={q}"),
    .line("target", "GET /a/{path...}", "GET /a/{*path}"),
    .line("target", "GET /a/{**path}", "GET /a/{*path}"),
    .line("target", "GET /a/{path:path}", "GET /a/{*path}"),
    .line("target", "GET /a/{id:[0-9]+}", "GET /a/{id}"),
    .line("target", "GET /a/{ id }", "GET /a/{id}"),
    .line("target", "GET /a/{:id}", "GET /a/{id}"),
    .line("sent-literally", "{GET: /a (id), headers: {X-A: ':id'}}", "{GET: /a (id), headers: {X-A: \"{id}\"}}"),
    .line("sent-literally", "{GET: /a (id), headers: {X-A: $id}}", "{GET: /a (id), headers: {X-A: \"{id}\"}}"),
    .line("sent-literally", "{GET: /a, query: {page: '{{page}}'}}"),
    .line("sent-literally", "{GET: /a, query: {page: '{{PAGE}}'}}", "{GET: /a, query: {page: '${PAGE}'}}"),
    .line("sent-literally", "{POST: /a (id), body: {id: $id}}", "{POST: /a (id), body: {id: \"{id}\"}}"),
    .line("sent-literally", "{POST: /a (id), body: {x: '<id>'}}", "{POST: /a (id), body: {x: \"{id}\"}}"),
    .line("target", #"GET "/a" (q?)"#, "GET /a (q?)"),
    .line("target", "GET '/a/{id}' -> Fault", "GET /a/{id} -> Fault"),
    .line("target", "GET '/a (q?)'", "GET /a (q?)"),
    .line("target", "GET /a/{id}@data.list -> [Int]", "GET /a/{id} @ data.list -> [Int]"),
    .line("target", "GET /a@items -> [Int]", "GET /a @ items -> [Int]"),
    .line("target", "GET /a/{id}!Fault", "GET /a/{id} ! Fault"),
    .line("target", "GET /a/$id", "GET /a/{id}"),
    .line("target", "GET /a/$userId/b", "GET /a/{userId}/b"),
    .line("target", "GET /a/$name (name String)", "GET /a/{name} (name String)"),
    .line("target", "GET /a/%s", "GET /a/{id}"),
    .line("target", "GET /a/%d/b (n Int, q?)", "GET /a/{n}/b (n Int, q?)"),
    .line("target", #"GET /a/\(id)"#, "GET /a/{id}"),
    .line("target", "GET /a/#{id}", "GET /a/{id}"),
    .line("unknown-placeholder", "GET /a/{k} (k as kk)", "GET /a/{k} (k as k)"),
    .line("sent-literally", "{GET: /a, headers: {X-A: '{$random}'}}", "{GET: /a, headers: {X-A: '{$uuid}'}}"),
    .line("sent-literally", "{POST: /a, body: {x: 'id {$guid}'}}", "{POST: /a, body: {x: 'id {$uuid}'}}"),
    .line("sent-literally", "{POST: /a, body: '{$nwo}'}", "{POST: /a, body: '{$now}'}"),
    .line("sent-literally", "{POST: /a, query: {x: '{$price}'}}"),
    .line("target", "GET {{baseUrl}}/a/b", "GET /a/b"),
    .line("target", "GET /a/{{ _.id }}", "GET /a/{id}"),
    .line("target", "GET /a/${id} (id Int)", "GET /a/{id} (id Int)"),
    .line("target", "GET /a ?q={q}", "GET /a?q={q}"),
  ]

  static let types: [LineSlip] = [
    .type("shape", "array of String", "[String]"),
    .type("shape", "list of strings", "[String]"),
    .type("shape", "Array of Fault", "[Fault]"),
    .type("shape", "array<string>", "[String]"),
    .type("shape", "List[str]", "[String]"),
    .type("shape", "\"[]Fault\"", "\"[Fault]\""),
    .type("yaml-quote", "[]Fault", "[Fault]"),
    .type("shape", "map[string]int", "\"[String: Int]\""),
    .type("shape", "Map<string, Fault>", "\"[String: Fault]\""),
    .type("shape", "dict[str, list[int]]", "\"[String: [Int]]\""),
    .type("shape", "\"Record<string, JSON>\"", "\"[String: JSON]\""),
    .type("shape", "optional Fault", "Fault?"),
    .type("shape", "nullable string", "String?"),
    .type("shape", "optional list of Fault", "\"[Fault]?\""),
    .type("shape", "Optional<string>", "String?"),
    .type("shape", "String...", "[String]"),
    .type("shape", "$ref Fault", "Fault"),
    .type("shape", "{$ref: \"#/types/Fault\"}", "Fault"),
    .type("shape", "song/podcast", "song | podcast"),
    .type("shape", "song or podcast", "song | podcast"),
    .type("shape", "[song, podcast]", "song | podcast"),
    .type("shape", "[\"N/A\", \"b c\"]", #"'"N/A" | "b c"'"#),
    .type("shape", "{enum: [song, podcast]}", "song | podcast"),
    .type("shape", "{type: string, enum: [song, podcast]}", "song | podcast"),
    .line("shape", "GET /a -> []Fault", "GET /a -> [Fault]"),
    .line("shape", "GET /a -> map[string]Fault", "GET /a -> [String:Fault]"),
    .line("shape", "GET /a (tags array of String, q?)", "GET /a (tags [String], q?)"),
    .line("shape", "GET /a (tags String..., q?)", "GET /a (tags [String], q?)"),
    .line("shape", "GET /a (tags ...String)", "GET /a (tags [String])"),
    .line("shape", "GET /a (id optional Int)", "GET /a (id Int?)"),
    .line("shape", "GET /a (kind [song, podcast])", "GET /a (kind song | podcast)"),
    .line("shape", "GET /a (kind song/podcast = song)", "GET /a (kind song | podcast = song)"),
    .line("shape", "GET /a -> (items [$ref Fault])", "GET /a -> (items [Fault])"),
    .line("parameter", "GET /a (id optional)"),
    .line("parameter", "GET /a (from Date ?)", "GET /a (from Date?)"),
    .line("parameter", "GET /a (from Date ? = 2024-01-01T00:00:00Z)", "GET /a (from Date? = 2024-01-01T00:00:00Z)"),
    .line("shape", "GET /a -> (total header X-Total)", "GET /a -> (total header.X-Total)"),
    .line("shape", "GET /a -> (total headers.X-Total Int)", "GET /a -> (total header.X-Total Int)"),
    .line("shape", "GET /a -> (total Header.X-Total)", "GET /a -> (total header.X-Total)"),
    .line("shape", "GET /a -> Promise<Fault>", "GET /a -> Fault"),
    .line("shape", "GET /a -> Fault[] | null", "GET /a -> [Fault]?"),
    .line("shape", "GET /a -> tuple[int, str]"),
    .line("shape", "GET /a -> Map<Int, Fault>"),
    .line("shape", "GET /a (id Int!)", "GET /a (id Int)"),
    .line("shape", "GET /a (ids [Int!])", "GET /a (ids [Int])"),
    .line("shape", "GET /a (q *string)", "GET /a (q String?)"),
    .line("unknown-type", "GET /a (q string?, r?)", "GET /a (q String?, r?)"),
    .type("shape", "{type: object, properties: {a: {type: integer}, b: {type: array, items: {type: string}}}}", "{a: Int, b: [String]}"),
    .type("shape", "{type: object, required: [a], properties: {a: {type: integer}, b: {type: string}}}", "{a: Int, b: String?}"),
    .type("shape", "{type: array, items: {type: string}}", "[String]"),
  ]

  static let lines: [LineSlip] = [
    .line("yaml-quote", "POST: /a (q String)", "POST /a (q String)"),
    .line("yaml-quote", "POST: form /a (q String)", "POST form /a (q String)"),
    .line("encoding", "POST application/json /a", "POST json /a"),
    .line("encoding", "POST multipart/form-data /a (f File)", "POST multipart /a (f File)"),
    .line("encoding", "POST x-www-form-urlencoded /a (f)", "POST form /a (f)"),
    .line("encoding", "{POST: /a, encoding: application/x-www-form-urlencoded}", "{POST: /a, encoding: form}"),
    .line("encoding", "{POST: /a (f), encoding: urlencoded}", "{POST: /a (f), encoding: form}"),
    .line("codec", "{POST: /a, decode: application/json}", "{POST: /a, decode: json}"),
    .line("method", "-X GET /a", "GET /a"),
    .line("method", "curl -X GET /a", "GET /a"),
    .line("method", "--request DELETE /a/{id}", "DELETE /a/{id}"),
    .line("signature", "GET /a -> [Fault] throws Fault", "GET /a -> [Fault] ! Fault"),
    .line("signature", "GET /a (q?) throws Fault", "GET /a (q?) ! Fault"),
    .line("signature", "GET /a (q?) returns Fault", "GET /a (q?) -> Fault"),
    .line("place", "GET /a (@Query since Int?)", "GET /a (query.since Int?)"),
    .line("place", "POST /a (@Body user Fault)", "POST /a (_ user Fault)"),
    .line("place", "GET /a (@Header(\"X-A\") a String)"),
    .line("selection", "GET /a @ $.items", "GET /a @ items"),
    .line("selection", "GET /a @ .items", "GET /a @ items"),
    .line("selection", "GET /a @ $.items[*].id -> [Int]", "GET /a @ items[*].id -> [Int]"),
    .line("selection", "GET /a @ items.0.id", "GET /a @ items[0].id"),
    .keys("selection", "select: $.items", "select: items"),
    .line("place", "GET /a (q String as X-Foo in header)", "GET /a (header.q String as X-Foo)"),
    .line("place", "GET /a (q in header, r?)", "GET /a (header.q, r?)"),
    .line("place", "GET /a (q Int? from header)", "GET /a (header.q Int?)"),
    .line("place", "POST /a (body.name String)", "POST /a (field.name String)"),
    .line("invalid-name", "GET /a (filter[name] String)", "GET /a (filter_name String as filter[name])"),
    .line("invalid-name", "GET /a (page[size]? Int = 5)", "GET /a (page_size? Int as page[size] = 5)"),
    .line("parameter", "GET /a (n := 1)", "GET /a (n = 1)"), .line("parameter", "GET /a (string name)"),
    .line("parameter", "GET /a (int page, q String)"),
    .line("parameter-list", "GET /a {q?, r Int}", "GET /a (q?, r Int)"),
    .line("signature", "GET /a - > Fault", "GET /a -> Fault"),
    .line("signature", "GET /a (q?) > Fault", "GET /a (q?) -> Fault"),
    .line("signature", "GET /a -> [Int] @ items", "GET /a @ items -> [Int]"),
    .line("target", "GET (q?) /a -> Int", "GET /a (q?) -> Int"),
    .line("yaml-quote", "@GET /a", "GET /a"),
    .line("yaml-quote", "`GET /a (q?)`", "GET /a (q?)"),
    .line("yaml-quote", "GET /a: Fault", "GET /a -> Fault"),
    .line("yaml-quote", "GET /a (offset: 0, on: true)", "GET /a (offset = 0, on = true)"),
    .line("yaml-quote", "GET /a (q?: string)", "GET /a (q? String)"),
    .line("method", "async GET /a", "GET /a"),
    .line("place", "GET /a (header X-Foo)", "GET /a (header.X-Foo)"),
    .line("parameter", "GET /a (q header)"),
    .line("parameter", "GET /a (q String header)"),
    .keys("selection", "poll: status === 'done'", "poll: status == 'done'"),
    .keys("selection", "poll: status = 'done'", "poll: status == 'done'"),
  ]

  static let keys: [LineSlip] = [
    .keys("expected-text", "headers: {X-A: {{page}}}", #"headers: {X-A: "{page}"}"#),
    .keys("expected-text", "headers: {X-A: {{API_KEY}}}", #"headers: {X-A: "${API_KEY}"}"#),
    .keys("expected-text", "query: {k: {page}}", #"query: {k: "{page}"}"#),
    .top("yaml-syntax", "timeout = 10s", "timeout: 10s"),
    .top("yaml-syntax", "timeout=10s", "timeout: 10s"),
    .top("yaml-quote", "auth: header X-Api-Key: ${KEY}", "auth: header X-Api-Key ${KEY}"),
    .top("yaml-quote", "auth: query key: ${KEY}", "auth: query key ${KEY}"),
    .top("yaml-quote", "auth: bearer: ${TOKEN}", "auth: bearer ${TOKEN}"),
    .top("yaml-quote", "auth: X-Api-Key: ${KEY}", "auth: header X-Api-Key ${KEY}"),
    .top("yaml-quote", "auth: Authorization: Bearer ${TOKEN}", "auth: bearer ${TOKEN}"),
    .top("yaml-quote", "retry: {max: 4 on: 503}", "retry: {max: 4, on: 503}"),
    .top("yaml-quote", "timeout: {connect: 3s read: 20s}", "timeout: {connect: 3s, read: 20s}"),
    .top("yaml-quote", "x-a: {doc: Say this: hello}", "x-a: {doc: \"Say this: hello\"}"),
    .type("yaml-quote", "{id: Int title: String}", "{id: Int, title: String}"),
    .top("expected-value", "cache: {ttl: 5m}", "cache: 5m"),
    .top("expected-value", "cache: {mode: standard}", "cache: standard"),
    .top("expected-value", "compress: {type: gzip}", "compress: gzip"),
    .top("unknown-key", "retry: {attempts: 4}"),
    .top("unknown-key", "retry: {delay: 500ms..10s}", "retry: {backoff: 500ms..10s}"),
    .top("duration", "timeout: 10s,", "timeout: 10s"),
    .top(
      "unknown-key", "auth: {oauth2: {grant: client_credentials, tokenUrl: /token, client_id: a, client_secret: \"${S}\"}}",
      "auth: {oauth2: {grant: client_credentials, token_url: /token, client_id: a, client_secret: \"${S}\"}}"),
    .top("yaml-alias", "x-b: [&slow {timeout: 5m}, {<<: *slwo}]", "x-b: [&slow {timeout: 5m}, {<<: *slow}]"),
    .keys("unknown-key", "paginate: {offset: page, pageSize: 50}", "paginate: {offset: page, step: 50}"),
    .keys("unknown-key", "paginate: {offset: page, per_page: 50}", "paginate: {offset: page, step: 50}"),
    .keys("unknown-key", "params: {page: {type: Int, nullable: true}}"),
    .line(
      "body-conflict", "{POST: /a, params: {q: String, note: {type: String, in: body}}}",
      "{POST: /a, params: {q: String, note: {type: String, in: field}}}"),
    .line(
      "body-conflict", "{POST: multipart /a, params: {f: File, note: {in: body}}}",
      "{POST: multipart /a, params: {f: File, note: {in: part}}}"
    ),
    .line("size", "{POST: /a, params: {f: {type: File, max: 20M}}}", "{POST: /a, params: {f: {type: File, max: 20MB}}}"),
    .endpoints("misplaced-key", "paginate: {page: page, until: empty}", "  paginate: {page: page, until: empty}"),
    .endpoints("misplaced-key", "poll: state == 'done'", "  poll: state == 'done'"),
    .endpoints("misplaced-key", "retry: 3", "  retry: 3"),
    .endpoints("misplaced-key", "auth: none", "  auth: none"),
    .endpoints("misplaced-key", "select: items", "  select: items"),
    .endpoints("misplaced-key", "doc: Lists all items.", "  doc: Lists all items."),
    .endpoints("misplaced-key", "mock: [{status: 404}, {status: 200}]", "  mock: [{status: 404}, {status: 200}]"),
    .endpoints("misplaced-key", "headers:\n    X-A: b\n\n    X-C: d", "  headers:\n      X-A: b\n\n      X-C: d"),
    .endpoints("invalid-name", "DELETE /orders/{id}: (id Int) -> Void"),
    .endpoints("invalid-name", "/orders: GET"),
    .endpoints("invalid-name", "/orders: {get: {summary: x}}"),
    .line("parameter", "GET /a (id nullable)"),
    .top("yaml-quote", "retry: {max: 3, on: [503]}]", "retry: {max: 3, on: [503]}"),
    .top("yaml-quote", "auth: {bearer ${TOKEN}}", "auth: bearer ${TOKEN}"),
    .top("auth", "auth: ${TOKEN}", "auth: bearer ${TOKEN}"),
    .top("auth", "auth: basic ${USER}:${PASS}", "auth: basic ${USER} ${PASS}"),
    .top("auth", "auth: query key=${KEY}", "auth: query key ${KEY}"),
    .top("auth", "auth: basic user:hunter2"),
    .top("auth", "auth: Bearer {{TOKEN}}", "auth: bearer ${TOKEN}"),
    .top("statuses", "accept: 200-299", "accept: 2xx"),
    .top("statuses", "retry: {max: 3, on: [500..599, network]}", "retry: {max: 3, on: [5xx, network]}"),
    .top(
      "unknown-key", "auth: {aws4: {accessKey: \"${A}\", secret: \"${B}\", service: s3, region: eu}}",
      "auth: {aws4: {key: \"${A}\", secret: \"${B}\", service: s3, region: eu}}"),
    .endpoints("invalid-name", "add POST: /a (q?)", "add: POST /a (q?)"),
    .top("expected-value", "cache: no-store", "cache: none"),
  ]

  static let lists: [LineSlip] = [
    LineSlip(
      id: "expected-mapping", slip: "  - name: admin\n    prefix: /a\n    endpoints: {b: GET /b}\n  - name: staff\n    prefix: /s",
      fixed: "  admin:\n    prefix: /a\n    endpoints: {b: GET /b}\n  staff:\n    prefix: /s",
      template: "base: https://api.example.com\ngroups:\n$$\n"),
    LineSlip(
      id: "expected-mapping", slip: "- name: add\n  POST: /a\n- name: list\n  GET: /a", fixed: nil,
      template: "base: https://api.example.com\nendpoints:\n$$\n"),
    LineSlip(
      id: "yaml-quote", slip: "  max: 3, on: [503]", fixed: "  max: 3\n  on: [503]",
      template: "retry:\n$$\nbase: https://api.example.com\nendpoints: {find: GET /find}\n"),
    LineSlip(
      id: "shape", slip: "    - id: Int\n    - name: String", fixed: "    id: Int\n    name: String",
      template: "base: https://api.example.com\ntypes:\n  Item:\n$$\nendpoints: {find: GET /find}\n"),
    LineSlip(
      id: "misplaced-key", slip: "  GET: /find (q?)", fixed: "    GET: /find (q?)",
      template: "base: https://api.example.com\nendpoints:\n  find:\n$$\n"),
    LineSlip(
      id: "expected-mapping", slip: "  add= POST /a", fixed: "  add: POST /a", template: "base: https://api.example.com\nendpoints:\n$$\n"),
    LineSlip(
      id: "invalid-base", slip: "localhost:8080/v1", fixed: "http://localhost:8080/v1", template: "base: $$\nendpoints: {find: GET /find}\n"
    ),
    LineSlip(
      id: "invalid-base", slip: "/var/run/a.sock", fixed: "unix:///var/run/a.sock", template: "base: $$\nendpoints: {find: GET /find}\n"),
    LineSlip(
      id: "invalid-base", slip: "unix:/var/run/a.sock", fixed: "unix:///var/run/a.sock",
      template: "base: $$\nendpoints: {find: GET /find}\n"),
    LineSlip(id: "invalid-base", slip: "ftp://a.test", fixed: nil, template: "base: $$\nendpoints: {find: GET /find}\n"),
  ]

  /// Mistakes whose mending could have changed what the spec means, or that were accepted.
  static let meanings: [LineSlip] = [
    .line("unknown-type", "GET /a (x Open | String)", "GET /a (x \"Open\" | String)"),
    .line("body-unasked", "WS json /a (q)"),
    .endpoints("place", "a: {WS: /a, body: {x: 1}}"),
    .endpoints("no-effect", "a: {DELETE: /a, headers: {Content-Type: text/plain}}"),
    .line("no-effect", "GET /a (header.t as Content-Type = text/plain)"),
    .endpoints("header-owned", "a: {POST: multipart /a (q), headers: {Content-Type: text/plain}}"),
    .endpoints("poll", "a: {POST: /a, poll: {call: a, until: done}}"),
    .endpoints("expected-mapping", "a: {GET: /a, fails: error}", "a: {GET: /a, fails: {when: error}}"),
    .endpoints("unknown-key", "a: {GET: /a, fails: {whn: error, message: msg}}", "a: {GET: /a, fails: {when: error, message: msg}}"),
    .endpoints("missing-key", "a: {GET: /a, fails: {message: error}}"),
    .types("{U: {sort: {values: [a, b]}}}"), .types("{U: {id: {type: Int}}}"),
    .types("{U: {id: {type: Int, as: ID, doc: text}}}"),
    .line("target", "GET /a?ts={$timestamp}"),
    .endpoints("unknown-placeholder", "a: {POST: /a (id), body: {query: '($id: ID!) { user(id: $id) {name} }', id: '{id}'}}"),
    .top("expected-value", "style: {dates: epoch}"), .top("expected-value", "redirects: {trust: ['*.cdn.test']}"),
    .top("duplicate-key", "headers: {X: 1, X: 2}"), .endpoints("duplicate-key", "a: {GET: /a, params: {q: Int, q: Int}}"),
    .endpoints("duplicate-key", "a: {GET: /a, GET: /b}"), .endpoints("signature", "a: {GET: /a (q, r?), timeout: 5s}"),
    .top("unknown-key", "cookies: {sesion: example.com}", "cookies: {session: example.com}"),
    .endpoints("method", "a: {GET /a: {doc: x}}"), .endpoints("method", "a: {purge: /a, hasBody: true}", "a: {PURGE: /a, hasBody: true}"),
    .endpoints("expected-value", "a: {GET: /a, params: {t: {type: '[String]', values: [a, b]}}}"),
    .endpoints("expected-value", "a: {GET: /a, params: {t: {type: Int, values: [1, two]}}}"),
    LineSlip(
      id: "invalid-base", slip: "https://a.test:{port=80}/v1", fixed: nil, template: "base: $$\nendpoints: {find: GET /find}\n"),
    LineSlip(id: "missing-key", slip: "endpoints:", fixed: nil, template: "base: https://a.test\n$$\n"),
    LineSlip(id: "signature", slip: "endpoints: {a: GET /x (q, r?)}", fixed: nil, template: "base: https://a.test\n$$\n"),
  ]

  static let all = conditions + defaults + targets + types + lines + keys + lists + meanings

  @Test(arguments: all)
  func hasOneFinding(_ slip: LineSlip) {
    let found = Self.check(Array(slip.before.utf8)).diagnostics
    let printed = DiagnosticPrinter(color: false).text(found)
    #expect(found.map(\.id) == [slip.id], "\(printed)")
    #expect(found.map(\.range.start.line) == [slip.line], "\(printed)")
  }

  @Test(arguments: all)
  func isMendedAsMeant(_ slip: LineSlip) {
    var bytes = Array(slip.before.utf8)
    var reading = Self.check(bytes)
    let printed = DiagnosticPrinter(color: false).text(reading.diagnostics)
    _ = SpecFixes.apply(to: &bytes, &reading, check: Self.check)
    #expect(String(decoding: bytes, as: UTF8.self) == slip.after, "\(printed)")
    #expect(reading.diagnostics.isEmpty == (slip.fixed != nil), "\(printed)")
  }

  @Test(arguments: [
    "GET /a/*.json (a)", "GET /_cat/indices/* (h?)", "GET /ids:batch/x:y (a)", "GET /a?f=:other (b)", "GET /a?f=%20a (a?)",
    "GET /a/[a,b]", "{GET: /a (id), headers: {X-A: ':ids', X-B: '$5', X-C: 'a :id'}}", "{GET: /a, headers: {X-A: ':id'}}",
    "GET /a (optional Int, list?, map [String])", "GET /a (kind song | podcast) -> (of Int, or String)", "GET /a -> (header, status)",
    "GET /a -> (header String, headers [String])", "{GET: /a, doc: 'POST: /a'}", "GET /throws (throws?)",
    "GET /a -> (throws Int, x Int)", "{GET: /a, encoding: json}",
    "GET /npm/{name}@latest", "GET /a/{user}@{host}", "GET /a?email=a@b.test", "GET /a/$count (q?)", "GET /a/me!", "GET /a/100%/b (q)",
    "GET /a/@me -> [Int]", "GET /a/${TENANT}/b (q?)", "GET /a (q = a|b c)",
    #"{POST: /a, body: {query: "query ($uuid: ID) { a(id: $uuid) }"}}"#,
    "{GET: /a, headers: {X-A: 'a $5'}}", "{GET: /a, headers: {X-A: '{$uuid}-{$now}', X-B: '${HOME}$uuidx'}}",
    "GET /a (q = two words)", "GET /a (format = JSON)", "GET /a (type = object)", "GET /a (q String = Int)", "GET /a (t = 5 URL)",
    "GET /a (title = New Year)", "GET /a (q = it's)",
    "{GET: /a, poll: done == total}", "{GET: /a, poll: status == expected_status}", "{GET: /a, poll: data.state == target.state}",
    "{GET: '/a -> (step Int, last Int)', poll: step == last}", "{GET: /a, poll: \"a.true == 'x'\"}",
    "{GET: /a, select: \"items[?price == cost]\"}",
    "{GET: /a (page Int = 1), paginate: {page: page, until: current_page == last_page}}",
  ])
  func validLinesHaveNoFinding(_ line: String) {
    let spec = "base: https://api.example.com\nendpoints:\n  find: \(line)\n"
    #expect(findings(spec) == "")
  }

  /// Keys that stand elsewhere in the file, and texts that are longer than their place in it.
  @Test(arguments: [
    ("base: https://a.test\nx-a: &m {headers: {X-A: b}}\nendpoints:\n  one: {GET: /x}\n  <<: *m\n", 2),
    ("base: https://a.test\ngroups:\n  g:\n    prefix: /\(String(repeating: "a", count: 90))\n    endpoints: {one: GET /%s}\n", 5),
    ("base: https://a.test\ngroups:\n  g:\n    prefix: /v1\n    endpoints: {one: GET /a/%s}\n", 5),
    ("base: https://a.test\nendpoints:\n  users:\n    get: GET /b\n    add: POST /b\n", 3),
    ("base: https://a.test\nendpoints:\n  users:\n    all: GET /b\n", 3),
  ])
  func oneFinding(_ spec: String, _ line: Int) {
    let found = Self.check(Array(spec.utf8)).diagnostics
    #expect(found.map(\.range.start.line) == [line], "\(DiagnosticPrinter(color: false).text(found))")
  }

  @Test func aKeyBelowALine() {
    let head = "base: https://a.test\nendpoints:\n"
    var bytes = Array("\(head)  a: POST form /a (x Int)\n    mock: {json: {id: 1}}\n    timeout: 3s\n  b: GET /b\n".utf8)
    var reading = Self.check(bytes)
    let printed = DiagnosticPrinter(color: false).text(reading.diagnostics)
    #expect(reading.diagnostics.map(\.range.start.line) == [4] && printed.contains("write 'POST: …'"), "\(printed)")
    _ = SpecFixes.apply(to: &bytes, &reading, check: Self.check)
    let fixed = "\(head)  a: \n    POST: form /a (x Int)\n    mock: {json: {id: 1}}\n    timeout: 3s\n  b: GET /b\n"
    #expect(String(decoding: bytes, as: UTF8.self) == fixed && reading.diagnostics.isEmpty, "\(printed)")
  }

  /// What is not a variable may be a password.
  @Test(arguments: ["basic ${USER}:hunter2", "baisc ${USER}:hunter2", "bearer: hunter2", "hunter2: x", "query key=hunter2"])
  func noCredentialIsPrinted(_ auth: String) {
    let spec = "base: https://a.test\nauth: \(auth)\nendpoints: {one: GET /x}\n"
    let printed = DiagnosticPrinter(color: false).text(Self.check(Array(spec.utf8)).diagnostics)
    #expect(printed.contains("error: ") && !printed.contains("hunter2"), "\(printed)")
  }

  /// A header that takes the place of a credential may have any name.
  @Test func noHeaderInPlaceOfACredentialIsPrinted() {
    let spec = "base: https://a.test\nauth: header X-Corp ${KEY}\nheaders: {X-Corp: hunter2}\nendpoints: {one: GET /x}\n"
    let printed = DiagnosticPrinter(color: false).text(Self.check(Array(spec.utf8)).diagnostics)
    #expect(printed.contains("'headers' sets 'X-Corp'") && !printed.contains("hunter2"), "\(printed)")
  }

  /// A small file with many mistakes.
  @Test(arguments: [
    "endpoints: {one: {POST: /x, body: {a: \(String(repeating: "$uuid-1 ", count: 4_000))}}}\n",
    "endpoints: {one: 'GET /x?a=\(String(repeating: "=:", count: 8_000))'}\n",
    "endpoints:\n" + (0..<1_000).map { "  e\($0):\n    GET: /x\n    headers:\n      - name: a\n        value: b\n" }.joined(),
  ])
  func manySlipsTakeLinearTime(_ spec: String) {
    let time = ContinuousClock().measure { _ = Self.check(Array("base: https://a.test\n\(spec)".utf8)) }
    #expect(time < .seconds(20))
  }

  private static func check(_ bytes: [UInt8]) -> SpecReading { Spec.check(bytes, name: "slip.yaml", folder: nil) }
}
