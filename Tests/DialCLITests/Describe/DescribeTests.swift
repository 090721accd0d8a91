import Testing

@testable import DialCLI
@testable import DialConsole

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
              id=       Int       required     path, position 1
              q=        any       default x y  query
              fields=   [String]  optional     query
                  several values: fields=… fields=…
              filter:=  (a Int)   optional     query
                  a single member: filter.MEMBER=…

            returns
              User

            errors
              APIError for an error status: exit code 3, 4 or 5 for 3xx, 4xx or 5xx

            types
              User  (id Int, name String, boss? User)
              APIError  (message String)

            request
              base: https://${HOST}
              header Accept: application/json, */*;q=0.1

            needs
              auth: bearer
              TOKEN: set it in the environment, or pass --var TOKEN=…
              HOST: set it in the environment, or pass --var HOST=…

            example
              dial call s get id=7 --var TOKEN=text --var HOST=text

            """, err: "", exit: 0))
  }

  /// The example is a valid call, whatever the encoding.
  @Test(arguments: [
    ("POST form /x (_ b)", #"b:='{"name":"text"}'"#), ("POST multipart /x (_ b)", #"b:='{"name":"text"}'"#),
    ("POST text /x (_ b)", "b=text"), ("POST /x (_ b)", #"b:='"text"'"#), ("GET /x (cookie.c*, n Int)", "n=7"),
  ])
  func theExampleWorks(line: String, words: String) async {
    let specs = ["s": "base: https://a.test\nendpoints: {e: '\(line)'}\n"]
    #expect(await dial("describe s e", specs: specs).out.hasSuffix("dial call s e \(words)\n"))
    let ran = await dial("call s e \(words.replacing("'", with: "")) --dry-run", specs: specs)
    #expect(ran.exit == 0, "\(ran.err)")
    let skeleton = await dial("describe s e --skeleton", specs: specs).out
    #expect(await dial("call s e --args - --dry-run", specs: specs, stdin: skeleton).exit == 0)
  }

  /// Types with 2^40 nested members.
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
    ("put", #"dial call s put id=7 user:='{"id":7,"name":"Ann","boss":null}'"#), ("two", "dial call s two query.id=7 header.id=7"),
    ("open", "dial call s open"), ("file", "echo hello | dial call s file content@-"),
  ])
  func examples(_ endpoint: String, _ line: String) async {
    let ran = await dial("describe s \(endpoint)", specs: ["s": Self.spec])
    #expect(ran.out.hasSuffix("example\n  \(line) --var TOKEN=text --var HOST=text\n"), "\(ran.out)")
  }

  @Test func whatCannotBeCalledYet() async {
    let ran = await dial("describe s tunnel", specs: ["s": "base: https://a.test\nendpoints: {tunnel: CONNECT /example.com}\n"])
    #expect(ran.out.contains("\nnot supported yet: a call requires a tunnel (CONNECT)\n"), "\(ran.out)")
  }

  private static let long = """
    service: s
    base: https://a.test
    endpoints:
      find:
        doc: |
          Repositories that match a query, the best match first unless another order is asked for.

          - one page at a time
              verbatim: as it is
        GET: '/find/{where} (q String, sort "stars" | "forks" | "help-wanted-issues" | "updated" = stars, since Date?, token?) -> text'
        params:
          q: {doc: The words to look for; qualifiers such as language:swift are words too., example: dial}
          token: {secret: true}
    """

  @Test func documentation() async {
    #expect(
      await dial("describe s find", specs: ["s": Self.long], terminal: true, width: 60).out == """
        find  GET /find/{where}

        Repositories that match a query, the best match first unless
        another order is asked for.

        - one page at a time
            verbatim: as it is

        arguments
          where=  any           required       path, position 1
          q=      String        required       query
              The words to look for; qualifiers such as
              language:swift are words too.
              for example dial
          sort=   one of these  default stars  query
              "stars" | "forks" | "help-wanted-issues" | "updated"
          since=  Date          optional       query
              a time such as 2024-01-31T10:00:00Z
          token=  any           optional       query
              secret: never shown

        returns
          text

        request
          base: https://a.test

        example
          dial call s find where=text q=dial

        """)
  }

  /// The headers and policies of every level of the spec, without literal credentials.
  @Test func request() async {
    let spec = """
      service: s
      base: https://a.test/v1
      headers: {X-Client: "dial ${VERSION}", X-Api-Key: abc123}
      timeout: {connect: 2s, total: 1.5s}
      endpoints:
        here: {GET: "/here (q)", headers: {X-Q: "{q}"}, timeout: {read: 90s}}
        away: https://other.test/x
      """.replacing("away: ", with: "away: GET ")
    let ran = await dial("describe s here", specs: ["s": spec])
    #expect(
      ran.out.contains(
        """
        request
          base: https://a.test/v1
          timeout: 2s to connect, 90s without data, 1500ms in total
          header X-Client: dial ${VERSION}
          header X-Api-Key: set
          header X-Q: {q}

        """), "\(ran.out)")
    #expect(await !dial("describe s away", specs: ["s": spec]).out.contains("base:"))
    let json = await dial("describe s here -o json", specs: ["s": spec]).out
    #expect(
      json.contains(
        #""base":"https://a.test/v1","timeout":"2s to connect, 90s without data, 1500ms in total","policies":{},"#
          + #""headers":[["X-Client","dial ${VERSION}"],["X-Api-Key","set"],["X-Q","{q}"]],"#), "\(json)")
  }

  @Test func listsOfFiles() async {
    let spec = "service: s\nbase: https://a.test\nendpoints: {e: \"POST multipart /e (photos [File], one File)\"}\n"
    let out = await dial("describe s e", specs: ["s": spec]).out
    #expect(out.contains("      files: photos@PATH photos@PATH …\n"), "\(out)")
    #expect(out.contains("      a file: one@PATH, or one@- for standard input\n"), "\(out)")
  }

  @Test func narrow() async {
    #expect(
      await dial("describe s find", specs: ["s": Self.long], terminal: true, width: 32).out.hasSuffix(
        """
        arguments
          where=
              any, required, path,
              position 1
          q=
              String, required, query
              The words to look for;
              qualifiers such as
              language:swift are words
              too.
              for example dial
          sort=
              one of these, default
              stars, query
              "stars" | "forks" |
              "help-wanted-issues" |
              "updated"
          since=
              Date, optional, query
              a time such as
              2024-01-31T10:00:00Z
          token=
              any, optional, query
              secret: never shown

        returns
          text

        request
          base: https://a.test

        example
          dial call s find where=text q=dial

        """))
  }

  @Test func list() async {
    let ran = await dial("list s -o json", specs: ["s": Self.spec])
    #expect(
      ran.out.hasPrefix(#"[{"name":"get","method":"GET","target":"/users/{id}","doc":"One user.","unsupported":null},{"name":"put","#))
  }

  /// A spec is untrusted, and examples do not contain secrets.
  @Test func examplesHoldNoControlsAndNoSecrets() async {
    let spec = """
      base: https://a.test
      endpoints:
        e: {POST: /x, params: {d: {type: String, example: "x\\ny\\e[0m"}, p: {type: String, secret: true, example: hunter2}}}
      """
    let ran = await dial("describe s e", specs: ["s": spec])
    #expect(!ran.out.contains("\u{1B}") && !ran.out.contains("hunter2"), "\(ran.out)")
    #expect(ran.out.hasSuffix(#"dial call s e d:='"x\ny\u001b[0m"' p=text"# + "\n"), "\(ran.out)")
  }
}
