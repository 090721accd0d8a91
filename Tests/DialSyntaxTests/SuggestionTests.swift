import DialSyntax
import Testing

struct SuggestionTests {
  @Test(
    arguments: [
      ("timout", ["timeout", "time"], "timeout"), ("teimout", ["retry", "timeout"], "timeout"),
      ("HEADERS", ["header", "headers"], "headers"),
      ("x", ["y", "z"], nil), ("q", ["qs"], "qs"), ("abc", ["xyz"], nil), ("ab", ["ba"], "ba"), ("", ["a"], nil),
      ("endpoint", ["endpoints"], "endpoints"),
      ("abcdef", ["abcxyz"], nil), ("same", ["same"], nil), ("usre", ["use", "user"], "use"),
    ] as [(String, [String], String?)])
  func findsTheNearest(word: String, known: [String], expected: String?) {
    #expect(Suggestion.nearest(to: word, among: known) == expected)
  }

  @Test(
    arguments: [
      ("timout", ["timeout", "x"], "did you mean 'timeout'?"), ("zzz", ["a"], "expected 'a'"),
      ("zzz", ["a", "b"], "expected one of 'a', 'b'"),
      ("zzz", ["a", "b", "c", "d", "e", "f"], "expected one of 'a', 'b', 'c', 'd', 'e', 'f'"),
      ("zzz", (1...13).map { "\($0)" }, "expected one of '1', '2', '3', '4', '5', …"), ("zzz", [], "no key is available"),
    ] as [(String, [String], String)])
  func saysIt(word: String, known: [String], expected: String) {
    #expect(Suggestion.phrase(for: word, among: known, what: "key") == expected)
  }

  @Test(arguments: [("a: b", "\"a: b\""), ("say \"x\"", "'say \"x\"'"), ("it's \\d", "'it''s \\d'"), ("\u{1B}\"\n", "\"\\x1B\\\"\\n\"")])
  func quotesAText(text: String, expected: String) throws {
    #expect(Scalar.quoted(text) == expected)
    #expect(try tree(expected).text == text)
  }
}
