import Testing

@testable import DialCLI
@testable import DialConsole

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Arguments from the command line to the body of the request, as `--dry-run` shows it.
@Suite struct ArgumentBindingTests {
  private static func spec(_ line: String) -> [String: String] {
    ["s": "service: s\nbase: https://a.test\ntypes:\n  User: {name: String, tags: '[String]?', age?: Int}\nendpoints:\n  e: \(line)\n"]
  }

  @Test(arguments: [
    ("POST /x (n Int)", "n=7", #"{"n":7}"#),
    ("POST /x (n Int)", "n=7.0", #"{"n":7}"#), ("POST /x (n Int?)", "n=-1e2", #"{"n":-100}"#),
    ("POST /x (n [Int])", "n=1E1", #"{"n":[10]}"#),
    ("POST /x (n UInt64)", "n=18446744073709551615.0", #"{"n":18446744073709551615}"#), ("POST /x (n Int)", "n=-0.0", #"{"n":0}"#),
    ("POST /x (n Int)", "n=-0", #"{"n":0}"#), ("POST /x (n Double)", "n=-0", #"{"n":-0}"#),
    ("POST /x (n Double)", "n=1.10", #"{"n":1.10}"#), ("POST /x (n Double)", "n=1e2", #"{"n":1e2}"#),
    ("POST /x (n String)", "n=7", #"{"n":"7"}"#),
    ("POST /x (n Int?)", "n:=null", #"{"n":null}"#),
    ("POST /x (on Bool)", "on=true", #"{"on":true}"#),
    ("POST /x (n)", "n=7", #"{"n":"7"}"#),
    ("POST /x (n = 1)", "n=7", #"{"n":7}"#),
    ("POST /x (n = true)", "n=false", #"{"n":false}"#),
    ("POST /x (n = 1)", #"n:="x""#, #"{"n":"x"}"#),
    ("{POST: /x (n = 1), params: {n: {values: [1, auto]}}}", "n=auto", #"{"n":"auto"}"#),
    ("POST /x (t [String])", "t=a", #"{"t":["a"]}"#),
    ("POST /x (t [String])", "t=a t=b", #"{"t":["a","b"]}"#),
    ("POST /x (t [Int])", "t=1 t=2", #"{"t":[1,2]}"#),
    ("POST /x (t [Int]?)", "t=[1,2]", #"{"t":[1,2]}"#),
    ("POST /x (t [String])", #"t:=["a"] t=b"#, #"{"t":["a","b"]}"#),
    ("POST /x (u)", "u.name=Ann u.tags[1]=y u.tags[0]=x", #"{"u":{"name":"Ann","tags":["x","y"]}}"#),
    ("POST /x (u User)", "u.name=7 u.age=7 u.tags=a u.tags=b", #"{"u":{"name":"7","age":7,"tags":["a","b"]}}"#),
    ("POST /x (u User)", #"u:={"name":"A"} u.age=3"#, #"{"u":{"name":"A","age":3}}"#),
    ("POST /x (u)", "u[key]=1", #"{"u":{"key":"1"}}"#),
    ("POST /x (query)", "query.id=7", #"{"query":{"id":"7"}}"#),
    ("POST /x", "field.id=7 other=x", #"{"id":"7","other":"x"}"#),
    ("POST /x", "_:=[1,2]", "[1,2]"),
    ("POST /x (_ user User)", "user.name=Ann", #"{"name":"Ann"}"#),
    ("POST /x (_ user User)", "_.name=Ann", #"{"name":"Ann"}"#),
    ("POST text /x (_ t)", "t=hi", "hi"),
  ])
  func bodies(_ line: String, _ arguments: String, _ body: String) async {
    let ran = await dial("call s e \(arguments) --dry-run", specs: Self.spec(line))
    #expect(ran.err == "")
    #expect(ran.out.contains("\"body\":{\"text\":\(quoted(body))}"), "\(ran.out)")
  }

  /// A name that several parameters have is the one that a call needs, and its text has that one's type.
  @Test(arguments: [
    ("GET /x/{id} (path.id Int, query.id? String)", "id=5", "/x/5\""),
    ("GET /x/{id} (path.id Int, query.id? String)", "id=5 query.id=x", "/x/5?id=x"),
    ("GET /x/{id} (path.id Int, query.id? Bool)", "path.id=5 query.id=true", "/x/5?id=true"),
    ("GET /x (query.on? Int, header.on Bool)", "on=true", #"["on","true"]"#),
  ])
  func sharedNames(_ line: String, _ arguments: String, _ shown: String) async {
    let ran = await dial("call s e \(arguments) --dry-run", specs: Self.spec(line))
    #expect(ran.err == "")
    #expect(ran.out.contains(shown), "\(ran.out)")
  }

  /// Only a body has nested members. Elsewhere, an undeclared name is sent as it is written, and `--explain` says so.
  @Test(arguments: [
    ("GET /x", "filter[status]=open", "filter%5Bstatus%5D=open"),
    ("GET /x", "filter[status]=open filter[age]=3", "filter%5Bstatus%5D=open&filter%5Bage%5D=3"),
    ("GET /x", "page.size=5", "page.size=5"), ("GET /x", "a[0]=1 a[2]=3", "a%5B0%5D=1&a%5B2%5D=3"),
    ("GET /x", "ids[]=1 ids[]=2", "ids%5B%5D=1&ids%5B%5D=2"), ("GET /x", "a[b][c]:=1", "a%5Bb%5D%5Bc%5D=1"),
    ("GET /x", "query.filter[status]=open", "filter%5Bstatus%5D=open"), ("POST /x", "query.filter[status]=open", "filter%5Bstatus%5D=open"),
    ("{GET: /x, style: {objects: nest, nesting: dots}}", "filter[status]=open", "filter%5Bstatus%5D=open"),
    ("GET /x", #"filter[a]:={"b":1,"c":[2]}"#, "filter%5Ba%5D%5Bb%5D=1&filter%5Ba%5D%5Bc%5D=2"),
    ("GET /x", #"filter.a:={"b":1}"#, "filter.a%5Bb%5D=1"), ("GET /x", #"query.filter[a]:={"b":1}"#, "filter%5Ba%5D%5Bb%5D=1"),
    ("{GET: /x, style: {nesting: dots}}", #"filter.a:={"b":1}"#, "filter.a.b=1"),
    ("GET /x (filter)", "filter[status]=open", "status=open"), ("GET /x (filter*)", "filter[status]=open", "status=open"),
    ("{GET: /x (filter), style: {objects: nest}}", "filter[status]=open", "filter%5Bstatus%5D=open"),
    ("GET /x (filter JSON)", "filter[status]=open", "filter=%7B%22status%22%3A%22open%22%7D"),
    ("GET /x", #"filter:={"status":"open"}"#, "status=open"),
  ])
  func queries(_ line: String, _ arguments: String, _ query: String) async {
    let ran = await dial("call s e \(arguments) --dry-run", specs: Self.spec(line))
    #expect(ran.err == "")
    #expect(ran.out.contains("\"url\":\(quoted("https://a.test/x?" + query))"), "\(ran.out)")
  }

  @Test(arguments: [
    (
      "GET /x", "filter[status]=open",
      #"{"argument":"filter[status]","place":"query","wire":"filter[status]","rule":"an undeclared argument of GET is a query item"}"#
    ),
    ("GET /x (filter)", "filter[status]=open", #"{"argument":"filter","place":"query","wire":"status","rule":"declared in the query"}"#),
    ("GET /x (filter*)", "filter[status]=open", #"{"argument":"filter","place":"query","wire":"status","rule":"spread into the query"}"#),
    (
      "{GET: /x (filter), style: {objects: nest}}", "filter[status]=open",
      #"{"argument":"filter","place":"query","wire":"filter[status]","rule":"declared in the query"}"#
    ),
    (
      "GET /x (filter JSON)", "filter[status]=open",
      #"{"argument":"filter","place":"query","wire":"filter","rule":"declared in the query, as JSON text"}"#
    ),
  ])
  func explainsQueries(_ line: String, _ arguments: String, _ placement: String) async {
    let ran = await dial("call s e \(arguments) --dry-run --explain", specs: Self.spec(line))
    #expect(ran.out.contains("\"arguments\":[\(placement)]"), "\(ran.out)")
  }

  @Test(arguments: [
    ("POST /x (a, b)", #"{"a": "old", "b": 1.10}"#, "a=new", #"{"a":"new","b":1.10}"#),
    ("POST /x (t [String])", #"{"t": ["a"]}"#, "t=b t=c", #"{"t":["b","c"]}"#),
    ("POST /x (u)", #"{"u": {"a": 1, "b": [1, 2]}}"#, "u.a=x u.b[1]=y", #"{"u":{"a":"x","b":[1,"y"]}}"#),
    ("POST /x (a, b)", "a: 0x1F\nb: [no, 'x']\n", "", #"{"a":"0x1F","b":["no","x"]}"#),
    ("POST /x (field.id)", #"{"id": 1}"#, "field.id=2", #"{"id":"2"}"#),
  ])
  func overriding(_ line: String, _ args: String, _ arguments: String, _ body: String) async {
    let ran = await dial("call s e \(arguments) --dry-run --args -", specs: Self.spec(line), stdin: args)
    #expect(ran.err == "")
    #expect(ran.out.contains("\"body\":{\"text\":\(quoted(body))}"), "\(ran.out)")
  }

  @Test(arguments: [
    ("POST /x (n Int)", "n=x", "'n' must be an integer, but is 'x'"),
    ("POST /x (n Int)", "n=7.5", "'n' must be an integer, but is 7.5"),
    ("POST /x (n Int)", "n=1e400", "'n' must be an integer, but is 1e400"),
    ("POST /x (n Int)", "n=007", "'n' must be an integer, but is '007'"),
    ("POST /x (n Int)", "n=1 n=2", "duplicate argument 'n'"),
    (
      "POST /x (n = 5, b = true)", "n=x b=maybe",
      "'n' must be a number, like its default, but is 'x'; to send a string, write n:='\"x\"'\n"
        + "'b' must be true or false, like its default, but is 'maybe'; to send a string, write b:='\"maybe\"'"
    ),
    (
      "{POST: /x (n = 5), params: {n: {secret: true}}}", "n=S3CR",
      "'n' must be a number, like its default, but is a string; to send a string, write n:='\"…\"'"
    ),
    ("POST /x", "q[99999999999999999999999]=1", "'q[99999999999999999999999]': the index is out of range; the maximum is 99999"),
    ("POST /x", "q[999999999]=1", "'q[999999999]': the index is out of range; the maximum is 99999"),
    ("POST /x", "q" + String(repeating: "[0]", count: 257) + "=1", "'q' is nested deeper than 256 levels"),
    ("POST /x", "q" + String(repeating: ".a", count: 10_000) + "=1", "'q' is nested deeper than 256 levels"),
    (
      "POST /x", "password:S3CR",
      "'password…' is not a valid argument; write name=value, name:=json, name:=@file (JSON from a file), name=@file (content of a file) or name@file (upload)"
    ),
    ("POST multipart /x (f File)", "f@/dev/null f@/dev/null", "duplicate argument 'f'"),
    ("POST multipart /x (f [File])", "f@/dev/null f=a", "'f' must be a file; write f@a"),
    ("POST /x", "f@/dev/null f@/dev/null", "duplicate argument 'f'"),
    (
      "POST multipart /x (f [File])", "f=a.txt",
      "'f' must be a file; write f@a.txt"
    ),
    ("POST /x (n)", "n=1 n=2", "duplicate argument 'n'; to send an array or an object, write n:='…'"),
    ("POST /x (u)", "u=1 u.a=2", "both a value and members are set for the argument 'u.a'; to send an array or an object, write u.a:='…'"),
    ("POST /x (u)", "u[1]=x", "missing element 'u[0]'; a later element is set"),
    (
      "POST /x (n)", "n:={",
      "'n' is not valid JSON: expected a member name in double quotes, found the end of the text at column 2; to send a string, write n=…"
    ),
    ("POST /x (a?)", "a..b=1", "'a..b' is not a valid argument name; write a nested name as a.b[0]"),
    (
      "POST /x (a?)", "foo",
      "'foo' is not a valid argument; write name=value, name:=json, name:=@file (JSON from a file), name=@file (content of a file) or name@file (upload)"
    ),
    ("POST /x (a)", "a=@/nope", "'a': cannot read '/nope': it does not exist; to send a string that starts with '@', write a:='\"@…\"'"),
    ("POST /x (a?)", "query.b=1", "unknown argument 'query.b' of 'e'; available: 'a'"),
    (
      "POST /x (query.id, query?)", "query.id=1",
      "'query.id' is ambiguous: it can be the query parameter 'id' or the member 'id' of the parameter 'query'; write id=… or query:='{\"id\": …}'\nmissing argument 'id' (query)"
    ),
  ])
  func faults(_ line: String, _ arguments: String, _ message: String) async {
    let ran = await dial("call s e \(arguments) --dry-run --errors json", specs: Self.spec(line))
    #expect(ran.exit == 2)
    #expect(ran.out == "")
    #expect(ran.err.contains("\"message\":\(quoted(message)),"), "\(ran.err)")
  }

  @Test(arguments: ["POST multipart /x (f [File])", "POST multipart /x"])
  func severalFiles(_ line: String) async {
    let part = #"{"name":"f","filename":"f","content_type":"application/octet-stream","size":null}"#
    let ran = await dial("call s e f@/dev/null f@/dev/null --dry-run", specs: Self.spec(line))
    #expect(ran.out.contains("\"parts\":[\(part),\(part)]"), "\(ran)")
  }

  @Test(arguments: [
    ("POST /x (a)", #"a:={"b":1,"b":2}"#, "'a': duplicate key 'b'"),
    ("POST /x (a)", #"a:=[{"c":{"b":1,"\u0062":2}}]"#, "'a': duplicate key 'b'"),
    ("POST /x (a)", "a:=@bad.json", "'a' is not valid JSON: expected a value, found '@' (bad.json:2:5)"),
    ("POST /x (a)", "a:=@nope.json", "'a': cannot read 'nope.json': it does not exist"),
    ("POST /x (a)", "a:=@", "missing file name in 'a:=@'"),
    ("POST /x (a)", "a=@", "missing file name in 'a=@'"),
    ("POST /x", "_:=@bad.json", "'_' is not valid JSON: expected a value, found '@' (bad.json:2:5)"),
    ("POST /x", "_=@bad.json", "'_' is not valid JSON: expected a value, found '@' (bad.json:2:5)"),
    ("POST /x (_ user User)", "_=@bad.json", "'_' is not valid JSON: expected a value, found '@' (bad.json:2:5)"),
    ("PUT bytes /x (_ content File)", "_@nope", "'_': cannot read 'nope': it does not exist"),
    ("PUT bytes /x (_ content File)", "content@nope", "'content': cannot read 'nope': it does not exist"),
  ])
  func fileFaults(_ line: String, _ argument: String, _ message: String) async throws {
    let folder = try Self.folder()
    let named = message.replacing("(bad.json", with: "(\(folder)/bad.json").replacing("'nope", with: "'\(folder)/nope")
    let given = argument.hasSuffix("@") ? argument : argument.replacing("@", with: "@\(folder)/")
    let ran = await dial("call s e \(given) --dry-run --errors json", specs: Self.spec(line))
    #expect(ran.exit == 2)
    #expect(ran.err.contains("\"message\":\(quoted(named)),\"endpoint\""), "\(ran.err)")
  }

  @Test(arguments: [
    ("POST /x (a)", "a:=@good.json", #"{"a":{"b":[1]}}"#), ("POST /x (a)", "a.c:=@good.json", #"{"a":{"c":{"b":[1]}}}"#),
    ("POST /x", "_:=@good.json", #"{"b":[1]}"#), ("POST /x", "_=@good.json", #"{"b":[1]}"#),
    ("POST /x (_ t String)", "_=@bad.json", #""{\n\"a\":@""#),
  ])
  func files(_ line: String, _ argument: String, _ body: String) async throws {
    let given = argument.replacing("@", with: "@\(try Self.folder())/")
    let ran = await dial("call s e \(given) --dry-run", specs: Self.spec(line))
    #expect(ran.err == "")
    #expect(ran.out.contains("\"body\":{\"text\":\(quoted(body))}"), "\(ran.out)")
  }

  private static func folder() throws -> String {
    var template = Array("/tmp/dial-arguments-XXXXXX".utf8CString)
    mkdtemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try FileTarget(path + "/good.json").write(Array(#"{"b": [1]}"#.utf8))
    try FileTarget(path + "/bad.json").write(Array("{\n\"a\":@".utf8))
    return path
  }

  @Test func asDeepAsArgs() async {
    let steps = String(repeating: "[0]", count: 256)
    let ran = await dial("call s e q\(steps)=1 --dry-run", specs: Self.spec("POST /x"))
    #expect(ran.exit == 0, "\(ran.err)")
    #expect(ran.out.contains(String(repeating: "[", count: 256) + #"\"1\""#))
  }

  @Test(arguments: [
    (#"{"a": 1, "a": 2}"#, "--args: duplicate key 'a'"),
    (#"{"b": [{"a": 1, "x": {}, "\u0061": 2}]}"#, "--args: duplicate key 'a'"),
    (#"{"": 1}"#, "--args: an argument name is empty; to send a whole body, use '_'"),
    ("[1]", "--args: expected an object of arguments in standard input, found an array"),
    ("7", "--args: expected an object of arguments in standard input, found a number"),
    ("- a\n", "--args: expected an object of arguments in standard input, found an array"),
    ("a: .nan\n", "--args: <stdin>:1:4: '.nan' is not a valid JSON number; quote it to make it a string"),
  ])
  func badArgs(_ args: String, _ message: String) async {
    let ran = await dial("call s e --args -", specs: Self.spec("GET /x"), stdin: args)
    #expect(ran == Ran(out: "", err: "error: \(message)\n", exit: 2))
  }
}
