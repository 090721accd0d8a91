import Testing

@testable import DialCLI

@Suite struct DescribeTests {
  private static let spec = """
    service: s
    base: https://${HOST}
    auth: bearer ${TOKEN}
    types:
      User: {id: Int, name: String, boss?: User}
      APIError: {message: String}
    endpoints:
      get:
        doc: One user.
        GET: /users/{id} (id Int, q = "x y", fields [String]?, filter (a Int)?) -> User ! APIError
      put: PUT /users/{id} (_ user User)
      all: POST /all (a Int, b Int64, c UInt64, d Double, e Decimal, f Bool, g Date, h Data, i URL, j UUID, k JSON, l [Int], m (x Int, y?), n String?, o = $uuid)
      open: POST /open
      two: GET /two (query.id, header.id)
      file: PUT bytes /f (_ content File)
    """

  @Test func text() async {
    #expect(
      await dial("describe s get", specs: ["s": Self.spec])
        == Ran(
          out: """
            get  GET /users/{id}

            One user.

            arguments
              id=       path   Int       required
              q=        query  any       default x y
              fields=   query  [String]  optional
              filter:=  query  (a Int)   optional

            result
              User
              refused: APIError

            types
              User  (id Int, name String, boss? User)
              APIError  (message String)

            needs
              auth: bearer
              TOKEN: in the environment, or --var TOKEN=…
              HOST: in the environment, or --var HOST=…

            example
              dial call s get id=7

            """, err: "", exit: 0))
  }

  /// Types that fan out: 2^40 members where all are told.
  @Test(.timeLimit(.minutes(1)), arguments: ["e", "e --skeleton", "-o json", "e -o json", ""])
  func fanningOut(_ words: String) async {
    let types = (0..<40).map { "  T\($0): {a: T\($0 + 1), b: 'T\($0 + 1)?', c: '[T\($0 + 1)]'}\n" }.joined()
    let spec = "service: s\nbase: https://a.test\ntypes:\n\(types)  T40: {x: Int}\nendpoints:\n  e: POST /x (u T0)\n"
    let ran = await dial("describe s \(words)", specs: ["s": spec])
    #expect(ran.exit == 0)
    #expect(!ran.out.isEmpty && ran.out.utf8.count < 20_000, "\(ran.out.utf8.count)")
  }

  @Test func wideRecordsAreWhole() async {
    let members = (0..<300).map { "m\($0)?: '[Int]'" }.joined(separator: ", ")
    let spec = "service: s\nbase: https://a.test\ntypes:\n  T: {\(members)}\nendpoints:\n  e: POST /x (_ u T)\n"
    let ran = await dial("describe s e --skeleton", specs: ["s": spec])
    #expect(ran.out.contains("\"m299\""))
    #expect(await dial("call s e --args - --dry-run", specs: ["s": spec], stdin: ran.out).exit == 0)
  }

  @Test(arguments: ["get", "put", "all", "open", "two"])
  func skeletonsBind(_ endpoint: String) async {
    let skeleton = await dial("describe s \(endpoint) --skeleton", specs: ["s": Self.spec])
    let ran = await dial(
      "call s \(endpoint) --args - --dry-run --var HOST=a.test --var TOKEN=x", specs: ["s": Self.spec], stdin: skeleton.out)
    #expect(ran.exit == 0, "\(skeleton.out) \(ran.err)")
  }

  @Test(arguments: [
    ("put", #"dial call s put user:='{"id":7,"name":"Ann","boss":null}' id=7"#), ("two", "dial call s two query.id=7 header.id=7"),
    ("open", "dial call s open"), ("file", "dial call s file content@file.bin"),
  ])
  func examples(_ endpoint: String, _ line: String) async {
    let ran = await dial("describe s \(endpoint)", specs: ["s": Self.spec])
    #expect(ran.out.hasSuffix("example\n  \(line)\n"), "\(ran.out)")
  }

  @Test func list() async {
    let ran = await dial("list s -o json", specs: ["s": Self.spec])
    #expect(ran.out.hasPrefix(#"[{"name":"get","method":"GET","target":"/users/{id}","doc":"One user."},{"name":"put","#))
  }
}
