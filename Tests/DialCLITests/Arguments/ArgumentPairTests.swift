import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct ArgumentPairTests {
  @Test(arguments: [
    ("id=7", "id", ArgumentPair.Value.text("7")),
    ("n=-3", "n", .text("-3")),
    ("q=", "q", .text("")),
    ("b=x=y@z", "b", .text("x=y@z")),
    ("f:={\"a\":1}", "f", .json("{\"a\":1}")),
    ("f:=@x", "f", .jsonFile(path: "x")),
    ("t=@notes.txt", "t", .content(path: "notes.txt")),
    ("t=@-", "t", .content(path: "-")),
    ("p@me.jpg", "p", .file(path: "me.jpg", range: nil)),
    ("p@big.bin:8+50", "p", .file(path: "big.bin", range: 8..<58)),
    ("p@a:b", "p", .file(path: "a:b", range: nil)),
    ("p@a:1+", "p", .file(path: "a:1+", range: nil)),
    ("p@a:9223372036854775807+1", "p", .file(path: "a:9223372036854775807+1", range: nil)),
    ("user.tags[0]=x", "user.tags[0]", .text("x")),
    ("_:=[1]", "_", .json("[1]")),
    ("_@x", "_", .file(path: "x", range: nil)),
    // The signs in a name have a backslash before them.
    (#"\@type=x"#, "@type", .text("x")), (#"a\@b\=c:=1"#, "a@b=c", .json("1")), (#"a=b\@c"#, "a", .text(#"b\@c"#)),
    (#"a=C:\x"#, "a", .text(#"C:\x"#)),
  ])
  func words(_ word: String, _ name: String, _ value: ArgumentPair.Value) throws {
    let pair = try ArgumentPair(word)
    #expect(pair.name == name)
    #expect(pair.value == value)
  }

  @Test(arguments: [
    ("foo", "'foo' is not a valid argument; write \(ArgumentPair.forms)"),
    ("=x", "missing argument name; write \(ArgumentPair.forms)"),
    (":=1", "missing argument name; write \(ArgumentPair.forms)"),
    ("@x", "missing argument name; write \(ArgumentPair.forms)"),
    ("token:S3CR", "'token…' is not a valid argument; write \(ArgumentPair.forms)"),
    ("Authorization S3CR", "'Authorization…' is not a valid argument; write \(ArgumentPair.forms)"),
  ])
  func faults(_ word: String, _ message: String) {
    #expect(throws: WordFault(message)) { try ArgumentPair(word) }
  }

  @Test(arguments: ["a@", "a=@", "a:=@"]) func noFile(_ word: String) {
    #expect(throws: WordFault("missing file name in '\(word)'", name: "a")) { try ArgumentPair(word) }
  }
}
