import DialJSON
import Testing

@testable import Dial
@testable import DialCLI
@testable import DialConsole

/// What browsers copy as a curl command sends the same request after an import.
struct CopiedCurlTests {
  struct Sent: CustomTestStringConvertible, Sendable {
    var method: String
    var url: String
    var headers: [(name: String, value: String)] = []
    var body: String?

    var testDescription: String { "\(method) \(url)" }
  }

  static let json = ("content-type", "application/json")

  static let requests = [
    Sent(method: "GET", url: "https://api.test/v1/users/7?full=true&q=a%20b%26c&flag&empty=", headers: [("x-requested-with", "fetch")]),
    Sent(method: "GET", url: "https://api.test/items?tags%5B%5D=x&range=[1-3]", headers: [("accept", "application/json")]),
    Sent(
      method: "POST", url: "https://api.test/notes", headers: [json],
      body: #"{"n":"O'Neil é 😀!","t":"line\nfeed \"q\" \\ 100%","x":[1,2.5,true,null],"p":"%PATH% $HOME `x` ^ & | < >"}"#),
    Sent(method: "POST", url: "https://api.test/notes", headers: [json], body: "{\n  \"a\": 1,\n  \"b\": \"tab\\t\"\n}"),
    Sent(method: "PUT", url: "https://api.test/a/b%2Fc/7", headers: [json], body: #"[1,{"a":"b"}]"#),
    Sent(
      method: "POST", url: "https://api.test/form", headers: [("content-type", "application/x-www-form-urlencoded; charset=UTF-8")],
      body: "a=1&b=x+y&b=z%26&e=&u=%C3%A9"),
    Sent(method: "PATCH", url: "https://api.test/t", headers: [("content-type", "text/plain;charset=UTF-8")], body: "hello\nworld é!"),
    Sent(method: "POST", url: "https://api.test/empty", headers: [json, ("x-custom", #"a "b" c"#)], body: "{}"),
    Sent(method: "DELETE", url: "https://api.test/t/550e8400-e29b-41d4-a716-446655440000"),
  ]

  // MARK: The forms

  enum Browser: CaseIterable { case chrome, chromeOnWindows, firefox, firefoxOnWindows, safari }

  /// Single quotes; with a control character, `!` or a quote, `$'…'` with the code units of UTF-16.
  private static func bash(_ text: String, escapesAll: Bool) -> String {
    let isPlain = !text.unicodeScalars.contains { $0.value < 0x20 || $0 == "!" || $0 == "'" || escapesAll && $0.value > 0x7E }
    if isPlain { return "'\(text)'" }
    var out = ""
    for unit in text.utf16 {
      let hex = String(unit, radix: 16)
      switch unit {
      case 0x5C: out += "\\\\"
      case 0x27: out += "\\'"
      case 0x0A: out += "\\n"
      case 0x21 where escapesAll: out += "\\041"
      case 0x20...0x7E where unit != 0x21: out += String(Unicode.Scalar(UInt8(unit)))
      case _ where escapesAll && unit < 256: out += "\\x" + String(repeating: "0", count: 2 - hex.count) + hex
      default: out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
    return "$'\(out)'"
  }

  /// Chrome keeps what is not a control character.
  private static func chrome(_ text: String) -> String {
    if !text.contains(where: { "\n!'".contains($0) }) { return "'\(text)'" }
    let escaped = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: "\\n")
    return "$'\(escaped.replacing("!", with: "\\u0021"))'"
  }

  /// `^` before all that cmd.exe could mean something by, `\"` for a quote.
  private static func cmd(_ text: String, doublesBackslash: Bool, newline: String) -> String {
    let whole = (doublesBackslash ? text.replacing("\\", with: "\\\\") : text).replacing("\"", with: "\\\"")
    var out = ""
    var afterPercent = false
    for letter in whole {
      let isWord = letter.isASCII && (letter.isLetter || letter.isNumber)
      if letter == "\n" {
        out += newline
      } else if isWord || " _-:=+~'/.,?;()*`".contains(letter) {
        // Not the name of a variable.
        out += (afterPercent && (isWord || letter == "_") ? "^" : "") + String(letter)
      } else {
        out += "^\(letter)"
      }
      afterPercent = letter == "%"
    }
    return "^\"\(out)^\""
  }

  /// Brackets and braces, which curl reads as a pattern.
  private static func escapingPatterns(_ url: String) -> String {
    "[]{}".reduce(url) { $0.replacing(String($1), with: "\\\($1)") }
  }

  static func command(_ sent: Sent, _ browser: Browser) -> String {
    let quote: (String) -> String =
      switch browser {
      case .chrome: chrome
      case .chromeOnWindows: { cmd($0, doublesBackslash: true, newline: "^\n\n") }
      case .firefox, .safari: { bash($0, escapesAll: true) }
      case .firefoxOnWindows: { cmd($0, doublesBackslash: false, newline: "\"^\r\n\r\n\"") }
      }
    let isFirefox = browser == .firefox || browser == .firefoxOnWindows
    var parts = [isFirefox ? quote(sent.url) : escapingPatterns(quote(sent.url))]
    if isFirefox { parts += sent.url.contains("[") ? ["--globoff", "--compressed"] : ["--compressed"] }
    let inferred = browser == .safari ? "" : sent.body == nil || isFirefox ? "GET" : "POST"
    if sent.method != inferred { parts.append("-X \(isFirefox ? sent.method : quote(sent.method))") }
    parts += sent.headers.map { "-H " + quote("\($0.name): \($0.value)") }
    if let body = sent.body { parts.append((browser == .safari ? "--data-binary " : "--data-raw ") + quote(body)) }
    let isWindows = browser == .chromeOnWindows || browser == .firefoxOnWindows
    return (browser == .firefoxOnWindows ? "curl.exe " : "curl ") + parts.joined(separator: isWindows ? " ^\r\n  " : " \\\n  ")
  }

  // MARK: Tests

  @Test(arguments: requests, Browser.allCases)
  func sendsTheSame(sent: Sent, browser: Browser) async throws {
    let command = Self.command(sent, browser)
    let ran = await dial("import curl -", stdin: command)
    #expect(ran.exit == 0, "\(command)\n\(ran.err)")
    #expect(Spec.check(yaml: Array(ran.out.utf8), name: "a.yaml").isEmpty, "\(ran.out)")
    let name = try #require(try Spec.load(yaml: ran.out).service.endpoints.names.first)
    let call = await dial("call a \(name) --dry-run", specs: ["a": ran.out])
    let request = try JSON(parsing: call.out)
    #expect(request.method == .string(sent.method))
    // A name is always encoded.
    #expect(
      request.url.asString?.replacing("%5B", with: "[").replacing("%5D", with: "]")
        == sent.url.replacing("%5B", with: "[").replacing("%5D", with: "]"))
    #expect(Self.same(request.body.text.asString, sent.body), "\(ran.out)")
    for (name, value) in sent.headers {
      #expect(request.headers.asArray?.contains([.string(name), .string(value)]) == true, "\(name): \(request.headers)")
    }
  }

  /// Whether two bodies are the same, JSON without its blanks.
  private static func same(_ one: String?, _ other: String?) -> Bool {
    if one == other { return true }
    guard let one, let other, let first = try? JSON(parsing: one), let second = try? JSON(parsing: other) else { return false }
    return first == second
  }

  private static let boundary = "----WebKitFormBoundaryAb12"

  private static let multipart =
    "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA & B\r\n"
    + "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"

  /// Browsers leave the content of files out; Firefox even the line feed after it, and cmd.exe the carriage returns.
  @Test(arguments: ["\r\n--\(boundary)--\r\n", "--\(boundary)--\r\n"]) func partsOfAMultipartBodyAreArguments(end: String) async {
    for text in [Self.multipart + end, (Self.multipart + end).replacing("\r\n", with: "\n")] {
      let escaped = text.replacing("\r\n", with: "\\r\\n").replacing("\n", with: "\\n")
      let command =
        "curl 'https://api.test/up' -H 'content-type: multipart/form-data; boundary=\(Self.boundary)' --data-raw $'\(escaped)'"
      #expect(
        await dial("import curl -", stdin: command).out.contains("postUp: POST multipart /up (title String = \"A & B\", photo File)\n"))
    }
  }

  @Test func severalCommandsAndWhatFollowsThem() async {
    let out = await dial(
      "import curl -", stdin: "curl 'https://api.test/a' ;\ncurl 'https://api.test/b' -s | jq .name > out.json\n# curl https://api.test/c\n"
    ).out
    #expect(out.contains("getA: GET /a") && out.contains("getB: GET /b") && !out.contains("getC") && !out.contains("jq"))
  }

  @Test func aQuoteBehindACaretIsNoLineOfCmd() async {
    let ran = await dial("import curl -", stdin: #"curl 'https://api.test/a' --json '{"re": "^\"x"}'"#)
    #expect(ran.out.contains(#"re String = "^\"x""#), "\(ran.out)")
  }

  @Test(arguments: [
    (#"$'caf\xe9'"#, "café"), (#"$'caf\303\251'"#, "café"), (#"$'\ud83d\ude00\041'"#, "😀!"), (#"$'a\tb\u0021'"#, "a\tb!"),
  ])
  func ansiQuotes(word: String, text: String) async throws {
    let ran = await dial("import curl -", stdin: "curl https://api.test/a -H 'content-type: text/plain' --data-raw \(word)")
    let call = await dial("call a postA --dry-run", specs: ["a": ran.out])
    #expect(try JSON(parsing: call.out).body.text == .string(text), "\(ran.out)")
  }

  /// What curl reads from files is an argument, and what cannot be is named.
  @Test(arguments: [
    ("--json @body.json", "POST: bytes /a (_ body File)\n    headers: {Accept: application/json, Content-Type: application/json}\n", ""),
    (#"--json '{"a":1,' --json '"b":2}'"#, "POST: /a (a Int = 1, b Int = 2)\n", ""),
    (
      "--data-urlencode name@file.txt --data-urlencode q=a@b", "POST form /a (name String = \"\", q String = \"a@b\")\n",
      "the content of 'file.txt' is left out; pass it as name=@FILE\n"
    ), ("-d a=1 -d @f.txt", "(_ body File)", "the data beside a file is left out; curl sends both, joined with '&'\n"),
    (
      #"-F 'x={"a":1};type=application/json' -F 'f=@f.txt;type=image/png;filename=q.png' -F 'y=a;b' -F 'z="a;b";type=text/csv'"#,
      "x: {mimeType: application/json}\n      f: {mimeType: image/png, filename: q.png}\n      z: {mimeType: text/csv}\n", ""
    ), ("-H 'X-A: 1' -H 'x-a: 2'", "headers: {X-A: \"1, 2\"}\n", ""),
    ("--json '{\"_\":1}' -H 'Content-Type: application/vnd.x+json'", "(underscore Int as _ = 1)", ""),
    ("-H @h.txt -b cookies.txt", "GET /a ()", "the headers of 'h.txt' are left out\nthe cookies of 'cookies.txt' are left out\n"),
    (
      #"-F 'f=@a.txt;filename="b;c.txt";type=text/plain; charset=utf-8'"#, "f: {mimeType: text/plain; charset=utf-8, filename: b;c.txt}", ""
    ),
    (
      #"-F 'm={"password":"planted-1"};type=application/json'"#, "(m String)",
      "'m' holds a secret, so it has no default; pass it as an argument\n"
    ), ("-H 'X-T: a${b}{c' -d b=2", "headers: {X-T: \"a$${b}{{c\"}\n", ""),
    (
      "-b theme=dark -b size=2", "auth: header Cookie ${TEST_COOKIE}\n",
      "a secret became the variable TEST_COOKIE; set it in the environment\n"
    ),
    ("-F f=@a -F f=@b -F g=1", "(f [File], g Int = 1)", ""),
    (
      "-F f=@a -F f=text", "(f File)", "the part 'f' is a file and a text, of which a spec says one; the first is kept\n"
    ), ("-F f=@a,b", "(f File)", "'f' has several files in one part, which a spec cannot say; it takes one file\n"),
    ("-F 'f=<a.txt'", "(f String)", "the content of 'a.txt' is left out; pass it as f=@FILE\n"),
    // Sent as Basic, a password would be shown to everyone on the path.
    ("--digest -u ann:pw", "auth: digest ${TEST_USER} ${TEST_PASSWORD}\n", Self.login),
    (
      "--aws-sigv4 aws:amz:us-east-1:s3 -u AK:SK -H 'X-Amz-Security-Token: abc'",
      "auth: aws4 ${TEST_KEY} ${TEST_SECRET} s3 us-east-1 ${TEST_SESSION}\n",
      ["KEY", "SECRET", "SESSION"].map { "a secret became the variable TEST_\($0); set it in the environment\n" }.joined()
    ), ("--aws-sigv4 aws:amz -u AK:SK", "auth: aws4 ${TEST_KEY} ${TEST_SECRET}\n", nil),
    ("--ntlm -u ann:pw", "getA: GET /a ()\n", "-u is left out: Dial does not have the scheme of --ntlm\n"),
    ("--aws-sigv4 osc -u ann:pw", "getA: GET /a ()\n", "-u is left out: Dial does not have the scheme of --aws-sigv4 osc\n"),
    // What an option says is text, and names no variable.
    (
      "--aws-sigv4 'aws:amz:${HOME}:s' -u AK:SK", "getA: GET /a ()\n",
      "-u is left out: Dial does not have the scheme of --aws-sigv4 aws:amz:${HOME}:s\n"
    ),
    ("--anyauth -u ann:pw", "auth: digest", "\(unasked)\(login)"), ("--digest --basic -u ann:pw", "auth: digest", "\(unasked)\(login)"),
    (
      "-b a=1 -b b=2 -H 'Cookie: c=3'", "auth: header Cookie ${TEST_COOKIE}\n",
      "a secret became the variable TEST_COOKIE; set it in the environment\n"
    ), ("-b a=1 -H 'Cookie:'", "getA: GET /a ()\n", ""),
    ("-d '=1&a=2'", "POST: text /a (_ body String = \"=1&a=2\")", ""), ("-T b.txt -X PUT", "PUT bytes /a (_ body File)", ""),
    ("--request-target /zz", "GET /a ()", "--request-target is left out\n"),
    ("--url-query +d=%20 --url-query 'e=%20'", "(d String = \" \", e String = \"%20\")", ""),
    ("--trace-config ids --mail-from x", "GET /a ()", ""), ("--json '{\"\":1,\"b\":2}'", "(_ body = {\"\":1,\"b\":2})", ""),
    (
      "-H 'Cookie: a=1' -H 'Cookie: b=2'", "auth: header Cookie ${TEST_COOKIE}\n",
      "a secret became the variable TEST_COOKIE; set it in the environment\n"
    ),
    ("-F 'f=1;headers=\"X-A: b\"'", "(f Int = 1)", "the headers of the part 'f' are left out\n"),
    ("-d a=1 -H 'Content-Type:'", "POST form", "-H 'Content-Type:' is left out; the request of the spec has a media type\n"),
  ])
  func theRestOfCurl(_ options: String, _ spec: String, _ note: String?) async {
    let ran = await dial("import curl -", stdin: "curl https://api.test/a \(options)")
    #expect(ran.out.contains(spec) && (note == nil || ran.err == note), "\(ran)")
  }

  private static let unasked = "the password is imported for Digest; if the server asks for Basic, set 'auth: basic …' in the spec\n"
  private static let login = ["USER", "PASSWORD"].map { "a secret became the variable TEST_\($0); set it in the environment\n" }.joined()

  /// User and password of a URL are those of `-u`.
  @Test(arguments: [
    ("--digest", "auth: digest ${TEST_USER} ${TEST_PASSWORD}"),
    ("--aws-sigv4 aws:amz:eu:s3", "auth: aws4 ${TEST_KEY} ${TEST_SECRET} s3 eu"),
    ("--ntlm", "getA: GET /a ()"), ("", "auth: basic ${TEST_USER} ${TEST_PASSWORD}"),
  ])
  func theSchemeOfAURL(_ option: String, _ spec: String) async {
    let ran = await dial("import curl -", stdin: "curl \(option) https://joe:p%40w@api.test/a")
    #expect(ran.out.contains(spec) && !ran.out.contains("joe"), "\(ran)")
  }

  /// curl adds the name of the file to a URL without one.
  @Test(arguments: [
    ("https://api.test/dir/", "PUT bytes /dir/b%20c.txt (_ body File)"), ("https://api.test", "PUT bytes /b%20c.txt (_ body File)"),
    ("https://api.test/dir/?x=1", "PUT bytes /dir/b%20c.txt (query.x Int = 1, _ body File)"),
    ("https://api.test/dir", "PUT bytes /dir (_ body File)"),
  ])
  func anUploadHasTheNameOfItsFile(_ url: String, _ line: String) async {
    let ran = await dial("import curl -", stdin: "curl -T '/tmp/b c.txt' '\(url)'")
    #expect(ran.out.contains(line), "\(ran)")
  }

  @Test func itemsWithoutANameAndSlashesStay() async {
    let ran = await dial("import curl -", stdin: "curl 'https://api.test//a//b/?=1&x=2'")
    #expect(ran.out.contains("GET //a//b/?=1 (x Int = 2)"), "\(ran)")
    #expect(await dial("call a getAB --curl", specs: ["a": ran.out]).out.contains("'https://api.test//a//b/?=1&x=2'"))
  }

  @Test func nothingImportedIsAFailure() async {
    let ran = await dial("import curl -", stdin: "curl 'https://api.test/a b'")
    #expect(ran.exit == 1 && ran.out.isEmpty && ran.err.hasSuffix("error: nothing could be imported\n"), "\(ran)")
  }

  @Test func bracesOfAPathAreText() async throws {
    #expect(await dial("import curl -", stdin: "curl -g 'https://api.test/a}b{{c'").out.contains("GET /a%7Db%7B%7Bc ()"))
    let ran = await dial("import curl -", stdin: "curl -g -X POST 'https://api.test/p/{id}/a$%7Bb?f={x}'")
    #expect(ran.out.contains("POST /p/%7Bid%7D/a$%7Bb (query.f String = \"{x}\")"), "\(ran)")
    let call = await dial("call a postPIdA7Bb --curl", specs: ["a": ran.out])
    #expect(call.out.contains("https://api.test/p/%7Bid%7D/a$%7Bb?f=%7Bx%7D"), "\(call)")
  }

  @Test func noSecretIsPrinted() async {
    let body = #"[{"token":"s1"},{"deep":{"password":"s2"}}]"#
    let lines = [
      "curl https://api.test/a -b 'sid=s3; theme=dark' -H 'X-Csrf-Token: s4' -H 'x-api-key: s5' -u ann:s6",
      "curl 'https://ann:s7@api.test/b?access_token=s8&key=s9' -H 'Proxy-Authorization: Basic s10'",
      "curl https://api.test/c --json '\(body)'", "curl https://api.test/d -d 'user=ann&password=s11' -H 'Authorization: token s12'",
      "curl https://api.test/e -F client_secret=s13 --oauth2-bearer s14",
    ]
    let ran = await dial("import curl -", stdin: lines.joined(separator: "\n"))
    #expect(ran.exit == 0, "\(ran.err)")
    for number in 1...14 {
      let secret = "s\(number)"
      #expect(!ran.out.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains { $0 == secret }, "\(secret): \(ran.out)")
      #expect(!ran.err.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains { $0 == secret }, "\(secret): \(ran.err)")
    }
    #expect(ran.err.contains("a secret became the variable TEST_COOKIE;") && ran.err.contains("TEST_CLIENT_SECRET"))
    #expect(ran.err.contains("'_' holds a secret, so it has no default; pass it as an argument\n"))
  }
}
