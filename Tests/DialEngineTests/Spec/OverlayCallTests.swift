import CallTestSupport
import DialJSON
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialModel
@testable import DialTesting

/// Calls of a spec with an overlay.
struct OverlayCallTests {
  private static let vendor = """
    base: https://vendor.test
    types: {User: {id: Int, name: String}}
    headers: {X-Vendor: v, X-Key: k}
    endpoints:
      get: GET /users/{id} -> User
      list: "GET /users?page=1 (limit Int = 10)"
      old: GET /old
      make:
        POST: /users (name, note?)
        params: {name: {example: Ann}}
        mock: {status: 201, json: {id: 1, name: null}}
    groups:
      admin: {prefix: /admin, endpoints: {ban: "POST /ban/{id}", unban: "POST /unban/{id}"}}
    """

  /// An overlay, an endpoint with arguments, and its request.
  static let requests: [(String, String, Arguments, String)] = [
    ("", "get", ["id": 7], "GET https://vendor.test/users/7\nX-Vendor: v\nX-Key: k"),
    ("base: https://own.test/v2", "get", ["id": 7], "GET https://own.test/v2/users/7\nX-Vendor: v\nX-Key: k"),
    ("headers: {x-vendor: own, X-Key: null, X-New: n}", "get", ["id": 7], "GET https://vendor.test/users/7\nx-vendor: own\nX-New: n"),
    ("headers: null", "get", ["id": 7], "GET https://vendor.test/users/7"),
    ("headers:", "get", ["id": 7], "GET https://vendor.test/users/7\nX-Vendor: v\nX-Key: k"),
    ("headers: {X-Key: 'null'}", "get", ["id": 7], "GET https://vendor.test/users/7\nX-Vendor: v\nX-Key: null"),
    ("endpoints: {get: \"GET /people/{id}\"}", "get", ["id": 7], "GET https://vendor.test/people/7\nX-Vendor: v\nX-Key: k"),
    ("headers: null\nendpoints: {get: {query: {v: '2'}}}", "get", ["id": 7], "GET https://vendor.test/users/7?v=2"),
    ("headers: null\nendpoints: {list: {params: {limit: {default: 5}}}}", "list", [:], "GET https://vendor.test/users?page=1&limit=5"),
    ("headers: null\nendpoints: {get: {PUT: '/u/{id}'}}", "get", ["id": 7], "PUT https://vendor.test/u/7"),
    ("headers: null\nendpoints: {make: {PUT: '/u (name)'}}", "make", ["name": "A"], "PUT https://vendor.test/u\n\n{\"name\":\"A\"}"),
    (
      "headers: null\nendpoints: {make: {body: {n: '{name}', m: null}}}", "make", ["name": "A"],
      "POST https://vendor.test/users\n\n{\"n\":\"A\",\"m\":null}"
    ),
    ("headers: null\nendpoints: {new: GET /new}", "new", [:], "GET https://vendor.test/new"),
    ("headers: null\ngroups: {admin: {prefix: /root}}", "admin.ban", ["id": 7], "POST https://vendor.test/root/ban/7"),
    ("headers: {X-Key: null, X-Vendor: null}\ninclude: own.yaml", "get", ["id": 7], "GET https://vendor.test/users/7\nX-Own: o"),
  ]

  @Test(arguments: requests)
  func isLaidOver(overlay: String, endpoint: String, arguments: Arguments, gives: String) throws {
    let folder = try TemporaryFolder([
      "api.yaml": "overlay: lib/vendor.yaml\n" + overlay + "\n", "lib/vendor.yaml": Self.vendor, "own.yaml": "headers: {X-Own: o}\n",
    ])
    let accept = endpoint == "get" && !gives.contains("/people/") && !gives.hasPrefix("PUT") ? "\nAccept: application/json, */*;q=0.1" : ""
    #expect(try folder.call(endpoint, arguments) == gives + accept)
  }

  @Test func `an overlay of an overlay`() throws {
    let folder = try TemporaryFolder([
      "api.yaml": "overlay: ours.yaml\nheaders: {X-Key: null}\n",
      "ours.yaml": "service: ours\noverlay: lib/vendor.yaml\nheaders: {X-Vendor: ours}\n", "lib/vendor.yaml": Self.vendor,
    ])
    #expect(try folder.call("get", ["id": 7]) == "GET https://vendor.test/users/7\nX-Vendor: ours\nAccept: application/json, */*;q=0.1")
    #expect(try folder.spec().name == "ours")
  }

  @Test func `a mock file stands beside the file that names it`() async throws {
    let folder = try TemporaryFolder([
      "api.yaml": "overlay: lib/vendor.yaml\n",
      "lib/vendor.yaml": "base: https://api.test\nendpoints: {e: {GET: /a, mock: {file: user.json}}}\n",
      "lib/user.json": "{\"id\": 7}", "user.json": "{\"id\": 8}",
    ])
    let spec = try folder.spec()
    let reply = try await Client(spec, transport: MockTransport(spec)).call("e")
    #expect(reply.value["id"] == 7)
  }
}
