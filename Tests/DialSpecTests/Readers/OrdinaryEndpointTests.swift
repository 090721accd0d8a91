import Dial
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// Common endpoints without findings.
struct OrdinaryEndpointTests {
  private static let head = """
    base: https://api.test
    auth: bearer ${TOKEN}
    headers: {Accept: application/json}
    types:
      Item: {id: Int, name: String, tags: '[String]?'}
      Names: "[String]"
    groups:
      inner:
        prefix: /{owner}/x
        query: {v: "${VERSION}"}
        endpoints:

    """

  /// An endpoint in a group.
  private static func spec(_ entry: String) -> [UInt8] {
    Array((head + entry.split(separator: "\n", omittingEmptySubsequences: false).map { "      " + $0 }.joined(separator: "\n") + "\n").utf8)
  }

  static let right = [
    "GET /a", "DELETE /a/{b}/{+c}.json", "GET /a ()", "GET /a ( )", "GET /a (b, c? Int, d: String, e \"x\" | \"y z\" = x)",
    "POST /a (b Data, c [Item]?, d [String: Int])",
    "PUT /a/{b} (b Int, _ c Item)", "POST /a (_ body Item)", "DELETE /a (field.b String, query.c Data)",
    "GET /a (b Int = -3, c Double = 4, d Bool = true, e = x.y-z)",
    "GET /a (b (x Int, y? String, z))", "GET /a @ b.c -> [Item] ! Item", "GET /a -> text", "HEAD /a -> headers",
    "GET /a -> (id Int, of [(a, b? Names)])",
    "GET /a (name Int)", "POST /a (body String)",
  ]

  static let rightKeys = [
    "{GET: /a, doc: 'x: y', timeout: 30s}",
    "{GET: /a, headers: {Accept: text/csv}, style: {arrays: csv, dates: unix}, paginate: {next: link}}",
    "{POST: /a, params: {b: String, c?: , d: {type: 'Int?', default: 3, doc: x}, e: {type: '[Int]', default: []}, f: {type: String, default: 'x y'}}, returns: Item}",
    "{GET: /a, x-tag: [y]}", "{GET: /a, params: {a: Int}}\n    other: GET /b", "{doc: x, params: {b: Data}, POST: /a, returns: ' text '}",
  ]

  @Test(arguments: right.map { "'\($0)'" } + rightKeys) func haveNoFindings(line: String) throws {
    let reading = Spec.check(Self.spec("    e: " + line), name: "spec.yaml", folder: nil)
    #expect(reading.diagnostics == [])
    #expect(reading.service.endpoints.names.first == "inner.e")
    #expect(try reading.service.endpoints["inner.e"] === reading.service.endpoints[0])
    #expect(reading.service.endpoints["e"] == nil)
  }
}
