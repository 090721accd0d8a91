import Testing

@testable import DialCLI
@testable import DialConsole

/// Options of curl that are not part of a request: those that a spec can say become settings, the others are said.
struct LeftOutOptionTests {
  @Test(arguments: [
    ("-m 5", "    timeout: \"5s\"\n"), ("--max-time 0.5", "    timeout: \"500ms\"\n"),
    ("--connect-timeout 2 -m 5", "    timeout: {connect: \"2s\", total: \"5s\"}\n"), ("--retry 3", "    retry: 3\n"), ("--retry 0", ""),
    ("-sSL --compressed -o out -w x", ""),
  ])
  func aSetting(_ options: String, _ lines: String) async {
    let ran = await dial("import curl", ["curl https://api.shop.test/a \(options)"])
    #expect(ran.exit == 0 && ran.err == "", "\(ran)")
    let endpoint = lines.isEmpty ? "  getA: GET /a ()\n" : "  getA:\n    GET: /a ()\n\(lines)"
    #expect(ran.out.hasSuffix("endpoints:\n\(endpoint)"), "\(ran.out)")
  }

  @Test(arguments: [
    ("-k", "-k is left out; to call without verification of certificates, add --insecure"),
    ("-x http://u:secret@p:1", "-x is left out; to use a proxy, add --proxy URL to a call"),
    ("--resolve a:1:b", "--resolve is left out"), ("-K f", "-K is left out; its file is not read; import the options in it, too"),
    ("--retry-delay 3", "--retry-delay is left out; to change the pauses, add 'retry' to the spec"),
  ])
  func aNote(_ option: String, _ note: String) async {
    let ran = await dial("import curl", ["curl https://api.shop.test/a \(option) \(option)"])
    #expect(ran.err == note + "\n" && ran.exit == 0, "\(ran)")
  }

  /// curl sends the header alone.
  @Test(arguments: ["-u ann:pw -H 'Authorization: Bearer t'", "-H 'Authorization: Bearer t' --oauth2-bearer u", "-u a:b --oauth2-bearer t"])
  func aHeaderReplacesCredentials(_ options: String) async {
    let ran = await dial("import curl", ["curl https://api.shop.test/a \(options)"])
    #expect(ran.exit == 0 && ran.out.contains("auth: bearer ${SHOP_TOKEN}\n") && !ran.out.contains("USER"), "\(ran)")
  }
}
