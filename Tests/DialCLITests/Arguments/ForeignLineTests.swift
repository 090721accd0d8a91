import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// Lines with options of other tools: the suggested line is one that the same endpoint accepts, unless the values do not fit.
@Suite struct ForeignLineTests {
  static let spec = """
    service: s
    base: https://a.test
    types:
      P: {a: Int, b: String?}
    endpoints:
      get: "GET /get/{id} (id Int)"
      search: "GET /search (q? String, limit? Int, meta? JSON)"
      anything: GET /anything
      add: "POST /add (title String, n? Int, labels? [String], meta? JSON, p? P)"
      open: POST /open
      none: "POST /none ()"
      any: "POST /any (_ all)"
      one: "POST /one (_ all P)"
      list: "POST /list (_ all [P])"
      string: "POST /string (_ all String)"
      note: "POST text /note (_ note String)"
      bytes: "PUT bytes /bytes (_ f File)"
      raw: "PUT bytes /raw (_ all)"
      form: "POST form /form (a?, b? JSON, c? String)"
      anyForm: "POST form /anyForm (_ all)"
      openForm: POST form /openForm
      lines: "POST lines /lines (_ all [JSON])"
      parts: "POST multipart /parts (photo File, note? String, meta? JSON, x?)"
      files: "POST multipart /files (files [File])"
      anyParts: POST multipart /anyParts
    """
  static let endpoints = [
    "get", "search", "anything", "add", "open", "none", "any", "one", "list", "string", "note", "bytes", "raw", "form", "anyForm",
    "openForm",
    "lines", "parts", "files", "anyParts",
  ]
  /// The options of curl, HTTPie and gh; `FOLDER` is that of the files.
  static let options: [[String]] = [
    ["-d", "a=1"], ["-d", #"{"title":"x"}"#], ["-d", "[1]"], ["-d", #"[{"a":1}]"#], ["-d", "hello"], ["-d", "@FOLDER/o.json"],
    ["-d", "@FOLDER/n.txt"], ["-d", "@FOLDER/lines"], ["-d", "{\"a\":1}\n{\"a\":2}"], ["--data-binary", "@FOLDER/pic.png"],
    ["--data-urlencode", "a=1 2"], ["--json", #"{"a":1}"#], ["-F", "photo=@FOLDER/pic.png"], ["-F", "meta=@FOLDER/o.json"],
    ["-F", "note=@FOLDER/n.txt"], ["-F", "x=@FOLDER/pic.png;type=image/gif"], ["-T", "FOLDER/o.json"], ["-f", "title=x"],
    ["--raw-field", "meta={}"], ["-X", "POST", "-d", "title=x"], ["-d", "title=x", "-d", "n=1"], ["-b", "a=b"],
    ["--input", "FOLDER/o.json"],
  ]

  @Test(.serialized, arguments: endpoints) func theSuggestedLineWorks(_ endpoint: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [("o.json", "{\"a\":1}"), ("n.txt", "some text\n"), ("lines", "{\"a\":1}\n{\"a\":2}\n"), ("pic.png", "PNG")] {
      try Data(Array(text.utf8) + (name == "pic.png" ? [0xFF, 0xFE] : [])).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    for options in Self.options {
      let words = (endpoint == "get" ? ["id=1"] : []) + options.map { $0.replacing("FOLDER", with: folder) }
      let told = await dial("s \(endpoint)", words, specs: ["s": Self.spec])
      let hint = try #require(told.err.split(separator: "\n").last { $0.hasPrefix("hint: ") }?.dropFirst(6), "\(options)")
      let line = hint.firstRange(of: "run: dial ").map { hint[$0.upperBound...] } ?? (hint.hasPrefix("dial ") ? hint.dropFirst(5) : nil)
      guard let line else {
        #expect(hint.contains("'\(endpoint)'"), "\(options): \(hint)")
        continue
      }
      let ran = await dial("", Self.words(line) + ["--dry-run", "-q"], specs: ["s": Self.spec], stdin: "{\"a\": 1}")
      let others = ran.err.split(separator: "\n").filter { line in
        line.contains("error: ") && !Self.faultsOfValues.contains { line.contains($0) }
          && !(hint.contains(" --args ") && line.contains("'a'"))
      }
      #expect(others.isEmpty, "\(options): \(hint)\n\(ran.err)")
    }
  }

  private static let faultsOfValues = [
    "missing argument", " is missing, expected", " must be an ", "duplicate argument", "--args: ", " is not valid JSON",
    " is not valid UTF-8",
  ]

  /// Splits a line as a shell does.
  private static func words(_ line: Substring) -> [String] {
    var (words, quote): ([String], Character?) = ([""], nil)
    var isEscaped = false
    for character in line {
      if isEscaped { words[words.count - 1].append(character); isEscaped = false; continue }
      switch character {
      case "\\" where quote == nil: isEscaped = true
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: quote = character
      case " " where quote == nil: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }

  @Test(
    arguments: [
      ("note", ["-d", #"{"title":"x"}"#], #"dial s note 'note={"title":"x"}'"#), ("note", ["-d", "@n.txt"], "dial s note note=@n.txt"),
      ("note", ["-T", "n.txt"], "dial s note note=@n.txt"), ("string", ["-d", #"{"a":1}"#], #"dial s string 'all={"a":1}'"#),
      ("bytes", ["-d", "@n.txt"], "dial s bytes f@n.txt"), ("bytes", ["-d", "hello"], nil),
      ("lines", ["--data-binary", "@b"], "dial s lines all@b"),
      ("lines", ["-d", #"{"a":1}"#], #"dial s lines 'all:=[{"a":1}]'"#),
      ("anyForm", ["--data-urlencode", "a=1 2"], "dial s anyForm 'all[a]=1 2'"),
      ("anyForm", ["-d", "hello"], nil), ("anyForm", ["-d", "[1]"], nil), ("get", ["-f", "a=b"], nil), ("get", ["-G", "-d", "q=x"], nil),
      ("get", ["-X", "POST", "-d", "title=x"], nil), ("add", ["-d", "p=x"], nil),
      ("search", ["-G", "-d", "q=x"], "run: dial s search q=x"),
      ("parts", ["-F", "note=@n.txt"], "dial s parts note=@n.txt"), ("parts", ["-F", "meta=@o.json"], "dial s parts meta:=@o.json"),
      ("parts", ["-F", "photo=@a;type=image/gif"], "the spec declares the media type of a file; run: dial s parts photo@a"),
      ("anyForm", ["-d", "password=hunter22"], "dial s anyForm 'all[password]=…'"),
    ] as [(String, [String], String?)])
  func theLine(_ endpoint: String, _ options: [String], _ line: String?) async {
    let told = await dial("s \(endpoint)", options, specs: ["s": Self.spec])
    if let line { #expect(told.err.contains(line + "\n"), "\(told)") } else { #expect(!told.err.contains("dial s"), "\(told)") }
  }

  @Test func aNoteIsNotRepeated() async {
    let told = await dial("s none -d a=1 -d b=2", specs: ["s": Self.spec])
    #expect(told.err.hasSuffix("hint: 'none' accepts no arguments\n"), "\(told)")
  }

  @Test(arguments: [
    ("note", "to send it as the body, add: note=@-"), ("bytes", "to send it as the body, add: f@-"),
    ("lines", "to send it as the body, add: all@-"), ("any", "to send it as the body, add: all:=@-"),
    ("parts", "to upload it, add: photo@-"), ("add", "to send it as arguments, add: --args -"),
  ])
  func whatIsPiped(_ endpoint: String, _ advice: String) async {
    let told = await dial("s \(endpoint) --dry-run", specs: ["s": Self.spec]) { $0.stdinHasText = true }
    #expect(told.err.hasSuffix("hint: standard input is not read; \(advice)\n"), "\(told)")
  }

  @Test func whatIsPipedToNothing() async {
    let told = await dial("s none --dry-run", specs: ["s": Self.spec]) { $0.stdinHasText = true }
    #expect(told.err == "note: standard input is not read; 'none' accepts no arguments\n", "\(told)")
  }

  @Test(arguments: [
    ("-fsSL", "run: dial s anything -q"), ("-Ss", "errors are always shown; run: dial s anything -q"), ("-fvL", "run: dial s anything -v"),
    ("-c jar", "cookies are kept only with 'cookies: {store: disk}' in the spec; to send one, use -H 'Cookie: NAME=VALUE'"),
    ("-c", "dial s anything --compact"),
    ("-r 0-5", "dial s anything -H 'Range: bytes=0-5'"), ("--range 0-5", "dial s anything -H 'Range: bytes=0-5'"),
    ("-e", "dial s anything --require"), ("-e https://b.test", "dial s anything -H 'Referer: https://b.test'"),
    ("--host b.test", "to call another server, write a URL: --base https://…"),
    ("--base-url https://b.test", "dial s anything --base https://b.test"),
    ("--unix-socket /run/x.sock", "dial s anything --base unix:///run/x.sock"), ("--no-cache", "dial s anything --cache none"),
    ("--session x", "cookies are kept only with 'cookies: {store: disk}' in the spec; to send one, use -H 'Cookie: NAME=VALUE'"),
    ("--offline", "dial s anything --dry-run"),
    ("--no-verify-ssl", "dial s anything --insecure"),
    ("--ignore-stdin", "standard input is read only if an argument uses it; run: dial s anything"),
    ("-M", "dial s anything --color never"), ("--params a=b", "dial s anything a=b"),
    ("-J", "dial s anything -O ."), ("--max-redirs 3", "'redirects' in the spec limits redirects; run: dial s anything"),
    ("--tries 3", "dial s anything --retry 3"), ("--socks5 h:1", "dial s anything --proxy socks5://h:1"),
    ("--socks4 h:1", "SOCKS 4 is not supported; for a SOCKS 5 proxy, use --proxy socks5://HOST:PORT"),
    ("-D -", "dial s anything -i"), ("--no-paginate", "a call gets one page by default; run: dial s anything"),
    ("-o -", "to write bytes to standard output, use -O -"),
  ])
  func anOptionOfAnotherTool(_ option: String, _ hint: String) async {
    let told = await dial("s anything \(option)", specs: ["s": Self.spec])
    #expect(told.exit == 2 && told.err.hasSuffix(hint + "\n"), "\(told)")
  }

  @Test(arguments: [
    ("add title=x", ["p={\"a\":1}"], "'p' must be an object, but is a string; write p:='{\"a\":1}'"),
    ("files", ["files[0]=@x"], "'files' must be an array of files; write files@PATH for each file"),
    ("parts", ["photo=@x.png;type=a/b"], "cannot read 'x.png;type=a/b': it does not exist; write the path without ';type='"),
    ("add", ["--args", "@o.json"], "hint: write the file without '@': --args o.json"),
    ("add", ["--args", "{\"title\":\"s3cret\"}"], "error: --args: cannot read '{…': it does not exist\nhint: --args requires a file"),
    ("add", ["--args", "-", "--args", "x"], "error: --args can be used only once"),
    ("anything", ["--query", "a=1&b=2"], "warning: --query adds one item"),
    ("anything", ["--query", "?a=b"], "warning: --query adds one item"),
    ("get id=1", [".x"], "'.x' is not a valid argument; to select from the result, use -s EXPRESSION"),
    ("anything", ["--cache", "5x"], "'--cache' must be none, standard"),
    ("anything", ["--cache", "0s"], "'--cache' must be none, standard"),
  ])
  func aMistake(_ line: String, _ words: [String], _ message: String) async {
    let told = await dial("s \(line)", words + ["--dry-run"], specs: ["s": Self.spec])
    #expect(told.err.contains(message) && !told.err.contains("s3cret"), "\(told)")
  }

  @Test func aSpecAfterAFlagOfCall() async {
    let told = await dial("call -s s get id=1", specs: ["s": Self.spec])
    #expect(told.err.hasPrefix("error: '-s' took the spec 's' as its value\n"), "\(told)")
  }

  @Test func thousandsOfWords() async {
    let count = 3000
    let values = await dial("s anything --dry-run", (0..<count).map { "q=\($0)" }, specs: ["s": Self.spec])
    #expect(values.out.contains("q=0&q=1&") && values.out.contains("&q=\(count - 1)\""))
    let headers = await dial("s anything --dry-run", (0..<count).map { _ in "-HX-A: a" }, specs: ["s": Self.spec])
    #expect(headers.exit == 0)
  }
}
