import DialJSON
import HTTPTypes
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// `overlay`: a file changes another one.
struct OverlayTests {
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

  private static func folder(_ overlay: String, _ more: String = "") throws -> TemporaryFolder {
    try TemporaryFolder(["api.yaml": "overlay: lib/vendor.yaml\n" + overlay, "lib/vendor.yaml": vendor + more])
  }

  static let refused: [(String, [String])] = [
    ("overlay: gone.yaml\n", ["api.yaml:1:10: error: cannot read 'gone.yaml': it does not exist [file-unreadable]"]),
    (
      "overlay: [lib/vendor.yaml]\n",
      [
        "api.yaml:1:10: error: expected a path for 'overlay', found a list; quote it if the braces or brackets are part of the string [expected-text]"
      ]
    ),
    ("overlay: api.yaml\n", ["api.yaml:1:10: error: the files refer to each other in a cycle: 'api.yaml' -> 'api.yaml' [file-unreadable]"]),
    (
      "overlay: list.yaml\n",
      ["list.yaml:1:1: error: expected a mapping with 'service', 'base' and 'endpoints', found a list [expected-mapping]"]
    ),
    (
      "overlay: lib/vendor.yaml\nendpoints: {odl: null}\nheaders: {x-key: null, X-Other: null}\n",
      [
        "api.yaml:2:13: warning: null has no effect, because 'lib/vendor.yaml' does not have 'odl' here; did you mean 'old'? [no-effect]",
        "api.yaml:3:24: warning: null has no effect, because 'lib/vendor.yaml' does not have 'X-Other' here [no-effect]",
      ]
    ),
    (
      "overlay: lib/vendor.yaml\nendpoints: {get: {PUT: /u, PATCH: /u}}\n",
      ["api.yaml:2:28: error: duplicate method 'PATCH'; an endpoint can have only one [method]"]
    ),
    (
      "overlay: lib/vendor.yaml\ntypes: {User: null}\n",
      ["lib/vendor.yaml:5:27: error: unknown type 'User'; expected one of 'String', 'Int', 'Int64', 'UInt64', 'Double', … [unknown-type]"]
    ),
  ]

  @Test(arguments: refused)
  func isFound(overlay: String, gives: [String]) throws {
    let folder = try TemporaryFolder(["api.yaml": overlay, "lib/vendor.yaml": Self.vendor, "list.yaml": "[a]\n"])
    #expect(try folder.lines() == gives)
  }

  /// Valid overlays.
  static let overlays = [
    "",
    "base: https://own.test/v2",
    "headers: {x-vendor: own, X-Key: null, X-New: n}",
    "headers: null",
    "headers:",
    "headers: {X-Key: 'null'}",
    "endpoints: {get: \"GET /people/{id}\"}",
    "headers: null\nendpoints: {get: {query: {v: '2'}}}",
    "headers: null\nendpoints: {list: {params: {limit: {default: 5}}}}",
    "headers: null\nendpoints: {get: {PUT: '/u/{id}'}}",
    "headers: null\nendpoints: {make: {PUT: '/u (name)'}}",
    "headers: null\nendpoints: {make: {body: {n: '{name}', m: null}}}",
    "headers: null\nendpoints: {new: GET /new}",
    "headers: null\ngroups: {admin: {prefix: /root}}",
    "headers: {X-Key: null, X-Vendor: null}\ninclude: own.yaml",
  ]

  @Test(arguments: overlays)
  func isLaidOver(overlay: String) throws {
    let folder = try TemporaryFolder([
      "api.yaml": "overlay: lib/vendor.yaml\n" + overlay + "\n", "lib/vendor.yaml": Self.vendor, "own.yaml": "headers: {X-Own: o}\n",
    ])
    #expect(try folder.findings() == "")
  }

  /// An endpoint of the overlay alone has nothing that null could remove, and one of a missing spec is not known.
  @Test(arguments: [
    (
      "lib/vendor.yaml", "new: {GET: /n, params: {q: null, r: {type: null}}, returns: {a: null, b: Int}}",
      ["does not have 'q' here", "does not have 'type' here", "does not have 'a' here"]
    ),
    ("gone.yaml", "get: null, make: {timeout: 3s}, x: {returns: {a: null}}", ["cannot read 'gone.yaml'"]),
  ]) func `null without anything to remove is reported`(base: String, endpoints: String, expected: [String]) throws {
    let folder = try TemporaryFolder(["api.yaml": "endpoints: {\(endpoints)}\noverlay: \(base)\n", "lib/vendor.yaml": Self.vendor])
    let found = try folder.findings().split(separator: "\n").filter { $0.hasPrefix("api.yaml:") }
    #expect(found.count == expected.count)
    for (line, words) in zip(found, expected) { #expect(line.contains(words)) }
  }

  @Test func `null removes the type of a parameter, and its name on one line`() throws {
    let folder = try TemporaryFolder([
      "api.yaml": "overlay: base.yaml\nendpoints: {e: {params: {a: {type: null}, b: {as: null}}}}\n",
      "base.yaml": "base: https://api.test\nendpoints: {e: {GET: /e, params: {a: {type: Int, doc: x}, b: String as bee = c}}}\n",
    ])
    #expect(try folder.findings() == "")
    let parameters = try #require(try folder.spec().service.endpoints["e"]).parameters
    #expect(parameters.map { "\($0.name) \($0.wire) \($0.shape.spelling) \($0.doc ?? "")" } == ["a a JSON x", "b b String "])
  }

  @Test func `null removes endpoints and groups`() throws {
    let folder = try Self.folder("endpoints: {old: null, list: ~}\ngroups: {admin: {endpoints: {unban: null}}}\n")
    #expect(try folder.spec().endpoints == ["get", "make", "admin.ban"])
    #expect(try folder.spec().name == "api")
  }

  @Test func `every finding is in its own file, a refined line in the line`() throws {
    let folder = try TemporaryFolder([
      "api.yaml": "overlay: base.yaml\nendpoints:\n  e: {timeout: soon}\n",
      "base.yaml": "base: https://api.test\nendpoints:\n  e: 'GET /a/{id} (id Itn)'\n",
    ])
    #expect(
      try folder.findings() == """
        api.yaml:3:16: error: 'soon' is not a valid duration; write a number with ms, s, m, h or d, such as 30s [duration]
          e: {timeout: soon}
                       ^~~~
        base.yaml:3:23: error: unknown type 'Itn'; did you mean 'Int'? [unknown-type]
          e: 'GET /a/{id} (id Itn)'
                              ^~~
        fix-it: replace with: Int
        """)
  }
}
