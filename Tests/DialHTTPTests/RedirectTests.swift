import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Rules of redirects, with scripted responses.
struct RedirectTests {
  /// Follows redirects over responses by URL (`status location`); returns the requests and the outcome.
  private func follow(
    _ request: PreparedRequest, _ answers: [String: String]
  ) async -> (sent: [PreparedRequest], outcome: String) {
    let sent = Mutex([PreparedRequest]())
    do {
      let next = Next { request in
        sent.withLock { $0.append(request) }
        let parts = (answers[request.url] ?? "200").split(separator: " ", maxSplits: 1).map(String.init)
        var headers = HTTPFields()
        if parts.count > 1 { headers[.location] = parts[1] }
        return Response(status: .init(code: Int(parts[0]) ?? 0), headers: headers, url: request.url)
      }
      let response = try await followingRedirects(request, next)
      return (sent.withLock { $0 }, "\(response.status.code) \(response.url)")
    } catch let error as TransportError {
      return (sent.withLock { $0 }, "\(error.kind.rawValue): \(error.message)")
    } catch {
      return (sent.withLock { $0 }, "\(error)")
    }
  }

  @Test func whatIsFollowed() async {
    let table: [(String, String)] = [
      ("301 /b", "200 http://a.test/b"), ("302 /b", "200 http://a.test/b"), ("303 /b", "200 http://a.test/b"),
      ("307 /b", "200 http://a.test/b"), ("308 /b", "200 http://a.test/b"), ("300 /b", "300 http://a.test/"),
      ("304 /b", "304 http://a.test/"), ("305 /b", "305 http://a.test/"), ("302", "302 http://a.test/"),
      ("302 //b.test/c", "200 http://b.test/c"), ("302 http://u:p@b.test/", "200 http://b.test/"),
      ("302 http://[bad", "redirect: the Location of a redirect is not a valid URL: http://a.test/ -> http://[bad"),
      ("302 http://256.1.1.1/", "redirect: the Location of a redirect is not a valid URL: http://a.test/ -> http://256.1.1.1/"),
      ("302 http://a.test:0/", "redirect: the Location of a redirect is not a valid URL: http://a.test/ -> http://a.test:0/"),
      ("302 http:b", "redirect: the Location of a redirect is not a valid URL: http://a.test/ -> http:b"),
      ("302 http://u:pw@[b?key=k", "redirect: the Location of a redirect is not a valid URL: http://a.test/ -> …@[b"),
      ("302 file:///etc/passwd", "redirect: a redirect to the scheme 'file' is not followed: http://a.test/ -> file://"),
      ("302 ftp://b.test/", "redirect: a redirect to the scheme 'ftp' is not followed: http://a.test/ -> ftp://b.test"),
      ("302 data:text/plain,x", "redirect: a redirect to the scheme 'data' is not followed: http://a.test/ -> data:…"),
      ("302 /", "redirect: the redirects form a loop: http://a.test/ -> http://a.test/"),
    ]
    for (answer, wanted) in table {
      let (_, outcome) = await follow(PreparedRequest(endpoint: "t", method: .get, url: "http://a.test/"), ["http://a.test/": answer])
      #expect(outcome == wanted, "\(answer)")
    }
  }

  @Test func secureIsNeverMadeInsecure() async {
    let request = PreparedRequest(endpoint: "t", method: .get, url: "https://a.test/")
    for target in ["http://a.test/", "http://127.0.0.1/"] {
      let (sent, outcome) = await follow(request, ["https://a.test/": "302 \(target)"])
      #expect(outcome == "redirect: a redirect from https to http is not followed: https://a.test/ -> \(target)")
      #expect(sent.count == 1)
    }
  }

  @Test func hopsAreCounted() async {
    var request = PreparedRequest(endpoint: "t", method: .get, url: "http://a.test/0?secret=1")
    let answers = Dictionary(
      uniqueKeysWithValues: [("http://a.test/0?secret=1", "302 /1")] + (1..<9).map { ("http://a.test/\($0)", "302 /\($0 + 1)") })
    for (maximum, wanted) in [
      (0, "302 http://a.test/0?secret=1"),
      (2, "redirect: more than 2 redirects: http://a.test/0 -> http://a.test/1 -> http://a.test/2 -> http://a.test/3"),
      (9, "200 http://a.test/9"),
    ] {
      request.policy.maxRedirects = maximum
      #expect(await follow(request, answers).outcome == wanted)
    }
  }

  @Test func methodsAndBodies() async {
    let table: [(Int, HTTPRequest.Method, String)] = [
      (301, .post, "GET -"), (302, .post, "GET -"), (303, .post, "GET -"), (307, .post, "POST hi text/plain"),
      (308, .post, "POST hi text/plain"), (301, .put, "PUT hi text/plain"), (302, .delete, "DELETE hi text/plain"),
      (303, .put, "GET -"), (303, .head, "HEAD hi text/plain"), (301, .head, "HEAD hi text/plain"), (308, .patch, "PATCH hi text/plain"),
    ]
    for (status, method, wanted) in table {
      let request = PreparedRequest(
        endpoint: "t", method: method, url: "http://a.test/", headers: [.contentType: "text/plain"], body: .bytes(Array("hi".utf8)))
      let (sent, _) = await follow(request, ["http://a.test/": "\(status) /b"])
      var text = sent[1].method.rawValue
      if case .bytes(let bytes) = sent[1].body { text += " " + String(decoding: bytes, as: UTF8.self) }
      #expect(text + " " + (sent[1].headers[.contentType] ?? "-") == wanted)
    }
  }

  /// A POST that moved to the same path elsewhere was not processed.
  @Test(
    arguments: [
      ("http://a.test/x", "301 https://a.test/x", "to send it there, use the base https://a.test (--base, or 'base' in the spec)"),
      (
        "http://a.test/x?q=1", "302 https://a.test:8443/x?q=1",
        "to send it there, use the base https://a.test:8443 (--base, or 'base' in the spec)"
      ),
      ("http://a.test/x", "301 http://b.test/x", "to send it there, use the base http://b.test (--base, or 'base' in the spec)"),
      ("http://a.test/x", "301 /x/", "to send it there, end the path in the spec with '/'"),
      ("http://a.test/x/?q", "302 /x?q", "to send it there, remove the '/' at the end of the path in the spec"),
      (
        "http://a.test/x", "302 https://b.test/x/",
        "to send it there, use the base https://b.test (--base, or 'base' in the spec), and end the path in the spec with '/'"
      ),
      ("http://a.test", "301 https://a.test/", "to send it there, use the base https://a.test (--base, or 'base' in the spec)"),
      ("http://a.test/a%7Eb", "301 https://a.test/a~b", "to send it there, use the base https://a.test (--base, or 'base' in the spec)"),
      // Such a response follows a successful form.
      ("http://a.test/x", "302 /", nil), ("http://a.test/x", "302 /x", nil), ("http://a.test/x", "302 /x?done=1", nil),
      ("http://a.test/x?q=1", "302 /x", nil), ("http://a.test/x", "302 /x/7", nil), ("http://a.test/x", "302 https://b.test/y", nil),
      ("http://a.test/x", "302 http://a.test:80/x", nil), ("http://a.test/x", "302 /X", nil), ("http://a.test/", "302 /x/", nil),
      ("http://a.test/x", "303 https://a.test/x", nil), ("http://a.test/x", "307 https://a.test/x", nil),
      ("http://a.test/x", "308 /x/", nil),
    ] as [(String, String, String?)])
  func aPOSTThatMovedIsNotAGET(url: String, answer: String, hint: String?) async {
    for (method, isPost) in [(HTTPRequest.Method.post, true), (.put, false), (.delete, false), (.patch, false), (.get, false)] {
      let request = PreparedRequest(endpoint: "t", method: method, url: url, body: .bytes(Array("hi".utf8)))
      let sent = Mutex(0)
      let next = Next { request in
        let isFirst = sent.withLock { sent in
          sent += 1
          return sent == 1
        }
        guard isFirst else { return Response(status: .ok, url: request.url) }
        let parts = answer.split(separator: " ").map(String.init)
        return Response(
          status: .init(code: Int(parts[0]) ?? 0), headers: [.location: parts[1], .setCookie: "a=b"], url: request.url)
      }
      var error: TransportError?
      do {
        _ = try await followingRedirects(request, next)
      } catch let fault { error = fault as? TransportError }
      let isRefused = isPost && hint != nil
      #expect(error?.hint == (isRefused ? hint : nil), "\(method)")
      #expect(sent.withLock { $0 } == (isRefused ? 1 : 2), "\(method)")
      let message = "the server redirected the POST with \(answer.prefix(3)) instead of processing it: http://a.test"
      #expect((error?.message.hasPrefix(message) ?? false) == isRefused, "\(method)")
    }
  }

  @Test func streamsAreReplayedOrRefused() async {
    let pieces: @Sendable () -> ResponseBody = { ResponseBody(Array("hi".utf8)) }
    for (replay, wanted) in [
      (pieces, "200 http://a.test/b"),
      (nil, "redirect: a redirect requires the body again, but it can be read only once: http://a.test/ -> http://a.test/b"),
    ] {
      let request = PreparedRequest(
        endpoint: "t", method: .post, url: "http://a.test/", body: .stream(length: 2, replay: replay, pieces()))
      #expect(await follow(request, ["http://a.test/": "307 /b"]).outcome == wanted)
    }
  }

  private static let sensitive: HTTPFields = [
    .authorization: "Bearer t", .cookie: "c=1", HTTPField.Name("X-Api-Key")!: "k", HTTPField.Name("X-Trace")!: "1",
    .accept: "a/b", .userAgent: "me", .acceptLanguage: "de", .range: "bytes=0-", .contentType: "text/plain",
  ]
  private static let harmless = ["accept", "user-agent", "accept-language", "range", "content-type"]

  @Test func anotherOriginGetsNoCredential() async throws {
    for other in ["http://b.test/", "http://a.test:81/", "https://a.test/", "http://sub.a.test/"] {
      let request = PreparedRequest(endpoint: "t", method: .post, url: "http://a.test/", headers: Self.sensitive)
      let (sent, _) = await follow(request, ["http://a.test/": "307 \(other)", other: "307 //a.test/back"])
      try #require(sent.map(\.url) == ["http://a.test/", other, other.prefix { $0 != "/" } + "//a.test/back"])
      #expect(sent[0].headers.count == 9)
      #expect(sent[1].headers.map(\.name.canonicalName) == Self.harmless)
      #expect(sent[2].headers.map(\.name.canonicalName) == Self.harmless, "what was dropped does not come back")
    }
  }

  @Test func theSameOriginAndTrustedHostsKeepAll() async {
    var request = PreparedRequest(endpoint: "t", method: .get, url: "http://a.test/", headers: Self.sensitive)
    request.policy.trustedHosts = ["B.test"]
    for other in ["http://A.test:80/x", "http://b.test/"] {
      #expect(await follow(request, ["http://a.test/": "302 \(other)"]).sent.last?.headers.count == 9)
    }
  }

  @Test func secretsDoNotTravelInAddressOrBody() async {
    var request = PreparedRequest(endpoint: "t", method: .post, url: "http://a.test/", body: .bytes(Array(#"{"p":"hunter2"}"#.utf8)))
    request.secrets.add("hunter2")
    let table: [(String, String)] = [
      ("307 http://b.test/x", "redirect: a redirect would send a secret to b.test: http://a.test/ -> http://b.test/x"),
      ("302 http://b.test/x", "200 http://b.test/x"),
      ("307 /x", "200 http://a.test/x"),
      ("302 http://b.test/?q=hunter2", "redirect: a redirect would send a secret to b.test: http://a.test/ -> http://b.test/"),
      ("302 http://b.test/%68unter2", "redirect: a redirect would send a secret to b.test: http://a.test/ -> http://b.test/‹redacted›"),
      ("302 http://b.test/hunter2", "redirect: a redirect would send a secret to b.test: http://a.test/ -> http://b.test/‹redacted›"),
    ]
    for (answer, wanted) in table {
      #expect(await follow(request, ["http://a.test/": answer]).outcome == wanted)
    }
  }

  @Test func aBodyThatIsReadWhenSentKeepsItsSecretToo() async {
    let pieces: @Sendable () -> ResponseBody = { ResponseBody(Array("hunter2".utf8)) }
    for (holds, status, wanted) in [
      (true, 307, "redirect: a redirect would send a secret to b.test: http://a.test/ -> http://b.test/x"),
      (true, 308, "redirect: a redirect would send a secret to b.test: http://a.test/ -> http://b.test/x"),
      (true, 303, "200 http://b.test/x"), (false, 307, "200 http://b.test/x"),
    ] {
      var request = PreparedRequest(
        endpoint: "t", method: .post, url: "http://a.test/", body: .stream(length: 7, replay: pieces, pieces()))
      request.context[BodyHoldsSecret.self] = holds
      #expect(await follow(request, ["http://a.test/": "\(status) http://b.test/x"]).outcome == wanted)
    }
  }
}
