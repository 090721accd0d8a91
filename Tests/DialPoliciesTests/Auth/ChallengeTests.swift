import HTTPTypes
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Lists of challenges (RFC 9110 section 11.6.1; row 63 of Tests/Faults).
struct ChallengeTests {
  /// A list and the result: `scheme(token68) name=value …`, one line per challenge.
  static let rows: [(String, String)] = [
    ("", ""), (",,  ,", ""), ("=x", ""), ("Basic realm", "basic(realm)"), ("Basic realm=\"a", "basic"),
    ("Basic realm=a b", "basic realm=a"),
    ("Digest realm=\"a\" nonce=\"b\"", "digest realm=a"), ("Basic", "basic"), ("Basic,Digest", "basic\ndigest"),
    ("basic realm=x", "basic realm=x"), ("Basic realm=\"a, b\"", "basic realm=a, b"),
    ("Basic realm=\"say \\\"hi\\\", Digest nonce=\\\\\"", "basic realm=say \"hi\", Digest nonce=\\"),
    ("Negotiate YII=, Basic realm=\"a\"", "negotiate(YII=)\nbasic realm=a"), ("Negotiate", "negotiate"),
    ("Negotiate, NTLM , Basic realm=a , charset=\"UTF-8\"", "negotiate\nntlm\nbasic charset=UTF-8 realm=a"),
    (
      "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
      "newauth realm=apps title=Login to \"apps\" type=1\nbasic realm=simple"
    ),
    ("Digest realm = \"a\" ,\tNONCE=\"b\"", "digest nonce=b realm=a"), ("Bearer realm=a, realm=b", "bearer realm=a"),
    ("Bearer error=\"invalid_token\",Digest realm=\"a\",nonce=\"n\"", "bearer error=invalid_token\ndigest nonce=n realm=a"),
  ]

  @Test(arguments: rows.indices) func aListIsTakenApart(index: Int) {
    let (text, expected) = Self.rows[index]
    let shown = Challenge.list(text).map { challenge in
      let parameters = challenge.parameters.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      return challenge.scheme + (challenge.token68.map { "(\($0))" } ?? "") + parameters
    }
    #expect(shown.joined(separator: "\n") == expected)
  }

  @Test func severalFieldLinesAreOneList() {
    var fields = HTTPFields()
    for value in ["Basic realm=\"a", "Digest realm=a, nonce=b"] { fields.append(HTTPField(name: .wwwAuthenticate, value: value)) }
    #expect(Challenge.list(fields).map(\.scheme) == ["basic", "digest"])
  }
}
