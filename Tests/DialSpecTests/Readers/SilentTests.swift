import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Texts that look like mistakes but have no finding.
struct SilentTests {
  static let endpoints = [
    "GET /a?key=DEMO_KEY&token=none&v=123456",
    "GET /a?sort_key=name1234&author=x1234567",
    "GET /a?api_key={key}",
    "GET https://files.test:8443/a@b:99999",
    "GET https://{host}:{port}/a",
    "GET /a (dry! Bool, all!, some! Bool?)",
    "GET /a (+q, query.+r)",
    "POST form /a (+q)",
    "GET /a (x*, y*)",
    "POST /a (x*, y)",
    "GET /a (a? Int?)",
    "GET /a -> (id Int as ID, name)",
    "GET /a -> (first as last, last as first)",
    "GET /a -> \"asc\" | \"desc\"?",
    "POST /a (key = $uuid, at Date = $now)",
    "{POST: form /a (x), encoding: form}",
    "{POST: /a (x), query: {at: $later, price: $5}, headers: {X-A: $later4}}",
    "{POST: /a, body: {id: \"{id}\", note: a $5}, params: {id: {default: $uuid}}}",
    "{POST: /a, timeout: {total: 1ms}, mock: {delay: 0s}}",
    "{POST: /a, redirects: {max: 0}}",
    "{POST: /a, redirects: {max: 1, trust: [cdn.test]}}",
    "{POST: multipart /a, params: {note: {type: String, filename: a.txt, mimeType: text/plain}}}",
    "{PUT: /a, params: {_ photo: {type: File, mimeType: image/png, max: 1MB}}}",
    "{PUT: /a, params: {photos: {type: [File], max: 1MB}, data: {type: Data, max: 1MB}}}",
    "{GET: /a, params: {q: {type: Int, example: 7}, r: {example: {a: [1]}}, s: {type: String, example: 007}}}",
    "{GET: /a, params: {n: {type: Node, example: {next: {next: null}}}}}",
    "{GET: /a, x-params: 1, x-GET: GET /b}",
    "{WS: /a, headers: {Authorization: '{token}'}, auth: 'bearer ${T}'}",
    "GET /a/{name} (size Int)",
    "{GET: '/a (c Date?)', paginate: {cursor: next, as: c}}",
    "{GET: /a, select: a || b, returns: '[Int]', mock: {json: {b: [1]}}}",
  ]

  @Test(arguments: endpoints)
  func isSilent(endpoint: String) {
    let spec = """
      base: https://api.test:65535
      types: {Node: {next: Node?}, Tree: {left: [Tree], all: "[String: Tree]"}, A: {b: B}, B: {a: A?}}
      groups: {e: {endpoints: {list: GET /list}}, x: {groups: {e: {endpoints: {e: GET /e}}}}}
      endpoints:
        a: \(endpoint.hasPrefix("{") ? endpoint : "'\(endpoint)'")
      """
    #expect(findings(spec) == "")
  }
}
