import DialHTTP
import Testing

@testable import DialCLI
@testable import DialConsole

/// The bodies of calls without a spec: media types, and standard input.
@Suite struct URLBodyTests {
  private static func sent(_ type: String, _ body: String) -> String {
    "curl --path-as-is -X POST https://a.test/x -H 'Content-Type: \(type)' --data-raw \(body)\n"
  }

  @Test(
    arguments: [
      (["a=1", "-H", "Content-Type: application/x-www-form-urlencoded"], sent("application/x-www-form-urlencoded", "a=1")),
      (["a=1", "-H", "Content-Type: application/json; charset=utf-8"], sent("application/json; charset=utf-8", "'{\"a\":\"1\"}'")),
      (["a=1", "--content-type", "application/vnd.api+json"], sent("application/vnd.api+json", "'{\"a\":\"1\"}'")),
      (["_=a,b", "--content-type", "text/csv"], sent("text/csv", "a,b")),
      (["_=<a/>", "-H", "Content-Type: application/xml"], sent("application/xml", "'<a/>'")),
      (["_=hi"], sent("text/plain", "hi")), (["_=7"], sent("application/json", "7")),
    ] as [([String], String)])
  func theMediaType(_ words: [String], _ sent: String) async {
    #expect(await dial("post https://a.test/x --curl", words) == Ran(out: sent, err: "", exit: 0))
  }

  /// A boundary in the header would not be that of the body.
  @Test func aMultipartBodyKeepsItsBoundary() async {
    let ran = await dial("post https://a.test/x a=1 --dry-run", ["-H", "Content-Type: multipart/form-data"])
    #expect(
      ran.out.contains(#"["content-type","multipart/form-data; boundary="#) && !ran.out.contains(#""multipart/form-data"]"#), "\(ran)")
  }

  @Test func membersNeedATypeThatHasSome() async {
    let ran = await dial("post https://a.test/x a=1 --curl", ["-H", "Content-Type: application/xml"])
    #expect(
      ran
        == Ran(
          out: "",
          err: """
            error: 'a' cannot be sent as application/xml, which has no members
            hint: pass the whole body: _=TEXT, or _@FILE for the content of a file; to add an item of the query, use --query

            """, exit: 2))
    // Arguments of the path and of the query are not in the body.
    let other = await dial("put https://a.test/{id} id=7 query.q=1 _=a --curl", ["-H", "Content-Type: text/csv"])
    #expect(other.out == "curl --path-as-is -X PUT 'https://a.test/7?q=1' -H 'Content-Type: text/csv' --data-raw a\n", "\(other)")
  }

  @Test func aHeaderMustNotContradictTheSpec() async {
    let specs = [
      "s": """
      base: https://a.test
      endpoints:
        json: POST /j (a)
        any: {POST: /a (a), contentTypes: [application/json, application/x-www-form-urlencoded]}
      """
    ]
    let header = ["-H", "Content-Type: application/x-www-form-urlencoded"]
    let ran = await dial("s json a=1 --curl", header, specs: specs)
    #expect(
      ran.err == """
        error: -H 'Content-Type: application/x-www-form-urlencoded' contradicts the body of 'json', which is sent as json
        hint: leave the header out, or write 'form' after the method in the spec

        """ && ran.exit == 2, "\(ran)")
    #expect(await dial("s any a=1 --curl", header, specs: specs).err.hasSuffix("hint: to send this type, use --content-type form\n"))
    #expect(await dial("s any a=1 --content-type form --curl", header, specs: specs).out.hasSuffix("--data-raw a=1\n"))
    #expect(await dial("s json a=1 --curl", ["-H", "Content-Type: application/x-amz-json-1.1"], specs: specs).exit == 0)
  }

  private func piped(_ line: String, _ text: String, _ more: [String] = [], isPipe: Bool = false) async -> Ran {
    await dial(line, more, stdin: text) { context in
      (context.stdinHasText, context.stdinIsPipe) = (true, isPipe)
      context.stdinIsLate = { false }
    }
  }

  @Test(arguments: [
    ("{\"a\": 1}\n", sent("application/json", "'{\"a\":1}'")), ("hello", sent("text/plain", "hello")),
    ("", "curl --path-as-is -X POST https://a.test/x\n"),
  ])
  func standardInputIsTheBody(_ text: String, _ sent: String) async {
    #expect(await piped("post https://a.test/x --curl", text) == Ran(out: sent, err: "", exit: 0))
  }

  @Test func standardInputIsLinesOrOfAGivenType() async {
    let lines = await piped("post https://a.test/x --dry-run", "{\"a\":1}\n{\"a\":2}\n")
    #expect(lines.out.contains(#"["content-type","application/x-ndjson"]"#) && lines.out.contains(#""{\"a\":1}\n{\"a\":2}\n""#), "\(lines)")
    for (flag, type) in [("--content-type", "text/csv"), ("-H", "Content-Type: text/csv")] {
      let ran = await piped("put https://a.test/x --dry-run", "a,b\n", [flag, type])
      #expect(ran.out.contains(#"["content-type","text/csv"]"#) && ran.out.contains(#""body":{"text":"a,b\n"}"#), "\(ran)")
    }
    let form = await piped("post https://a.test/x --content-type form --dry-run", "a=1&b=2")
    #expect(form.out.contains(#""application/x-www-form-urlencoded"]"#) && form.out.contains(#"{"text":"a=1&b=2"}"#), "\(form)")
    let parts = await piped("post https://a.test/x --content-type multipart --curl", "a")
    #expect(parts.err.hasPrefix("error: standard input cannot be a multipart body, which has a boundary\n") && parts.exit == 2)
    let json = await piped("post https://a.test/x --curl", "{", ["-H", "Content-Type: application/json"])
    #expect(json.exit == 2 && json.err.contains("'_' is not valid JSON"), "\(json)")
  }

  /// A loop of the shell may have piped its list.
  @Test func textOfAPipeIsTold() async {
    let ran = await piped("post https://a.test/x --curl", "hello", isPipe: true)
    #expect(ran == Ran(out: Self.sent("text/plain", "hello"), err: "note: standard input is sent as the body, as text/plain\n", exit: 0))
    let note = "note: standard input is sent as the body, as application/"
    for text in ["[1]", "2\n3", "2"] {
      let told = await piped("post https://a.test/x --curl", text, isPipe: true).err
      #expect(told == (text == "2\n3" ? "note: standard input is sent as the body, as text/plain\n" : note + "json\n"), "\(told)")
    }
    #expect(await piped("post https://a.test/x --curl", "{\"a\":1}\n{\"a\":2}\n", isPipe: true).err == note + "x-ndjson\n")
    for flags in [["-q"], ["--content-type", "json"], ["-H", "Content-Type: text/csv"]] {
      #expect(await piped("post https://a.test/x --curl", "[1]", flags, isPipe: true).err == "", "\(flags)")
    }
  }

  @Test func nothingComesFromAPipe() async {
    let ran = await dial("post https://a.test/x --curl", stdin: "[1]") { context in
      (context.stdinHasText, context.stdinIsPipe) = (true, true)
      context.stdinIsLate = { true }
    }
    let note = "note: waiting for standard input, which is the body; for a call without a body, add --no-input\n"
    let sent = "note: standard input is sent as the body, as application/json\n"
    #expect(ran == Ran(out: Self.sent("application/json", "'[1]'"), err: note + sent, exit: 0))
  }

  @Test(arguments: [
    "post https://a.test/x a=1", "post https://a.test/x --no-input", "get https://a.test/x", "delete https://a.test/x",
    "post https://a.test/x _:=1", "post https://a.test/x --args -",
  ])
  func standardInputIsNotTheBody(_ line: String) async {
    let ran = await piped("\(line) --curl", "{\"b\": 2}")
    #expect(ran.exit == 0 && (ran.out.contains("b") == line.contains("--args")), "\(ran)")
  }

  @Test func argumentsOfThePathAreNoBody() async {
    let ran = await piped("put https://a.test/{id} 7 --curl", "[1]")
    #expect(ran.out == "curl --path-as-is -X PUT https://a.test/7 -H 'Content-Type: application/json' --data-raw '[1]'\n", "\(ran)")
  }
}
