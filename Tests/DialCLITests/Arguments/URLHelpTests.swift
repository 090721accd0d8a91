import Testing

@testable import DialCLI
@testable import DialConsole

/// Help and hints for calls without a spec.
@Suite struct URLHelpTests {
  @Test(arguments: ["help get", "get --help", "get -h", "help GET"]) func helpOfAMethod(_ line: String) async {
    let ran = await dial(line)
    #expect(ran.exit == 0 && ran.err == "", "\(ran)")
    #expect(ran.out.hasPrefix("Call a URL with GET, without a spec\n\nUSAGE\n  dial get URL [ARG…] [flags]\n"), "\(ran)")
    #expect(ran.out.contains("EXAMPLES\n") && ran.out.contains("--save SPEC:NAME") && ran.out.contains("-H, --header"), "\(ran)")
  }

  @Test func helpOfAMethodWithABody() async {
    #expect(await dial("help post").out.contains("dial post https://api.example.com/users < user.json\n"))
  }

  @Test(arguments: [
    ("get", "missing URL", "write it after the method, as in dial get https://example.com; for help, run: dial help get"),
    ("post -v", "missing URL", "write it after the method, as in dial post https://example.com; for help, run: dial help post"),
    ("get -O https://a.test/f -v", "'-O' took the URL as its value", "put the URL first: dial get https://a.test/f -v -O ."),
    ("get https://a.test/f -O", "'-O' requires a value", "to take the name of the file from the response or the URL, write -O ."),
    ("wait https://a.test/x", "a URL requires a method", "dial wait get https://a.test/x"),
    ("get https://a.test/x -X POST", "unknown flag '-X'", "dial post https://a.test/x"),
    ("get https://a.test/x -X PUT -d a=1", "unknown flag '-X'", "dial put https://a.test/x a=1 --content-type form"),
    ("get https://a.test/x -d a=1", "unknown flag '-d'", "dial post https://a.test/x a=1 --content-type form"),
    (
      "get https://a.test/x -G -d a=1", "unknown flag '-G'",
      "the spec declares where arguments are sent; run: dial get https://a.test/x a=1"
    ),
    (
      "get https://a.test/x --bearer abc", "unknown flag '--bearer'",
      "replace … with the hidden value; run: dial get https://a.test/x -H 'Authorization: Bearer …'"
    ),
    (
      "get https://a.test/x --digest", "unknown flag '--digest'",
      "to send credentials, write -u NAME:PASSWORD, or a header: -H 'Authorization: …'"
    ),
    ("post https://a.test/x a=1 --form", "unknown flag '--form'", "dial post https://a.test/x a=1 --content-type form"),
    ("post https://a.test/x --form a=1 b=2", "unknown flag '--form'", "dial post https://a.test/x a=1 --content-type form b=2"),
    ("post https://a.test/x --form f=@a.txt", "unknown flag '--form'", "dial post https://a.test/x f@a.txt --content-type multipart"),
    ("post https://a.test/x --json a=1", "unknown flag '--json'", "arguments are sent as JSON; run: dial post https://a.test/x a=1"),
    ("post https://a.test/x -f name=Ann", "unknown flag '-f'", "dial post https://a.test/x name=Ann --content-type form"),
    ("delete https://a.test/x -d {\"a\":1}", "unknown flag '-d'", "dial delete https://a.test/x '_:={\"a\":1}'"),
    ("delete https://a.test/x -d {\"password\":1}", "unknown flag '-d'", nil),
    ("post https://a.test/x --data-binary @img.png", "unknown flag '--data-binary'", "dial post https://a.test/x _@img.png"),
    ("post https://a.test/x -d @body.json", "unknown flag '-d'", "dial post https://a.test/x _:=@body.json"),
    ("get https://a.test/x -o json --pretty", "unknown flag '--pretty'", "dial get https://a.test/x -o json --indent"),
    ("get https://a.test/x -I", "unknown flag '-I'", "dial head https://a.test/x"),
    (
      "get https://a.test/x --connect-timeout 1", "unknown flag '--connect-timeout'",
      "--timeout limits the time of the whole call; run: dial get https://a.test/x --timeout 1"
    ),
    ("put https://a.test/x a=1 --if-match x", "unknown flag '--if-match'", "dial put https://a.test/x a=1 -H 'If-Match: x'"),
    (
      "get https://a.test/x --continue", "unknown flag '--continue'",
      "-O resumes an interrupted download automatically; run: dial get https://a.test/x"
    ),
    ("get https://a.test/x --ignore-status", "unknown flag '--ignore-status'", "dial get https://a.test/x --accept any"),
    (
      "get ftp://x/y", "'get' requires a URL that starts with https:// or http://, but 'ftp://' is another scheme", nil
    ),
    (
      "post https://a.test/x <a/>", "missing argument name for the text; write NAME='…', or _='…' for the whole body", nil
    ),
    ("get https://a.test/x X-Foo:", "'X-Foo:' is a header without a value; write -H 'X-Foo: VALUE'", nil),
    ("get https://a.test/x --id 7", "unknown flag '--id'", "write arguments without dashes: id=7"),
    ("get https://a.test/x --token 7 --id=3", "unknown flag '--token'", nil),
  ])
  func aMistake(_ line: String, _ message: String, _ hint: String?) async {
    let ran = await dial(line)
    #expect(ran.exit == 2 && ran.err.hasPrefix("error: \(message)\n"), "\(ran)")
    if let hint { #expect(ran.err == "error: \(message)\nhint: \(hint)\n", "\(ran)") }
  }

  @Test func aConditionOfJQ() async {
    let ran = await dial("wait get https://a.test/x", ["--until", ".state == \"done\""])
    #expect(ran.exit == 2 && ran.err.hasPrefix("error: --until '.state == \"done\"' is not a valid JMESPath expression: "), "\(ran)")
    #expect(ran.err.contains("hint: this is a jq expression; in JMESPath, write: --until \"state == 'done'\"\n"), "\(ran)")
  }

  @Test func aSpecOfThisNameIsDescribed() async {
    let specs = ["get": "base: https://a.test\nendpoints: {x: GET /x}"]
    #expect(await dial("get --help", specs: specs).out.contains("  x  GET  /x\n"))
    #expect(await dial("get", specs: specs).err.hasPrefix("error: missing endpoint"))
  }
}
