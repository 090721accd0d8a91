import Dial
import DialTesting
import Foundation
import HTTPTypes
import Testing

/// Credentials stay with the origin of the base in every case (T9 in SeedChecklist.md).
@Suite struct OriginTests {
  private func prepared(_ yaml: String, _ arguments: Arguments = [:], _ variables: Variables = ["K": "sekret-1"], base: String? = nil)
    throws
    -> Draft
  {
    let spec = try Spec.load(yaml: "base: https://api.test/v1\nauth: bearer ${K}\n" + yaml)
    return try Client(spec, variables: variables, base: base, transport: Answering()).prepare("e", arguments)
  }

  private func code(_ yaml: String, _ arguments: Arguments = [:]) -> CallError? {
    do { _ = try prepared(yaml, arguments) } catch { return error as? CallError }
    return nil
  }

  @Test func `a variable of auth leaves by no header and no query item of another origin`() throws {
    let yaml = """
      headers: {X-Trace: "${K}", X-Client: demo}
      query: {v: "${K}", w: 1}
      endpoints: {e: {GET: "https://other.test/x?z=${K}&y=2", headers: {Authorization: "Bearer ${K}", X-Api-Key: "${K}"}}}
      """
    let draft = try prepared(yaml)
    #expect(draft.url == "https://other.test/x?w=1&y=2")
    #expect(draft.headers.map { $0.name.canonicalName } == ["x-client"])
  }

  @Test func `in a path or a body it is refused`() {
    #expect(
      code("endpoints: {e: \"GET https://other.test/${K}\"}")?.message.contains("is not sent to an origin other than the base") == true)
    #expect(
      code("endpoints: {e: {POST: https://other.test/x, body: {t: \"${K}\"}}}")?.message.contains(
        "is not sent to an origin other than the base") == true)
  }

  @Test func `secret arguments are left out of headers and queries, and refused elsewhere`() throws {
    let yaml = "endpoints: {e: {GET: https://other.test/x, params: {header.h: {secret: true}, query.q: {secret: true}, query.r: String}}}"
    let draft = try prepared(yaml, ["h": "1", "q": "2", "r": "3"])
    #expect(draft.url == "https://other.test/x?r=3" && draft.headers.isEmpty)
    #expect(code("endpoints: {e: {POST: https://other.test/x, params: {pin: {secret: true}}}}", ["pin": "1"])?.code == .arguments)
  }

  @Test func `a trusted host is given them`() throws {
    let draft = try prepared("redirects: {trust: [other.test]}\nendpoints: {e: GET https://other.test/x}")
    #expect(draft.headers[.authorization] == "Bearer sekret-1")
  }

  @Test func `an empty credential is none`() throws {
    #expect(throws: CallError.self) { try prepared("endpoints: {e: GET /x}", [:], ["K": ""]) }
  }

  @Test(arguments: ["base: https://${H}/v1\nvars: {H: api.test}", "base: ${B}\nvars: {B: https://api.test}"])
  func `https is not lowered through a variable either`(head: String) throws {
    let spec = try Spec.load(yaml: head + "\nendpoints: {e: GET /x}")
    let far = Client(spec, base: "http://evil.test", transport: Answering())
    #expect(throws: CallError.self) { try far.prepare("e") }
    let lowered = Client(spec, variables: ["B": "http://evil.test", "H": "api.test"], transport: Answering())
    if head.contains("${B}") { #expect(throws: CallError.self) { try lowered.prepare("e") } }
  }

  @Test func `variables that double do not grow without bound`() throws {
    var vars = "vars: {A0: xxxxxxxxxx"
    for level in 1...40 { vars += ", A\(level): \"\(String(repeating: "${A\(level - 1)}", count: 10))\"" }
    let spec = try Spec.load(yaml: "base: https://api.test\n\(vars)}\nheaders: {X-A: \"${A40}\"}\nendpoints: {e: GET /x}")
    #expect(throws: CallError.self) { try Client(spec, transport: Answering()).prepare("e") }
  }

  @Test func `a link does not lead out of the folder of the spec`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "spec"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("outside".utf8).write(to: folder.appending(path: "outside.txt"))
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/spec/link.txt", withDestinationPath: "../outside.txt")
    let yaml = "base: https://api.test\nendpoints: {e: {GET: /x -> text, mock: {file: link.txt}}}"
    try Data(yaml.utf8).write(to: folder.appending(path: "spec/s.yaml"))
    let (fake, _) = Client.recording(try Spec.load(folder.path + "/spec/s.yaml"))
    let error = await failure { () throws(CallError) in try await fake.e() }
    #expect(error.code == .io && error.message == "the mock file 'link.txt' cannot be read: it is outside the folder of the spec")
  }

  /// A pipe may never have a byte.
  @Test func `a mock does not wait for a pipe`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    try Data("base: https://api.test\nendpoints: {e: {GET: /x -> text, mock: {file: pipe}}}".utf8).write(
      to: folder.appending(path: "s.yaml"))
    let (fake, _) = Client.recording(try Spec.load(folder.path + "/s.yaml"))
    let error = await failure { () throws(CallError) in try await fake.e() }
    #expect(error.code == .io && error.message == "the mock file 'pipe' cannot be read: it is not a regular file")
  }

  @Test func `mocks and defaults are filled with variables`() async throws {
    let yaml = """
      base: https://api.test
      endpoints: {e: {GET: '/x (q String = "${V}-1")', mock: {headers: {X-A: "${V}"}, json: {v: "is ${V}"}}}}
      """
    let (fake, log) = Client.recording(try Spec.load(yaml: yaml), variables: ["V": "vee"])
    let reply = try await fake.call("e")
    #expect(reply.headers["x-a"] == "vee" && reply.value.v.asString == "is vee" && log.requests[0].url == "https://api.test/x?q=vee-1")
  }

  @Test func `text and bytes have no members, and nothing is dropped`() throws {
    #expect(throws: SpecError.self) { try Spec.load(yaml: "base: https://api.test\nendpoints: {e: POST text /x (t)}") }
    #expect(code("endpoints: {e: POST text /x}", ["t": "abc"])?.message.contains("'t' cannot be added to a text body") == true)
    let draft = try prepared("endpoints: {e: {POST: text /x (n), body: \"hi {n}\"}}", ["n": "A"])
    guard case .bytes(let bytes) = draft.body else { return #expect(Bool(false), "no body") }
    #expect(String(decoding: bytes, as: UTF8.self) == "hi A")
  }

  /// The idempotency key stays with the first server, so the other one could not detect a repetition.
  @Test(arguments: [("", 1), ("retry: {unsafe: true, backoff: 1ms..1ms}\n", 3), ("redirects: {trust: [other.test]}\n", 3)])
  func `a key that stays at home allows no repeating elsewhere`(policy: String, count: Int) async throws {
    for isReset in [false, true] {
      let transport = Answering { request in
        if request.url.hasPrefix("https://api.test") {
          return Response(status: .init(code: 307), headers: [.location: "https://other.test/pay"], url: request.url)
        }
        if isReset { throw TransportError(.connect, "reset") }
        return Response(status: .serviceUnavailable, url: request.url)
      }
      let yaml = "base: https://api.test\nendpoints: {e: \"POST /pay (q, header.Idempotency-Key = $uuid)\"}\n" + policy
      let client = try Client(
        Spec.load(yaml: yaml + (policy.contains("backoff") ? "" : "retry: {max: 2, backoff: 1ms..1ms}\n")), transport: transport)
      _ = await failure { () throws(CallError) in try await client.call("e", ["q": 1]) }
      #expect(transport.sent.count { $0.url == "https://other.test/pay" } == count)
    }
  }

  /// What the other one leads on to is another request, and safe to repeat.
  @Test func `what follows is repeated by itself`() async throws {
    let transport = Answering { request in
      let moved = ["https://api.test/pay": (307, "https://other.test/pay"), "https://other.test/pay": (303, "https://other.test/done")]
      if let (status, there) = moved[request.url] {
        return Response(status: .init(code: status), headers: [.location: there], url: request.url)
      }
      return Response(status: .serviceUnavailable, url: request.url)
    }
    let yaml =
      "base: https://api.test\nretry: {max: 2, backoff: 1ms..1ms}\nendpoints: {e: \"POST /pay (q, header.Idempotency-Key = $uuid)\"}"
    let client = try Client(Spec.load(yaml: yaml), transport: transport)
    let error = await failure { () throws(CallError) in try await client.call("e", ["q": 1]) }
    let urls = ["https://api.test/pay", "https://other.test/pay"] + Array(repeating: "https://other.test/done", count: 3)
    #expect(transport.sent.map(\.url) == urls)
    #expect(error.status == .serviceUnavailable && transport.sent.suffix(3).allSatisfy { $0.headers[.init("Idempotency-Key")!] == nil })
  }

  @Test func `an empty key allows nothing`() async throws {
    let transport = Answering(status: 503)
    let client = try Client(
      Spec.load(yaml: "base: https://api.test\nretry: {max: 2, backoff: 1ms..1ms}\nendpoints: {e: \"POST /pay (header.Idempotency-Key)\"}"),
      transport: transport)
    for (key, count) in [("", 1), ("k", 4)] {
      _ = await failure { () throws(CallError) in try await client.call("e", ["Idempotency-Key": .init(key)]) }
      #expect(transport.sent.count == count)
    }
  }
}
