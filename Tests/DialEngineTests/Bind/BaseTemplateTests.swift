import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Arguments in the host of `base`.
struct BaseTemplateTests {
  private static func spec(_ base: String, _ line: String, _ more: String = "") -> String {
    "base: \(base)\n\(more)\nendpoints:\n  e: \(line)\n"
  }

  private static let s3 = "https://{bucket}.s3.{region=us-east-1}.amazonaws.com"

  @Test(arguments: [
    (s3, "GET /{key}", #"{"bucket": "b-1", "key": "a b"}"#, "GET https://b-1.s3.us-east-1.amazonaws.com/a%20b"),
    (s3, "GET /{key}", #"{"bucket": "b", "key": "k", "region": "eu-west-1"}"#, "GET https://b.s3.eu-west-1.amazonaws.com/k"),
    (s3 + "/", "GET ?list-type=2", #"{"bucket": "b"}"#, "GET https://b.s3.us-east-1.amazonaws.com/?list-type=2"),
    ("https://{t}.example.com/v1/", "GET /x (q)", #"{"t": "acme", "q": 1}"#, "GET https://acme.example.com/v1/x?q=1"),
    ("https://{t}.example.com/{v=v2}", "GET /x ()", #"{"t": "acme"}"#, "GET https://acme.example.com/v2/x"),
    ("https://{t}.localhost:8080", "GET /x", #"{"t": "a"}"#, "GET https://a.localhost:8080/x"),
    ("https://{t}.${ZONE}", "GET /x", #"{"t": "a"}"#, "GET https://a.zone.test/x"),
    (s3, "GET /k", "{}", "arguments: missing argument 'bucket' (path)"),
    (s3, "GET https://other.test/x", "{}", "GET https://other.test/x"),
    // Without a value, it would be another base.
    (s3, "GET /k", #"{"bucket": "b", "region": null}"#, "arguments: 'region' is null, but 'base' requires a value"),
    ("https://a{n=1}.example.com", "GET /k", #"{"n": null}"#, "arguments: 'n' is null, but 'base' requires a value"),
    ("https://a.example.com/{org=acme}/v1", "DELETE /k", #"{"org": null}"#, "arguments: 'org' is null, but 'base' requires a value"),
    ("https://a.example.com/{org=acme}/v1", "DELETE /k (path.org? String)", "{}", "DELETE https://a.example.com/acme/v1/k"),
    ("https://a.example.com/{org}/v1", "DELETE /k (path.org? String)", "{}", "arguments: missing argument 'org' (path, String?)"),
    ("https://a.example.com/{org=acme}/v1", "DELETE /k/{id?}", "{}", "DELETE https://a.example.com/acme/v1/k"),
  ])
  func areFilledIn(base: String, line: String, args: String, gives: String) throws {
    #expect(try bound(Self.spec(base, line), args, variables: ["ZONE": "zone.test"]) == gives)
  }

  @Test(arguments: ["a/b", "a@b", "a:b", "a?b", "a#b", "a%2Fb", ".", "..", "a..b", ".a", "a.", "", "a b", "ä", "a\\b", "evil.com/", "a_b"])
  func aValueChangesNothingBehindIt(value: String) throws {
    let outcome = try bound(Self.spec(Self.s3, "GET /k"), "{\"bucket\": \(JSONWriter.quote(value))}")
    #expect(outcome.hasPrefix("arguments: 'bucket' cannot be used in a host"), "\(outcome)")
  }

  @Test func credentialsGoToTheBaseAndNowhereElse() throws {
    let auth = "auth: bearer ${TOKEN}"
    #expect(
      try bound(Self.spec(Self.s3, "GET /k", auth), #"{"bucket": "b"}"#, variables: ["TOKEN": "t"])
        == "GET https://b.s3.us-east-1.amazonaws.com/k\nAuthorization: Bearer t")
    #expect(
      try bound(Self.spec(Self.s3, "GET https://b.s3.evil.test/k", auth), variables: ["TOKEN": "t"]) == "GET https://b.s3.evil.test/k")
  }

  @Test func aGivenBaseTakesItsPlace() throws {
    #expect(try bound(Self.spec(Self.s3, "GET /k"), #"{"bucket": "b"}"#, base: "http://localhost:9000") == "GET http://localhost:9000/k")
  }

  @Test(arguments: [
    ("https://{host}/v1", "the host of 'base' must end in a literal domain such as '.example.com'"),
    ("https://api.{domain}", "the host of 'base' must end"),
    ("https://{t}.com", "the host of 'base' must end"), ("https://{t}example.com", "the host of 'base' must end"),
    ("https://{t*}.example.com", "a placeholder in 'base' must be a single required name"),
    ("https://{+t}.example.com", "a placeholder in 'base' must be a single required name; write '{t}'"),
    ("https://{t?}.example.com", "a placeholder in 'base' must be a single required name; write '{t}'"),
    ("{scheme}://a.example.com", "'base' must start with https:// or http://"),
    ("https://u:{p}@a.example.com", "'base' contains credentials"), ("https://{t}.example.com?a=1", "'base' cannot contain '?'"),
    ("https://{t.example.com", "the placeholder is not closed"), ("https://a.test/{v", "the placeholder is not closed"),
    ("https://t}.example.com", "is not a valid host"), ("https://a.test/v}", "'base' contains '}'"),
  ])
  func invalidBasesAreRefused(base: String, message: String) {
    #expect(findings(Self.spec("'\(base)'", "GET /x")).contains(message), "\(findings(Self.spec("'\(base)'", "GET /x")))")
  }

  @Test func aTokenNeedsOneHost() {
    #expect(findings(Self.spec(Self.s3, "GET /x", "auth: {bearer: session}")).contains("a stored token requires a fixed host"))
  }
}
