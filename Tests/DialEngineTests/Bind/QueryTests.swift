import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The query: styles, spreading, order and encoding (Parameters.md#Style; T4 and T5 in SeedChecklist.md).
struct QueryTests {
  static let list = #"{"a": ["x y", "b,c", 1, null, true]}"#
  static let tree = #"{"a": {"k": "v", "l": [1, 2], "m": {"n": true}}}"#
  static let records = #"{"a": [{"k": 1}, {"k": 2}]}"#

  @Test(arguments: [
    ("", "a=x%20y&a=b%2Cc&a=1&a=true"),
    ("arrays: repeat", "a=x%20y&a=b%2Cc&a=1&a=true"),
    ("arrays: brackets", "a%5B%5D=x%20y&a%5B%5D=b%2Cc&a%5B%5D=1&a%5B%5D=true"),
    ("arrays: indices", "a%5B0%5D=x%20y&a%5B1%5D=b%2Cc&a%5B2%5D=1&a%5B3%5D=true"),
    ("arrays: indices, nesting: dots", "a.0=x%20y&a.1=b%2Cc&a.2=1&a.3=true"),
    ("arrays: csv", "a=x%20y,b%2Cc,1,true"),
    ("arrays: pipes", "a=x%20y%7Cb%2Cc%7C1%7Ctrue"),
    ("arrays: space", "a=x%20y%20b%2Cc%201%20true"),
    ("arrays: csv, bools: numeric", "a=x%20y,b%2Cc,1,1"),
  ])
  func writesArrays(style: String, query: String) throws {
    #expect(try Call("GET /q (a)", Self.list, "", more: "style: {\(style)}").outcome() == "GET /q?" + query)
  }

  @Test(arguments: [
    ("", "k=v&l=1&l=2&m%5Bn%5D=true"),
    ("objects: spread, arrays: brackets", "k=v&l%5B%5D=1&l%5B%5D=2&m%5Bn%5D=true"),
    ("objects: nest", "a%5Bk%5D=v&a%5Bl%5D=1&a%5Bl%5D=2&a%5Bm%5D%5Bn%5D=true"),
    ("objects: nest, nesting: dots", "a.k=v&a.l=1&a.l=2&a.m.n=true"),
    ("objects: nest, nesting: dots, arrays: indices", "a.k=v&a.l.0=1&a.l.1=2&a.m.n=true"),
    ("objects: nest, arrays: csv", "a%5Bk%5D=v&a%5Bl%5D=1,2&a%5Bm%5D%5Bn%5D=true"),
  ])
  func writesObjects(style: String, query: String) throws {
    #expect(try Call("GET /q (a)", Self.tree, "", more: "style: {\(style)}").outcome() == "GET /q?" + query)
  }

  /// `filter: "{a}"` names the item, which is kept for a dictionary.
  @Test(arguments: [
    ("", "filter%5Bk%5D=v&filter%5Bl%5D=1&filter%5Bl%5D=2&filter%5Bm%5D%5Bn%5D=true"),
    ("objects: spread", "filter%5Bk%5D=v&filter%5Bl%5D=1&filter%5Bl%5D=2&filter%5Bm%5D%5Bn%5D=true"),
    ("nesting: dots, arrays: csv", "filter.k=v&filter.l=1,2&filter.m.n=true"),
  ])
  func nestsADictionaryInAnItemOfTheSpec(style: String, query: String) throws {
    #expect(try Call("GET /q (a)", Self.tree, "", more: "style: {\(style)}\nquery: {filter: \"{a}\"}").outcome() == "GET /q?" + query)
  }

  @Test(arguments: [
    ("", "a%5B0%5D%5Bk%5D=1&a%5B1%5D%5Bk%5D=2"),
    ("arrays: brackets", "a%5B%5D%5Bk%5D=1&a%5B%5D%5Bk%5D=2"),
    ("arrays: indices", "a%5B0%5D%5Bk%5D=1&a%5B1%5D%5Bk%5D=2"),
    ("arrays: csv", "a%5B0%5D%5Bk%5D=1&a%5B1%5D%5Bk%5D=2"),
    ("nesting: dots", "a.0.k=1&a.1.k=2"),
  ])
  func writesObjectsInArrays(style: String, query: String) throws {
    #expect(try Call("GET /q (a)", Self.records, "", more: "style: {\(style)}").outcome() == "GET /q?" + query)
  }

  @Test(arguments: [
    Call("GET /q (a*)", #"{"a": 1}"#, "arguments: 'a' must be an object, because it is spread into the query"),
    Call("GET /q (a!)", #"{"a": 1}"#, "arguments: 'a' must be true or false, but is a number"),
    Call(
      "GET /q (+a)", #"{"a": "x#y"}"#, "arguments: 'a' is sent in the query without encoding and cannot contain '#' or a control character"),
    Call(
      "GET /q (+a)", #"{"a": ["x#y"]}"#,
      "arguments: 'a' is sent in the query without encoding and cannot contain '#' or a control character"),
    Call("GET /q (a, b Int)", #"{"b": "x"}"#, "arguments: missing argument 'a' (query)\n'b' must be an integer, but is 'x'"),
  ])
  func refuses(call: Call) throws { try call.check() }

  @Test(arguments: [
    Call("GET /q (a)", #"{"a": "a b+c&d=e/é'\"-._~!*()"}"#, "GET /q?a=a%20b%2Bc%26d%3De%2F%C3%A9%27%22-._~%21%2A%28%29"),
    Call("GET /q (a as $top, b as x[y])", #"{"a": 1, "b": 2}"#, "GET /q?%24top=1&x%5By%5D=2"),
    Call("GET /q (b, a)", #"{"a": 1, "b": 2}"#, "GET /q?b=2&a=1"),
    Call("GET /q", #"{"b": 1, "a": {"c": 2}}"#, "GET /q?b=1&c=2"),
    Call("GET /q (a)", #"{"a": []}"#, "GET /q"),
    Call("GET /q (a?)", "{}", "GET /q"),
    Call("GET /q (a = 1)", #"{"a": null}"#, "GET /q"),
    Call("GET /q (a)", #"{"a": ""}"#, "GET /q?a="),
    Call("GET /q (a)", #"{"a": 12345678901234567890.10}"#, "GET /q?a=12345678901234567890.10"),
    Call("GET /q (+a)", #"{"a": "x/y?z,%20 é"}"#, "GET /q?a=x/y?z,%20%20%C3%A9"),
    Call("GET /q (a!, b!, c!)", #"{"a": true, "b": false}"#, "GET /q?a"),
    Call("GET /q (a*, b)", #"{"a": {"b": 1, "c": 2}, "b": 3}"#, "GET /q?c=2&b=3"),
    Call("GET /q (a* as f., b?)", #"{"a": {"x": 1}}"#, "GET /q?f.x=1"),
    Call("GET /q (a*)", "{}", "GET /q"),
    Call("POST /q (query.a, b)", #"{"a": 1, "b": 2}"#, "POST /q?a=1\n\n{\"b\":2}"),
    Call(
      "GET /q (pageSize, sort_by as SortBy)", #"{"pageSize": 1, "sort_by": 2}"#, "GET /q?page_size=1&SortBy=2", more: "style: {keys: snake}"
    ),
    Call("GET /q (at Date)", #"{"at": "2024-01-31T10:00:00.500+02:00"}"#, "GET /q?at=2024-01-31T10%3A00%3A00.500%2B02%3A00"),
    Call("GET /q (at Date)", #"{"at": "2024-01-31T10:00:00Z"}"#, "GET /q?at=1706695200", more: "style: {dates: unix}"),
    Call(
      "GET /q (at Date)", #"{"at": "2024-01-31T10:00:00Z"}"#, "GET /q?at=Wed%2C%2031%20Jan%202024%2010%3A00%3A00%20GMT",
      more: "style: {dates: http}"),
    Call(
      "{GET: /q, params: {a: {style: {arrays: csv}}, b: {style: {bools: numeric}}}}", #"{"a": [1, true], "b": true}"#, "GET /q?a=1,true&b=1"
    ),
  ])
  func writes(call: Call) throws { try call.check() }
}
