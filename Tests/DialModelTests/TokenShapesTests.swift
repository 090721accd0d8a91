import Testing

@testable import DialModel

struct TokenShapesTests {
  /// Each text with `•` for its tokens.
  @Test(arguments: [
    "", "a", "ghp_", "ghp_short", "sk-learn-is-a-library", "task-12345678", "xghp_0123456789", "AKIAlowercaseletters",
    "eyJhbGciOiJIUzI1NiJ9",
    "Bearer of bad news", "basic english", "the token counts", "Basic monthly", "bearer", "Bearer ", "-----BEGIN CERTIFICATE-----\nx",
    "sk-", "é", "1234567890123456",
  ]) func textsWithoutTokens(_ text: String) { #expect(TokenShapes.ranges(in: text).isEmpty) }

  @Test(arguments: [
    ("ghp_0123456789abcdef", "•"), ("use ghp_0123456789abcdef.", "use •."), ("a=ghp_0123456789,b", "a=•,b"), ("é gho_abcdefgh é", "é • é"),
    ("github_pat_11ABCDEFG0", "•"), ("sk-proj-a1b2c3d4", "•"), ("xoxb-1234-abcd", "•"), ("AKIAIOSFODNN7EXAMPLE", "•"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln", "•"), ("eyJhbGciOiJub25lIn0.eyJhIjoxfQ.", "•."), ("Bearer abc", "Bearer •"),
    ("bearer  x.y-z==", "bearer  •"), ("Basic dTpw", "Basic •"), ("say: Bearer abcd1234 now", "say: Bearer • now"),
    ("ghp_aaaaaaaa ghp_bbbbbbbb", "• •"), ("-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\n", "•\n"),
    ("x -----BEGIN RSA PRIVATE KEY-----\nMII", "x •"),
  ]) func textsWithTokens(_ text: String, _ shown: String) {
    var text = text
    for range in TokenShapes.ranges(in: text).reversed() { text.replaceSubrange(range, with: "•") }
    #expect(text == shown)
  }
}
