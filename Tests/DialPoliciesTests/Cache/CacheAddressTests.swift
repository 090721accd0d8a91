import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

struct CacheAddressTests {
  private let digest = CacheDigest(key: Array("key".utf8))

  private func request(_ headers: String, _ url: String = "https://api.test/a") -> PreparedRequest {
    PreparedRequest(endpoint: "e", method: .get, url: url, headers: headers.isEmpty ? [:] : fields(headers))
  }

  @Test(arguments: [
    ("https://API.test", "https://api.test:443/"), ("HTTPS://api.test:443/a", "https://api.test:443/a"),
    ("http://api.test?q", "http://api.test:80/?q"), ("https://a.test/%7Eb%2fc%e4", "https://a.test:443/~b%2Fc%E4"),
    ("https://a.test/a%zz%", "https://a.test:443/a%zz%"), ("https://a.test/a?b=%41#f", "https://a.test:443/a?b=A"),
  ])
  func urlsAreNormal(_ url: String, _ normal: String) {
    #expect(CacheAddress.normalized(url) == normal)
  }

  @Test func digestsAreThoseOfTheStandard() {
    #expect(
      CacheDigest(key: Array("Jefe".utf8)).hex("what do ya want for nothing?")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test func usersAreNeverMixed() {
    let users = [
      "", "Authorization: Bearer a", "Authorization: Bearer b", "Cookie: a", "X-Api-Key: a", "Proxy-Authorization: a",
      "Authorization: Bearer a | Cookie: a", "X-Auth-Token: a", "X-Auth-Token: b", "X-Session-Id: a", "Shop-Api-Key: a",
      "x-amz-signature: a",
    ]
    #expect(Set(users.map { CacheAddress(request($0), digest).identity }).count == users.count)
    #expect(Set(users.map { CacheAddress(request($0), digest).key }).count == 1)
    #expect(CacheAddress(request("X-A: 1"), digest).identity != CacheAddress(request("X-A: 2"), digest).identity)
    #expect(CacheAddress(request("Accept: a/b | User-Agent: x | If-None-Match: y | X-Request-Id: 7"), digest).identity == "")
    var own = request("X-Mine: a")
    own.secrets.headerNames.insert(.init("X-Mine")!)
    #expect(CacheAddress(own, digest).identity != "")
  }

  @Test func certificatesAreUsers() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-certificates-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a", "b"] { try name.write(toFile: "\(folder)/\(name).pem", atomically: true, encoding: .utf8) }
    func identity(_ url: String = "https://api.test/a", own: String? = nil, spec: String? = nil) -> String {
      var request = request("", url)
      request.context[TransportCertificate.self] = own.map { "\(folder)/\($0).pem" }
      if let spec {
        var model = TLSModel()
        let file = TLSModel.NamedFile(name: spec, path: "\(folder)/\(spec).pem", folder: folder)
        model.client = TLSModel.Client(certificate: file, key: nil)
        request.tls = TLSRules(model, rule: CrossOriginRule(origin: Origin("https://api.test"), trustedHosts: []))
      }
      return CacheAddress(request, digest).identity
    }
    let all = [identity(), identity(own: "a"), identity(own: "b"), identity(own: "a", spec: "b")]
    #expect(Set(all).count == 4)
    #expect(identity(spec: "a") == identity(own: "a"))
    // No credentials are sent to another origin.
    #expect(identity("https://other.test/a", spec: "a") == "")
    // An unreadable identity is always new.
    #expect(identity(own: "c") != identity(own: "c"))
    try "b".write(toFile: "\(folder)/a.pem", atomically: true, encoding: .utf8)
    #expect(identity(own: "a") == all[2])
  }

  @Test func anotherSecretGivesOtherKeys() {
    let other = CacheDigest(key: Array("other".utf8))
    #expect(CacheAddress.key("https://api.test/a", digest) != CacheAddress.key("https://api.test/a", other))
  }

  @Test(arguments: [
    ("X-A", "X-A: 1", "X-A: 2", false), ("X-A", "X-A: 1", "", false), ("X-A", "", "X-A: ", false), ("X-A, X-B", "X-A: 1", "X-B: 1", false),
    ("X-A", "X-A: a", "X-A: A", false), ("X-A", "X-A: 1, 2", "X-A: 2, 1", false),
    ("X-A", "X-A: 1 | X-B: 1", "X-A: 1 | X-B: 2", false), ("X-A", "", "X-B: 1", false),
    ("X-A", "X-B: 1 | X-B: 2", "X-B: 2 | X-B: 1", false), ("X-A", "X-User: ann", "X-User: bob", false),
    ("Accept", "From: a@b.c", "", false),
    ("X-A", "X-A: 1 | Accept: a/b", "X-A: 1 | Accept: a/c | User-Agent: x", true), ("X-A, X-B", "X-A: 1, 2", "X-A: 1,2", true),
    ("x-a", "X-A: 1,2", "X-A: 1 , 2", true),
    ("X-A", "X-A: 1 | X-A: 2", "X-A: 1, 2", true), ("Accept-Language", "Accept-Language: en, de", "Accept-Language: EN,DE", true),
  ])
  func whatVaries(_ vary: String, _ before: String, _ now: String, _ fits: Bool) {
    let first = request(before)
    let address = CacheAddress(first, digest)
    let reply = address.reply(first, 200, fields("Vary: \(vary)"), [], requested: 0, answered: 0)
    #expect(CacheAddress(request(now), digest).fits(reply, request(now)) == fits)
  }

  @Test func nothingOfARequestCanBeReadInWhatIsKept() {
    var secret = request("Authorization: Bearer tok-123456 | X-Lang: hidden-word", "https://api.test/a?key=tok-123456")
    secret.secrets.add("tok-123456")
    let reply = CacheAddress(secret, digest).reply(secret, 200, fields("Vary: X-Lang, Authorization"), [], requested: 0, answered: 0)
    let text = String(decoding: reply.bytes, as: UTF8.self)
    #expect(!text.contains("tok-") && !text.contains("hidden-word") && text.contains("https://api.test/a?key="))
  }

  @Test func anIdentityShowsNothingOfItself() {
    var identity = CacheIdentity()
    (identity.user, identity.cookies) = ("digest ann\nword-1", "sid=word-2")
    var text = "\(identity)"
    dump(identity, to: &text)
    #expect(!text.contains("word"), "\(text)")
  }
}
