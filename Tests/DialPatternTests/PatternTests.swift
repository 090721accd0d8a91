import DialPattern
import Testing

@Suite struct PatternTests {
  static let searches: [(pattern: String, text: String, isMatch: Bool)] = [
    // Positions.
    ("b", "abc", true), ("^b", "abc", false), ("b$", "ab", true), ("a$", "a\n", false), ("^a", "\na", false), ("^$", "", true),
    ("$^", "", true), ("(^a|b$)*c", "xc", true), (#"\bfoo\b"#, "a foo b", true), (#"\bfoo\b"#, "afoo", false), (#"o\B"#, "foo", true),
    (#"^\Bx"#, "x", false), (#"\b"#, "é", false),
    // Characters.
    (".", "\n", false), (".", "\u{2028}", false), ("^.$", "😀", true), (#"^\d$"#, "٣", false), (#"^\w$"#, "é", false),
    (#"^\s$"#, "\u{FEFF}", true), (#"^\S$"#, "\u{A0}", false), (#"^\W\D$"#, "éé", true), (#"^\t\n\v\f\r\0$"#, "\t\n\u{B}\u{C}\r\0", true),
    (#"^\cJ\x41\u0042\u{43}$"#, "\nABC", true), (#"^\ud83d\ude00$"#, "😀", true), (#"^\u{1F600}$"#, "😀", true),
    (#"^\.\/\-\_$"#, "./-_", true),
    ("^{x}]}$", "{x}]}", true), ("^{}$", "{}", true), ("é", "e\u{301}", false), ("^/a/$", "/a/", true),
    // Classes.
    ("[abc]", "xb", true), ("^[^a-c]$", "b", false), ("^[^]$", "\n", true), ("[]", "a", false), (#"^[\w-.]+$"#, "a-.", true),
    ("^[a-]+$", "a-", true), ("^[]a]$", "a]", false), (#"^[\]a]+$"#, "a]", true), (#"[\b]"#, "\u{8}", true), ("^[а-я]+$", "привет", true),
    (#"^[^\W\d]+$"#, "ab", true), (#"^[\S]+$"#, "é ", false), ("^[{}()|.*+?^$]+$", "{}()|.*+?^$", true), ("^[[]$", "[", true),
    (#"^\p{Lu}\p{Ll}\p{L}$"#, "ЖжЖ", true), (#"^\P{L}$"#, "a", false), (#"^[\p{Nd}_]+$"#, "٣_", true), (#"^[^\p{L}]$"#, "ж", false),
    (#"^\p{Letter}\p{General_Category=Lu}\p{Alphabetic}\p{LC}$"#, "aBcd", true), (#"^\p{Any}\p{ASCII}$"#, "éa", true),
    // Repetition.
    ("^a*$", "", true), ("^a+$", "", false), ("^a?b$", "b", true), ("^a{2,3}$", "a", false), ("^a{2,3}$", "aaa", true),
    ("^a{2,3}$", "aaaa", false),
    ("^a{2,}$", "aaaaa", true), ("^a{0}$", "a", false), ("^(ab){2}$", "abab", true), ("^a+?b*?c??$", "aab", true), ("^(?:)*a$", "a", true),
    ("^()*$", "", true), ("^(a*)*b$", "aaab", true), ("^(|a)+$", "aa", true), ("^.{1,65535}$", String(repeating: "x", count: 65_535), true),
    ("^.{1,65535}$", String(repeating: "x", count: 65_536), false),
    // Groups.
    ("^(a|bc|)d$", "bcd", true), ("^(a|bc|)d$", "d", true), ("^(?:a)(?<year>b)$", "ab", true), ("a||b", "x", true),
    // Lookarounds.
    (#"^(?=.*[A-Z])(?=.*\d).{8,}$"#, "Abcdefg1", true), (#"^(?=.*[A-Z])(?=.*\d).{8,}$"#, "abcdefg1", false), ("a(?!b)", "ab", false),
    ("a(?!b)", "abac", true), ("(?<=a)b", "ab", true), ("(?<=a)b", "cb", false), ("(?<!a)b", "ab", false), ("(?<!a)b", "b", true),
    ("(?=(?<=a)b)b", "ab", true), ("^(?!.*(?:--|__))[a-z_-]+$", "a-b_c", true), ("^(?!.*(?:--|__))[a-z_-]+$", "a--b", false),
    ("(?<=^|,)x(?=,|$)", "a,x,b", true), ("(?<=^ab.*)c", "abxxc", true),
    // Documents.
    ("^(()|[a-z0-9A-Z]|([a-z0-9A-Z][a-z0-9A-Z\\._-]{0,61}[a-z0-9A-Z]))$", "a.b", true),
    ("[a-zA-Z0-9-_,:<>+#!\\(\\)\\[\\]\\{\\} ]*", "", true),
    ("^#(([0-9a-fA-F]{2}){3}|([0-9a-fA-F]){3})$", "#12ab", false), (#"^([01]\d|2[0-3]):?([0-5]\d)$"#, "2359", true),
  ]

  @Test(arguments: searches.indices) func searchesForPart(_ index: Int) {
    let (pattern, text, isMatch) = Self.searches[index]
    #expect(Pattern(pattern).search(text) == (isMatch ? .matched : .unmatched), "\(pattern) in \(text.prefix(40))")
  }

  static let matches: [(pattern: String, text: String, isMatch: Bool)] = [
    ("a|b", "b", true), ("a|b", "ab", false), ("a*", "", true), ("a.c", "xabc", false), ("^ab.*", "abc", true), (".", "\u{2028}", true),
    (".", "\r", false),
  ]

  @Test(arguments: matches.indices) func matchesTheWholeText(_ index: Int) {
    let (pattern, text, isMatch) = Self.matches[index]
    #expect(Pattern(pattern, syntax: .iRegexp).match(text) == (isMatch ? .matched : .unmatched), "\(pattern) in \(text)")
  }

  static let unknown: [(pattern: String, message: String)] = [
    (#"(a)\1"#, "column 4: backreferences are not supported"), (#"(?<a>b)\k<a>"#, "column 8: backreferences are not supported"),
    ("(a", "column 1: '(' is not closed"), ("a)", "column 2: ')' without '('"), ("[a", "column 1: '[' is not closed"),
    (#"a\"#, #"column 2: nothing follows '\'"#), ("*", "column 1: nothing to repeat"), ("a**", "column 3: nothing to repeat"),
    ("a++", "column 3: nothing to repeat"), ("^*", "column 1: nothing to repeat"), ("(?=a)*", "column 1: nothing to repeat"),
    ("{1}", "column 1: nothing to repeat"), ("a{2,1}", "column 2: the numbers of the quantifier are out of order"),
    ("a{1, 3}", "column 2: '{1, 3}' is not a quantifier of ECMA-262"), ("a{,5}", "column 2: '{,5}' is not a quantifier of ECMA-262"),
    ("[z-a]", "column 2: the range of the class is out of order"), ("[[:alpha:]]", "column 2: a class of POSIX is not part of ECMA-262"),
    ("(?i)a", "column 1: unknown kind of group"), ("(?<a", "column 1: the name of the group is not closed"),
    (#"\Aa\z"#, #"column 1: '\A' is not an escape of ECMA-262"#), (#"[\h]"#, #"column 2: '\h' is not an escape of ECMA-262"#),
    (#"\p{Script=Greek}"#, "column 1: the Unicode property 'Script=Greek' is not supported"),
    (#"\pL"#, #"column 1: expected a property in braces after '\p'"#), (#"\c1"#, #"column 1: expected a letter after '\c'"#),
    (#"\x4"#, "column 1: expected 2 hexadecimal digits"), (#"\u{110000}"#, "column 1: expected a code point in braces"),
    (#"[\ud800-\udbff]"#, "column 2: half of a surrogate pair"),
    (#"/^a$/"#, "column 1: a pattern is written without the slashes of JavaScript"),
    ("((((a{100}){100}){100}){100})", "column 1: the pattern is too large"),
    (String(repeating: "(", count: 1_000), "column 101: the pattern is nested too deeply"),
  ]

  @Test(arguments: unknown.indices) func leavesUnknown(_ index: Int) {
    let (text, message) = Self.unknown[index]
    let pattern = Pattern(text)
    #expect(pattern.error?.description == message)
    #expect(pattern.search("a") == .unknown)
    #expect(pattern.match("a") == .unknown)
  }

  static let hostile: [(pattern: String, text: String)] = [
    ("^(([a-z])+.)+[A-Z]([a-z])+$", String(repeating: "a", count: 200_000)), ("(x+x+)+y", String(repeating: "x", count: 200_000)),
    ("(.*)*(.*)*(.*)*b", String(repeating: "a", count: 200_000)), ("a{0,20000}a{0,20000}b", String(repeating: "a", count: 100_000)),
    (String(repeating: "(?=.*", count: 90) + String(repeating: ")", count: 90), String(repeating: "a", count: 100_000)),
    ("^(?:(?=a)a){2000}$", String(repeating: "a", count: 2_000)),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: hostile.indices) func givesUpAfterTheSteps(_ index: Int) {
    var steps = 200_000
    #expect(Pattern(Self.hostile[index].pattern).search(Self.hostile[index].text, steps: &steps) == .unknown)
    #expect(steps == 0)
  }

  @Test func countsItsSteps() {
    var steps = 1_000
    #expect(Pattern("^a+$").search("aaaa", steps: &steps) == .matched)
    #expect((900..<1_000).contains(steps))
    #expect(Pattern("a").search(String(repeating: "b", count: 1_001), steps: &steps) == .unknown)
    #expect(Pattern("b$").search("ab") == .matched)
  }

  @Test(
    arguments: [
      ("^[A-Z]{3}-\\d+$", 0, "AAA-1"), ("^[A-Z]{3}-\\d+$", 8, "AAA-1111"), ("^(cat|dog)$", 0, "cat"), ("a?b*", 3, "aaa"), ("^$", 5, ""),
      ("^[^a-z0-9]x$", 0, "Ax"), ("^[а-я]$", 0, "а"), ("^a{3}(?=b)", 0, nil), ("(a", 0, nil), ("^a{2000}$", 0, nil), ("^[]$", 0, nil),
    ] as [(String, Int, String?)])
  func aTextForIt(_ pattern: String, _ length: Int, _ text: String?) {
    let found = Pattern(pattern).sample(atLeast: length)
    #expect(found.map { Pattern(pattern).search($0) } ?? .matched == .matched)
    if text == nil || !pattern.contains("?b") { #expect(found == text) }
  }
}
