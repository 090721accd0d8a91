import DialHTTP
import Foundation
import TestSupport
import Testing

@testable import Dial
@testable import DialCLI
@testable import DialConsole

/// Calls of a URL without a spec.
@Suite struct URLCallTests {
  @Test(arguments: [
    ("get https://a.test/users?q=1 page=2 b:=3 --curl", "curl --path-as-is 'https://a.test/users?q=1&page=2&b=3'\n"),
    ("GET https://a.test --curl", "curl --path-as-is https://a.test/\n"),
    ("-q get https://a.test/x#part --curl", "curl --path-as-is https://a.test/x\n"),
    ("call --curl delete HTTPS://a.test/x", "curl --path-as-is -X DELETE https://a.test/x\n"),
    (
      "post https://a.test/x a=1 b.c:=2 --curl",
      "curl --path-as-is -X POST https://a.test/x -H 'Content-Type: application/json' --data-raw '{\"a\":\"1\",\"b\":{\"c\":2}}'\n"
    ),
    (
      "put https://a.test/x a=1 --content-type form --curl",
      "curl --path-as-is -X PUT https://a.test/x -H 'Content-Type: application/x-www-form-urlencoded' --data-raw a=1\n"
    ),
    (
      "patch https://a.test/x _=hi --content-type text --curl",
      "curl --path-as-is -X PATCH https://a.test/x -H 'Content-Type: text/plain' --data-raw hi\n"
    ),
    ("head https://a.test/x -u ann:pw --curl", "curl --path-as-is --head https://a.test/x -H 'Authorization: ‹redacted›'\n"),
    ("get https://a.test/{id}?y={1,2} id=7 --curl", "curl --path-as-is 'https://a.test/7?y=%7B1,2%7D'\n"),
    ("get https://a.test/x X-A:b q==1 --curl", "curl --path-as-is 'https://a.test/x?q=1' -H 'X-A: b'\n"),
    (
      "post https://a.test/x {\"a\":1} --curl",
      "curl --path-as-is -X POST https://a.test/x -H 'Content-Type: application/json' --data-raw '{\"a\":1}'\n"
    ),
    ("get https://a.test/{1x}?y={z}&z=1 --curl", "curl --path-as-is 'https://a.test/%7B1x%7D?y=%7Bz%7D&z=1'\n"),
    ("get https://a.test/x?api_key=abcdefgh --curl", "curl --path-as-is 'https://a.test/x?api_key=abcdefgh'\n"),
  ])
  func aRequest(_ line: String, _ sent: String) async {
    #expect(await dial(line) == Ran(out: sent, err: "", exit: 0))
  }

  @Test(arguments: [
    ("https://a.test/x q=1", "a URL requires a method", "dial get https://a.test/x q=1"),
    ("https://a.test/x -X DELETE", "a URL requires a method", "dial delete https://a.test/x"),
    ("https://a.test/x -d a=1", "a URL requires a method", "dial post https://a.test/x -d a=1"),
    ("get https://a.test/1 https://a.test/2", "a call has one URL; call each URL by itself", nil),
    ("curl https://a.test/1", "unknown command 'curl'", "to call a URL, write a method: dial get https://a.test/1"),
    ("put https://a.test/x -T a.txt", "unknown flag '-T'", "dial put https://a.test/x _@a.txt"),
    ("get https://a.test/{id}", "missing argument 'id' (path)", nil),
    (
      "get https://a.test/x -w %{http_code}", "unknown flag '-w'",
      "for the status, headers and times as JSON, use -o full, as in -o full -s status"
    ),
    ("get localhost:8080/x", "'get' requires a URL that starts with https:// or http://", "dial get http://localhost:8080/x"),
    ("post a.test a=1", "'post' requires a URL that starts with https:// or http://", "dial post https://a.test a=1"),
    ("get https://u:p@a.test/", "the URL contains credentials", "pass them with -u NAME:PASSWORD"),
    ("get https://a.test -u ann", "-u requires a name and a password, as in -u NAME:PASSWORD", nil),
    ("get http://a.test:99999/", "the URL: '99999' is not a valid port; use a number from 1 to 65535", nil),
    ("post https://a.test/x -d a=1", "unknown flag '-d'", "dial post https://a.test/x a=1 --content-type form"),
    ("post https://a.test/x -F f=@a.txt", "unknown flag '-F'", "dial post https://a.test/x f@a.txt --content-type multipart"),
    ("get https://a.test/x -o full --all", "-o full conflicts with --all, --max-items and --max-pages", nil),
    (
      "get https://a.test/x -u ann:pw -H authorization:x", "-u conflicts with -H 'Authorization: …'",
      "remove one of them; a call has one user"
    ),
    ("get https://a.test/x --save a:b --curl", "--save conflicts with --curl, which sends nothing", nil),
    (
      "get https://a.test/x --save x.yaml:",
      "--save must be a spec and a name for the endpoint, such as users.yaml:getUser, but is 'x.yaml:'",
      nil
    ),
    (
      "get https://a.test/x --save b", "--save: no available spec has the base of the URL", "name the spec, as in --save users.yaml:getUser"
    ),
    ("demo getUser --save x.yaml:b", "--save requires a call without a spec: dial get URL --save x.yaml:b", nil),
  ])
  func aMistake(_ line: String, _ message: String, _ hint: String?) async {
    #expect(await dial(line) == Ran(out: "", err: "error: \(message)\n" + (hint.map { "hint: \($0)\n" } ?? ""), exit: 2))
  }

  @Test func aSpecOfThisNameIsASpec() async {
    let specs = ["get": "base: https://a.test\nendpoints: {post: {GET: /x, mock: {json: 1}}}"]
    #expect(await dial("get post --mock", specs: specs) == Ran(out: "1\n", err: "", exit: 0))
  }

  private static let service: LoopbackServer.Handler = { request in
    let json = [("Content-Type", "application/json")]
    switch request.target {
    case "/users":
      return LoopbackResponse(headers: json + [("Link", "</users?page=2>; rel=\"next\"")], body: Array(#"[{"id":1}]"#.utf8))
    case "/users?page=2": return LoopbackResponse(headers: json, body: Array(#"[{"id":2}]"#.utf8))
    case "/moved":
      let headers = [
        ("Location", "/cb?code=c0de-secret&state=s1"), ("Content-Location", "https://u:pass-word@a.test/x"),
        ("Link", "</a?page=2>; rel=next, <https://a.test/b?access_token=t0k-secret>; rel=prev"),
        ("Refresh", "5; url=/r?token=r3f-secret#top"),
        ("X-Api-Key", "k3y-secret"), ("Authorization", "Bearer b34r-secret"), ("X-Amz-Security-Token", "amz-secret"),
        ("X-Echo", "k3y-secret and more"), ("X-Plain", "a?b=c"), ("X-Request-Id", "7"),
      ]
      return LoopbackResponse(status: 200, headers: json + headers, body: Array("{}".utf8))
    case "/redirected": return LoopbackResponse(status: 302, headers: [("Location", "/cb?code=c0de-secret&state=s1&q=1")])
    case "/same": return LoopbackResponse(status: 304)
    case "/gone": return LoopbackResponse(status: 410, headers: json, body: Array(#"{"error":"gone"}"#.utf8))
    case "/events":
      return LoopbackResponse(headers: [("Content-Type", "text/event-stream")], body: Array("data: {\"n\":1}\n\ndata: {\"n\":2}\n\n".utf8))
    default:
      let headers = json + [("ETag", "\"e1\""), ("Set-Cookie", "sid=verysecret; Path=/")]
      return LoopbackResponse(headers: headers, body: Array(#"{"id":7}"#.utf8))
    }
  }

  @Test func theResult() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let base = server.base
    #expect(await dial("get \(base)/users/7 --select id") == Ran(out: "7\n", err: "", exit: 0))
    #expect(await dial("get \(base)/users --all --tuple id -o tsv") == Ran(out: "1\n2\n", err: "", exit: 0))
    #expect(await dial("get \(base)/events --select data -o raw", ["-H", "Accept: text/event-stream"]).out == "{\"n\":1}\n{\"n\":2}\n")
    let gone = await dial("get \(base)/gone")
    let same = await dial("get \(base)/same")
    #expect(same.err.hasSuffix("hint: to take this status as a result, add: --accept 304\n"), "\(same)")
    #expect(gone == Ran(out: "", err: "error: the server responded with 410 Gone\n{\"error\":\"gone\"}\n", exit: 4))
    await server.stop()
  }

  @Test func theWholeResponse() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let base = server.base
    #expect(await dial("get \(base)/x -o full --select headers.etag").out == "\"\\\"e1\\\"\"\n")
    #expect(await dial("get \(base)/x -o full --select headers.etag -o raw").out == "\"e1\"\n")
    #expect(await dial("get \(base)/x -o csv -o full --tuple status,body.id").out == "status,body.id\n200,7\n")
    #expect(await dial("get \(base)/gone -o full --accept any --tuple status,body.error") == Ran(out: "[410,\"gone\"]\n", err: "", exit: 0))
    let line = "get \(base)/x?api_key=abcdefgh -o full --tuple url,body,attempts"
    #expect(await dial(line).out == "[\"\(base)/x?api_key=‹redacted›\",{\"id\":7},1]\n")
    #expect(await dial(line + " --show-secrets").out == "[\"\(base)/x?api_key=abcdefgh\",{\"id\":7},1]\n")
    let cookie = "get \(base)/x -o full"
    #expect(await dial(cookie, ["--select", "headers.\"set-cookie\""]).out == "\"sid=‹redacted›; Path=/\"\n")
    #expect(await dial(cookie + " --show-secrets", ["--select", "headers.\"set-cookie\""]).out == "\"sid=verysecret; Path=/\"\n")
    #expect(await dial(cookie + " --select headers.etagg").err.contains("the result has no 'etagg'; did you mean 'etag'?"))
    let stream = await dial("get \(base)/events -o full", ["-H", "Accept: text/event-stream"])
    #expect(stream.err == "error: -o full requires a single response, but 'get' is a stream\n")
    await server.stop()
  }

  private static let masked = [
    "Location: /cb?code=‹redacted›&state=s1", "Content-Location: https://‹redacted›@a.test/x",
    "Link: </a?page=2>; rel=next, <https://a.test/b?access_token=‹redacted›>; rel=prev", "Refresh: 5; url=/r?token=‹redacted›#top",
    "X-Api-Key: ‹redacted›", "Authorization: Bearer ‹redacted›", "X-Amz-Security-Token: ‹redacted›", "X-Echo: ‹redacted› and more",
    "X-Plain: a?b=c", "X-Request-Id: 7",
  ]

  /// The headers of a response are masked in the same way wherever they are printed.
  @Test func secretsInTheHeadersOfAResponse() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let base = server.base
    for flag in ["-i", "-v"] {
      let ran = await dial("get \(base)/moved \(flag)")
      for line in Self.masked { #expect(ran.err.contains((flag == "-v" ? "< " : "") + line + "\n"), "\(ran.err)") }
      #expect(!ran.err.contains("-secret") && !ran.err.contains("pass-word"), "\(ran.err)")
      #expect(await dial("get \(base)/moved \(flag) --show-secrets").err.contains("Location: /cb?code=c0de-secret&state=s1\n"))
    }
    let full = await dial("get \(base)/moved -o full --select headers")
    for line in Self.masked {
      let (name, value) = (line.prefix { $0 != ":" }.lowercased(), line.drop { $0 != ":" }.dropFirst(2))
      #expect(full.out.contains("\"\(name)\":\"\(value)\""), "\(full.out)")
    }
    #expect(!full.out.contains("-secret") && !full.out.contains("pass-word"), "\(full.out)")
    #expect(await dial("get \(base)/redirected -o full --select url").out == "\"\(base)/cb?code=‹redacted›&state=s1&q=1\"\n")
    #expect(await dial("get \(base)/cb?code=US -o full --select url").out == "\"\(base)/cb?code=US\"\n")
    let told = await dial("get \(base)/redirected -v")
    #expect(!told.err.contains("c0de-secret"), "\(told.err)")
    #expect(!(await dial("get \(base)/redirected --max-redirects 0 --errors json").err.contains("c0de-secret")))
    await server.stop()
  }

  /// Values of the same secret are one variable, others are not; a token is known by its shape, too.
  @Test func savedSecrets() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/new.yaml"
    let first = await dial(
      "post \(server.base)/users/{name}/{key} name=ann key=ghp_0123456789abcdef note=ghp_0123456789abcdef api_token=other-secret "
        + "token=third-secret --save \(file):add", ["-H", "Authorization: Bearer first-secret", "say=it is sk-a1b2c3d4e5 {x} ${Y}"])
    #expect(first.exit == 0 && !first.err.contains("-secret"), "\(first)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for secret in ["-secret", "ghp_", "sk-a"] { #expect(!text.contains(secret), "\(text)") }
    #expect(Spec.check(yaml: Array(text.utf8), name: "a.yaml").isEmpty, "\(text)")
    #expect(text.contains("/users/{name}/{key}"), "\(text)")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(first.err.contains("with --var SERVICE_API_TOKEN=…, or in the environment with --env SERVICE_API_TOKEN\n"), "\(first.err)")
    let again = await dial("get \(server.base)/me --save \(file):me", ["-H", "Authorization: Bearer another-secret"])
    let shared =
      "note: other endpoints of the spec use the variable SERVICE_TOKEN, too; if their value is another one, rename it in the new "
      + "endpoint\n"
    #expect(again.err.contains(shared), "\(again)")
    let sent = await dial(
      "call \(file) add name=ann --curl --show-secrets --var SERVICE_TOKEN=first --var SERVICE_TOKEN_2=second --var SERVICE_TOKEN_3=third "
        + "--var SERVICE_TOKEN_4=fourth --var SERVICE_API_TOKEN=other")
    #expect(sent.exit == 0, "\(text)\n\(sent)")
    #expect(sent.out.contains("it is ") && sent.out.contains(" {x} ${Y}") && sent.out.contains("/users/ann/"), "\(sent)")
    await server.stop()
  }

  @Test func aSavedEndpoint() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = folder + "/new.yaml"
    let first = await dial("get \(server.base)/users/7 --save \(file):user", ["-H", "Authorization: Bearer t0ken"])
    #expect(first.err.hasSuffix("note: saved the endpoint: dial \(file) user id=7\n") && first.exit == 0, "\(first)")
    #expect(await dial("post \(server.base)/users name=Ann --save \(file):add").exit == 0)
    let spec = """
      service: service
      base: \(server.base)
      endpoints:
        user:
          GET: /users/{id} (id Int)
          auth: bearer ${SERVICE_TOKEN}
        add: POST /users (name String)

      """
    #expect(try String(contentsOfFile: file, encoding: .utf8) == spec)
    // Other commands add theirs during the call.
    let many = folder + "/many.yaml"
    await withTaskGroup { group in
      for number in 0..<6 {
        group.addTask { _ = await dial("get \(server.base)/users/7 --save \(many):user\(number)") { $0.cacheFolder = folder + "/cache" } }
      }
    }
    #expect(try Spec.load(many).endpoints.count == 6)
    // The line is one that runs, or there is none; it shows no secret.
    for (words, note) in [
      (["n:={\"a\":[1]}", "z:=null"], "dial \(many) made0 'n:={\"a\":[1]}' z:=null\n"),
      (["l=a\nb", "at:=\"@b\""], "made1 'l:=\"a\\nb\"' 'at:=\"@b\"'\n"),
      (["user.password=planted", "user.name=a"], "saved the endpoint; to see its arguments, run: dial describe \(many) made2\n"),
    ].enumerated().map({ ($1.0 + ["--save", "\(many):made\($0)"], $1.1) }) {
      let ran = await dial("post \(server.base)/users", words)
      #expect(ran.err.hasSuffix(note) && !ran.err.contains("planted"), "\(ran)")
    }
    let twice = await dial("get \(server.base)/users/7 --save \(file):user")
    #expect(twice == Ran(out: "", err: "error: --save: '\(file)' already has an endpoint 'user'\n", exit: 2))
    let two = ["-H", "Authorization: Bearer one", "-H", "Authorization: Basic dHdvOnR3bw=="]
    let unsaved = await dial("get \(server.base)/users/7 --save \(file):two", two)
    #expect(unsaved.err.contains("error: --save: the call cannot be an endpoint: two credentials") && unsaved.exit == 1, "\(unsaved)")
    let failed = await dial("get \(server.base)/gone --save \(file):gone")
    #expect(failed.exit == 4)
    let other = await dial("get http://a.test/x --save \(file):other")
    #expect(other.err.hasPrefix("error: --save: the base of '\(file)' is \(server.base), so the URL is not below it\n"), "\(other)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == spec)

    let nested = folder + "/nested.yaml"
    try "base: \(server.base)/users\nendpoints:\n    a: GET /1\n\n# end\ntypes: {A: Int}\n"
      .write(toFile: nested, atomically: true, encoding: .utf8)
    #expect(await dial("get \(server.base)/users/7 --save \(nested):b").exit == 0)
    #expect(
      try String(contentsOfFile: nested, encoding: .utf8)
        == "base: \(server.base)/users\nendpoints:\n    a: GET /1\n    b: GET /{id} (id Int)\n\n# end\ntypes: {A: Int}\n")
    let flow = folder + "/flow.yaml"
    try "base: \(server.base)\nendpoints: {a: GET /1}\n".write(toFile: flow, atomically: true, encoding: .utf8)
    let told = await dial("get \(server.base)/users/7 --save \(flow):b")
    #expect(
      told.err
        == "error: --save: the endpoint cannot be added to '\(flow)'; add these lines to its 'endpoints':\n  b: GET /users/{id} (id Int)\n"
    )
    await server.stop()
  }

  private static let savedLines: [(line: String, saved: String?)] = [
    ("delete BASE/users/{id} 4", "DELETE /users/{id} (id Int)"), ("delete BASE/users/4", "DELETE /users/{id} (id Int)"),
    ("delete BASE/users id=4", "DELETE /users (id Int)"), ("get BASE/users/{id} 4", "GET /users/{id} (id Int)"),
    ("get BASE/users q=a", "GET /users (q String = a)"), ("put BASE/users/{id} 4 name=Ann age:=7 tags:=[\"a\"] o:={\"b\":1}", nil),
  ]

  /// A saved call that changes something must not change the same again without arguments.
  @Test(arguments: savedLines)
  func savedArgumentsAreRequired(_ line: String, _ saved: String?) async throws {
    let (server, folder) = (try await LoopbackServer(handler: Self.service), try TemporaryFolder())
    let file = folder.path + "/s.yaml"
    let ran = await dial("\(line.replacing("BASE", with: server.base)) --save \(file):it -q")
    #expect(ran.err == "" && ran.exit == 0, "\(ran)")
    let text = try folder.read("s.yaml")
    if let saved {
      #expect(text.hasSuffix("  it: \(saved)\n"), "\(text)")
    } else {
      let refused = await dial("\(file) it")
      #expect(refused.exit == 2 && ["id", "name", "age", "tags", "o"].allSatisfy { refused.err.contains("'\($0)'") }, "\(refused)")
      let sent = await dial("\(file) it 5 name=Bob age=8 tags=x tags=y o:={\"c\":2} --curl")
      #expect(sent.out.hasSuffix(#"--data-raw '{"name":"Bob","age":8,"tags":["x","y"],"o":{"c":2}}'"# + "\n"), "\(text)\(sent)")
    }
    await server.stop()
    folder.remove()
  }

  @Test func savedPages() async throws {
    let (server, folder) = (try await LoopbackServer(handler: Self.service), try TemporaryFolder())
    let file = folder.path + "/s.yaml"
    #expect(await dial("get \(server.base)/users --all --save \(file):all").exit == 0)
    let text = try folder.read("s.yaml")
    #expect(text.contains("paginate: link\n"), "\(text)")
    #expect(await dial("\(file) all --all --tuple id -o tsv") == Ran(out: "1\n2\n", err: "", exit: 0))
    // One page does not show how others are found.
    #expect(await dial("get \(server.base)/users --save \(file):one").exit == 0)
    #expect(try folder.read("s.yaml").hasSuffix("  one: GET /users ()\n"))
    await server.stop()
    folder.remove()
  }

  @Test(arguments: [
    ("user joe@example.com", "/users/joe%40example.com"), ("user dXNlcjox==", "/users/dXNlcjox%3D%3D"),
    ("user dXNlcjo1=", "/users/dXNlcjo1%3D"), ("user a@b@c", "/users/a%40b%40c"), ("user id=7 q=1", "/users/7?q=1"),
    ("pair a joe@example.com", "/a/joe%40example.com"),
  ])
  func aValueWithTheSignOfAnotherArgument(_ line: String, _ path: String) async {
    let specs = ["s": "base: https://a.test\nendpoints:\n  user: GET /users/{id}\n  pair: GET /{a}/{b}"]
    let ran = await dial("s \(line) --curl", specs: specs)
    #expect(ran.err == "" && ran.out.contains("https://a.test\(path)"), "\(ran)")
  }

  /// A mistaken name would change another object.
  @Test(arguments: ["user user=7", "user user=", "user idd@x"])
  func aNameIsNoValue(_ line: String) async {
    let ran = await dial("s \(line) --curl", specs: ["s": "base: https://a.test\nendpoints:\n  user: DELETE /users/{id}"])
    #expect(ran.exit == 2 && ran.err.contains("missing argument 'id' (path)"), "\(ran)")
  }

  @Test func variablesOfAFile() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString).env").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let specs = ["s": "base: https://${HOST}\nendpoints: {x: {GET: /x, headers: {A: \"${A}\", B: \"${B}\"}}}"]
    try "# comment\n\nexport HOST=a.test # host\nA=\"x\\\"y # z\"\r\nB='$A'\n".write(toFile: file, atomically: true, encoding: .utf8)
    let line = "s x --env-file \(file) --show-secrets --curl"
    #expect(await dial(line, specs: specs).out == "curl --path-as-is https://a.test/x -H 'A: x\"y # z' -H 'B: $A'\n")
    #expect(await dial(line + " --var B=2", specs: specs).out.hasSuffix(" -H 'B: 2'\n"))
    try "export\tHOST=a.test\nA= # none\nB=x#y\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(await dial(line, specs: specs).out == "curl --path-as-is https://a.test/x -H 'A;' -H 'B: x#y'\n")
    try "\u{FEFF}HOST=b.test\nA=1\nB=2\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(await dial(line, specs: specs).out == "curl --path-as-is https://b.test/x -H 'A: 1' -H 'B: 2'\n")
    for text in ["A", "1A=x", "A='x", "=x", "A=\"x\" y"] {
      try "X=1\n\(text)\n".write(toFile: file, atomically: true, encoding: .utf8)
      let told = "error: --env-file: line 2 of '\(file)' must be NAME=value, with both quotes or none\n"
      #expect(await dial(line, specs: specs) == Ran(out: "", err: told, exit: 2))
    }
  }

  /// The file is the body as it came; a selection, a format or a failure is none.
  @Test func aFileIsTheBody() async throws {
    let server = try await LoopbackServer { request in
      let isThere = request.target == "/x"
      return LoopbackResponse(
        status: isThere ? 200 : 404, headers: [("Content-Type", "application/json")], body: Array("{ \"a\": 1.10\n}".utf8))
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let missing = await dial("get \(server.base)/y -O \(file)")
    #expect(missing.exit == 4 && !FileManager.default.fileExists(atPath: file), "\(missing)")
    for (options, content) in [("", "{ \"a\": 1.10\n}"), ("-s a", "1.10\n"), ("-o json", "{\"a\":1.10}\n")] {
      let ran = await dial("get \(server.base)/x \(options) -O \(file)")
      #expect(ran == Ran(out: "", err: "", exit: 0))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    }
    await server.stop()
  }

  @Test func theProxyOfACall() async {
    let ran = await dial("get http://a.test/x -v --retry 0 --proxy http://u:secret@127.0.0.1:1")
    #expect(ran.err.contains("* through the proxy http://127.0.0.1:1\n"), "\(ran)")
  }
}
