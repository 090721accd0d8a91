import Testing

@testable import DialModel

@Suite struct SecretNamesTests {
  @Test(arguments: [
    ("/a?api_key=abc&q=1", "/a?api_key=‹redacted›&q=1"), ("/a?token={token}", "/a?token={token}"),
    ("/a?token=${TOKEN}", "/a?token=${TOKEN}"), ("/a?q=1", "/a?q=1"), ("/a", "/a"),
    ("/a?access%5Ftoken=x", "/a?access%5Ftoken=‹redacted›"), ("/a?{&q}", "/a?{&q}"),
    ("/g?x=ghp_abcdefghijklmnopqrstuvwxyz0123456789&y=1", "/g?x=‹redacted›&y=1"),
  ])
  func targets(_ target: String, _ shown: String) { #expect(SecretNames.masked(target: target) == shown) }

  @Test func whatOnlyAllowsCredentialsIsNone() {
    #expect(!SecretNames.contains("Access-Control-Allow-Credentials", in: .header))
    #expect(SecretNames.contains("X-Credentials", in: .header))
  }

  /// A number of tokens of a language model is no secret, tokens themselves are.
  @Test(arguments: [
    ("max_tokens", false), ("maxOutputTokens", false), ("max_completion_tokens", false), ("prompt_tokens", false), ("tokens", true),
    ("access_tokens", true), ("max_token", true), ("user_tokens", true),
  ])
  func tokens(_ name: String, _ isSecret: Bool) { #expect(SecretNames.contains(name) == isSecret) }
}
