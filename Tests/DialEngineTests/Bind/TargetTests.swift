import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Arguments in the target: encoding, optional segments, and errors (Endpoints.md#The-target; T1, T2, T3 and T8 in
/// SeedChecklist.md).
struct TargetTests {
  @Test(arguments: [
    Call("GET /u/{id}", "{}", "arguments: missing argument 'id' (path)"),
    Call("GET /u/{id}", #"{"id": null}"#, "arguments: 'id' is null, but the path requires a value"),
    Call("GET /u/{id}", #"{"id": ""}"#, "arguments: 'id' is empty, but the path requires a value"),
    Call("GET /u/{id}", #"{"id": {}}"#, "arguments: 'id' is empty, but the path requires a value"),
    Call("GET /u/{id}", #"{"id": []}"#, "arguments: 'id' is empty, but the path requires a value"),
    Call("GET /u/{id}", #"{"id": "."}"#, dots("'id'")),
    Call("GET /u/{id}", #"{"id": ".."}"#, dots("'id'")),
    Call("GET /u/{id}", #"{"id": "../x"}"#, dots("'id'")),
    Call("GET /u/{id}", #"{"id": "a\\..\\b"}"#, dots("'id'")),
    Call("GET /u/{+id}", #"{"id": "%2e%2E"}"#, dots("'id'")),
    Call("GET /u/{+id}", #"{"id": "a%2f..%2Fb"}"#, dots("'id'")),
    Call("GET /u/{+id}", #"{"id": "a%5C.%5cb"}"#, dots("'id'")),
    Call("GET /u/{a}{b}", #"{"a": ".", "b": "."}"#, dots("'a' and 'b'")),
    Call("GET /u/{a=..}", "{}", dots("'a'")),
    Call("GET https://a{.tld}/x", #"{"tld": "."}"#, "arguments: 'tld' cannot be used in a host; use only letters, digits, '-' and '.'"),
    Call("GET /u/.{a}", #"{"a": "."}"#, dots("'a'")),
    Call("GET /u/{+p}", #"{"p": "a?b"}"#, "arguments: 'p' is sent in the path without encoding and cannot contain '?'"),
    Call("GET /u/{+p}", #"{"p": "a#b"}"#, "arguments: 'p' is sent in the path without encoding and cannot contain '#'"),
    Call(
      "GET /u/{p} (+p)", #"{"p": "a\nb"}"#, "arguments: 'p' is sent in the path without encoding and cannot contain a control character"),
    Call("GET /u{/p*}{+p}", #"{"p": ["a", "b#c"]}"#, "arguments: 'p' is sent in the path without encoding and cannot contain '#'"),
    Call("GET /u?q={+p}", #"{"p": "b#c"}"#, "arguments: 'p' is sent in the query without encoding and cannot contain '#'"),
    Call("GET /u?q={p} (+p)", #"{"p": "b?c"}"#, "arguments: 'p' is sent in the query without encoding and cannot contain '?'"),
    Call(
      "GET https://{host}.test/x", #"{"host": "evil/a"}"#,
      "arguments: 'host' cannot be used in a host; use only letters, digits, '-' and '.'"),
    Call(
      "GET https://{host}.test/x", #"{"host": "é"}"#, "arguments: 'host' cannot be used in a host; use only letters, digits, '-' and '.'"),
    Call(
      "GET https://{host?}.test/x", "{}", "arguments: the target 'https://.test' has no host; pass the arguments that are part of the host"),
    Call(
      "GET https://{host}.test/x", #"{"host": ["a"]}"#, "arguments: 'host' cannot be used in a host; use only letters, digits, '-' and '.'"),
    Call(
      "GET https://{host}.test/x", #"{"host": "a@b"}"#, "arguments: 'host' cannot be used in a host; use only letters, digits, '-' and '.'"),
  ])
  func refuses(call: Call) throws { try call.check() }

  private static func dots(_ who: String) -> String {
    "arguments: \(who) creates the path segment '.' or '..', which would change the path"
  }

  @Test(arguments: [
    Call("GET /u/{id}", #"{"id": "a b/c?d#e%f&é"}"#, "GET /u/a%20b%2Fc%3Fd%23e%25f%26%C3%A9"),
    Call("GET /u/{id}", #"{"id": "%2F"}"#, "GET /u/%252F"),
    Call("GET /u/{id}", #"{"id": "-._~"}"#, "GET /u/-._~"),
    Call("GET /u/{id}", #"{"id": "1..2"}"#, "GET /u/1..2"),
    Call("GET /u/{id}", #"{"id": "..."}"#, "GET /u/..."),
    Call("GET /u/{id}", #"{"id": ".well-known"}"#, "GET /u/.well-known"),
    Call("GET /u/{id}", #"{"id": 1.10}"#, "GET /u/1.10"),
    Call("GET /u/{id}", #"{"id": true}"#, "GET /u/true"),
    Call("GET /u/{id}", #"{"id": ["a", "b,c"]}"#, "GET /u/a,b%2Cc"),
    Call("GET /diff/{id}/with/{id}", #"{"id": 7}"#, "GET /diff/7/with/7"),
    Call("GET /cask/{name}.json", #"{"name": "a b"}"#, "GET /cask/a%20b.json"),
    Call("GET /o'neil/café/a%20b", "{}", "GET /o'neil/caf%C3%A9/a%20b"),
    Call("GET /c/", "{}", "GET /c/"),
    Call("GET a", "{}", "GET /a"),
    Call("GET {id}/x", #"{"id": 1}"#, "GET /1/x"),
    Call("GET /{a?}/{+b}", #"{"b": "/x"}"#, "GET /x"),
    Call("GET /{a?}//x", "{}", "GET /x"),
    Call("GET /{+b}", #"{"b": "/x"}"#, "GET /x"),
    Call("GET /f/{+b}", #"{"b": "/x"}"#, "GET /f//x"),
    Call("GET /f/{a?}//x", "{}", "GET /f//x"),
    Call("GET /f/{/a}", #"{"a": "x"}"#, "GET /f//x"),
    Call("GET /{a?}//x", #"{"a": 1}"#, "GET /1//x"),
    Call("GET /f/{+path}", #"{"path": "a/b c%20d%x!"}"#, "GET /f/a/b%20c%20d%25x!"),
    Call("GET /f/{path} (+path)", #"{"path": "a/b c"}"#, "GET /f/a/b%20c"),
    Call("GET /f/{größe}", #"{"größe": 1}"#, "GET /f/1"),
  ])
  func encodes(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /t{/var,x}", #"{"var": "a/b", "x": 1}"#, "GET /t/a%2Fb/1"),
    Call("GET /t{/var,x}", "{}", "GET /t"),
    Call("GET https://o.test{/x}", #"{"x": "a.b"}"#, "GET https://o.test/a.b"),
    Call("GET https://o{.tld}/x", #"{"tld": "test"}"#, "GET https://o.test/x"),
    Call("GET https://o.test{.tld}/x", "{}", "GET https://o.test/x"),
    Call("GET https://{x}.test?q=1{&y}", #"{"x": "o", "y": 2}"#, "GET https://o.test?q=1&y=2"),
    Call("GET /t{/list*}", #"{"list": ["a", "b"]}"#, "GET /t/a/b"),
    Call("GET /X{.var}", #"{"var": "tar.gz"}"#, "GET /X.tar.gz"),
    Call("GET /p{;x,y,empty}", #"{"x": 1, "empty": ""}"#, "GET /p;x=1;empty"),
    Call("GET /s/{var:3}", #"{"var": "value"}"#, "GET /s/val"),
    Call("GET /s/{keys*}", #"{"keys": {"a": 1, "b": "x y"}}"#, "GET /s/a=1,b=x%20y"),
    Call("GET /q{?x,y}", #"{"x": 1, "y": "a&b"}"#, "GET /q?x=1&y=a%26b"),
    Call("GET /q{?list*}", #"{"list": ["a", "b"]}"#, "GET /q?list=a&list=b"),
    Call("GET /q{?größe}", #"{"größe": 1}"#, "GET /q?gr%C3%B6%C3%9Fe=1"),
    Call("GET /q?a=b{&x,y}", #"{"y": 2}"#, "GET /q?a=b&y=2"),
    Call("GET /q?a=b{&x,y}", "{}", "GET /q?a=b"),
  ])
  func expandsTemplates(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /p/{id?}/c", "{}", "GET /p/c"),
    Call("GET /p/{id?}/c", #"{"id": null}"#, "arguments: 'id' is null, but the path requires a value"),
    Call("GET /p/{id?}/c", #"{"id": 1}"#, "GET /p/1/c"),
    Call("GET /p/{id?}", "{}", "GET /p"),
    Call("GET /p/v{id?}.json/c", "{}", "GET /p/c"),
    Call("GET /p/{id=3}/c", "{}", "GET /p/3/c"),
    Call("GET /p/{id=3}/c", #"{"id": 4}"#, "GET /p/4/c"),
    Call("GET /in/{city=New York}", "{}", "GET /in/New%20York"),
    Call("GET /p/{id=3}/{id}", "{}", "GET /p/3/3"),
    Call("GET /p/{id}/{id=3}", "{}", "GET /p/3/3"),
    Call("GET /p/{id}/{id=3}", #"{"id": 4}"#, "GET /p/4/4"),
    Call("GET /p/{id}/{id=3} (id Int)", "{}", "GET /p/3/3"),
    Call("GET /u?b={x}&c={y}", #"{"x": null, "y": 1}"#, "GET /u?c=1"),
    Call("GET /u?b={x}", #"{"x": null}"#, "GET /u"),
    Call("GET /u?b={x=3}", #"{"x": null}"#, "GET /u"),
    Call("GET /u/{x}?b={x}", #"{"x": null}"#, "arguments: 'x' is null, but the path requires a value"),
    Call("GET /p/{id} (id Int = 5)", "{}", "GET /p/5"),
    Call("GET /p/{id}/x (id?)", "{}", "GET /p/x"),
    Call("GET /u?a=1&b={x}&c", "{}", "GET /u?a=1&c"),
    Call("GET /u?a=1&b={x}&c", #"{"x": "é "}"#, "GET /u?a=1&b=%C3%A9%20&c"),
    Call("GET /u?b={x=d}", "{}", "GET /u?b=d"),
    Call("GET /u?b={+x}&c={y} (+y)", #"{"x": "a/b%20c", "y": "d,e"}"#, "GET /u?b=a/b%20c&c=d,e"),
    Call("GET /u?sort=new (page = 1)", "{}", "GET /u?sort=new&page=1"),
  ])
  func leavesOut(call: Call) throws { try call.check() }

  /// `{*key}` is a path in which only `/` is not encoded, so two keys are never the same path.
  @Test(arguments: [
    Call("GET /f/{*key}", #"{"key": "a/d"}"#, "GET /f/a/d"),
    Call("GET /f/{*key}", #"{"key": "a%2Fd"}"#, "GET /f/a%252Fd"),
    Call("GET /f/{*key}", #"{"key": "a b/ü?c#d+e%20"}"#, "GET /f/a%20b/%C3%BC%3Fc%23d%2Be%2520"),
    Call("GET /f/{*key}", #"{"key": "a//b/"}"#, "GET /f/a//b/"),
    Call("GET /f/{*key}", #"{"key": "/a"}"#, "GET /f//a"),
    Call("GET /f/{*key}", #"{"key": ["a", "b/c"]}"#, "GET /f/a/b%2Fc"),
    Call("GET /f/{*key}", #"{"key": "a\u0301/\u0301b"}"#, "GET /f/a%CC%81/%CC%81b"),
    Call("GET /f/{*key}.json", #"{"key": "a/d"}"#, "GET /f/a/d.json"),
    Call("GET /{*key}", #"{"key": "b"}"#, "GET /b"),
    Call("GET /{*key}", #"{"key": "/b"}"#, "GET //b"),
    Call("GET /{*key}", #"{"key": "//b"}"#, "GET ///b"),
    Call("GET /{*key}", #"{"key": "/"}"#, "GET //"),
    Call("GET /{*key}", #"{"key": ["", "b"]}"#, "GET //b"),
    Call("GET {*key}", #"{"key": "/b"}"#, "GET //b"),
    Call("GET /{a?}/{*key}", #"{"key": "/b"}"#, "GET //b"),
    Call("GET https://o.test/{*key}", #"{"key": "b"}"#, "GET https://o.test/b"),
    Call("GET https://o.test/{*key}", #"{"key": "/b"}"#, "GET https://o.test//b"),
    Call("GET https://o.test/{*key}", #"{"key": "/evil.test/b"}"#, "GET https://o.test//evil.test/b"),
    Call("GET /{*key}", #"{"key": "/../b"}"#, dots("'key'")),
    Call("GET /f/{*key}/x (key?)", "{}", "GET /f/x"),
    Call("GET /f?p={*key}", #"{"key": "a/d&e"}"#, "GET /f?p=a/d%26e"),
    Call("GET /f/{*key}", #"{"key": ""}"#, "arguments: 'key' is empty, but the path requires a value"),
    Call("GET /f/{*key}", "{}", "arguments: missing argument 'key' (path)"),
    Call("GET /f/{*key}", #"{"key": "a/../b"}"#, dots("'key'")),
    Call("GET /f/{*key}", #"{"key": "./b"}"#, dots("'key'")),
    Call("GET /f/{*key}", #"{"key": "a\\..\\b"}"#, dots("'key'")),
    Call("GET /f/{*key}", #"{"key": "%2e%2e"}"#, "GET /f/%252e%252e"),
    Call("GET /f/{*key}", #"{"key": {"a": 1}}"#, "arguments: 'key' is an object, which cannot be sent as a path"),
  ])
  func sendsPaths(call: Call) throws { try call.check() }

  @Test func meetsTheBaseInOneSlash() throws {
    for base in ["https://api.test/v1", "https://api.test/v1/"] {
      for target in ["users", "/users"] {
        #expect(try bound("base: \(base)\nendpoints: {e: GET \(target)}") == "GET /v1/users")
      }
    }
    #expect(try bound("base: https://api.test/v1/\nendpoints: {e: GET /}") == "GET /v1/")
    #expect(try bound("endpoints: {e: GET /a}") == "arguments: the spec has no 'base'")
  }
}
