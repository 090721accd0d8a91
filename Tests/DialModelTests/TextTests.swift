import Testing

@testable import DialModel

/// Small rules of text: media types, base64, names, cases, origins.
struct TextTests {
  @Test(arguments: [
    ("text/html", "text/html"), (" Text/HTML;Charset=UTF-8 ", "text/html;charset=UTF-8"), ("a/b;x=\"y z\"", "a/b;x=\"y z\""),
    ("a/b;x=1;X=2", "a/b;x=1"),
    ("a/b;x=\"\\\"\"", "a/b;x=\"\\\"\""), ("a/b;x;y=1", "a/b;y=1"), ("a/b;x=", "a/b"), ("a", nil), ("/b", nil), ("a/", nil), ("a/b c", nil),
    ("", nil), ("a b/c", nil),
  ])
  func mediaTypes(text: String, normal: String?) { #expect(MediaType(text)?.text == normal) }

  @Test(arguments: [
    ("application/json", true), ("text/json", true), ("application/hal+json", true), ("application/jsonx", false),
    ("image/svg+xml", false), ("application/x-amz-json-1.0", true), ("application/x-amz-json-1.1; charset=utf-8", true),
    ("application/json-rpc", true), ("application/vnd.api+json", true), ("application/vnd.json", true),
    ("Application/JSON-Patch+JSON", true),
    ("model/gltf+json", true), ("text/x-json", false), ("image/json", false), ("text/json-rpc", false), ("application/xjson", false),
    ("application/json5", false), ("application/json_x", false), ("application/json-seq", false), ("application/geo+json-seq", false),
    ("application/x-ndjson", false), ("application/stream+json", false), ("application/x-json-stream", false),
    ("application/json-lines", false),
  ])
  func jsonTypes(text: String, isJSON: Bool) { #expect(MediaType(text)?.isJSON == isJSON) }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{FF}\u{FE}", "w7/Dvg==")])
  func base64(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm-_", "=Zg="])
  func base64Refuses(text: String) { #expect(Base64.decode(text) == nil) }

  @Test(arguments: [
    ("a", true), ("_a", true), ("a-1_b", true), ("größe", true), ("नमस्ते", true), ("名前", true), ("", false), ("1a", false), ("-a", false),
    ("a.b", false),
    ("a b", false), ("a😀", false), ("a\u{200B}", false), ("a$", false), ("a\u{A0}", false), ("a\u{0661}", false),
  ])
  func names(text: String, isValid: Bool) { #expect(Name.isValid(text) == isValid) }

  @Test(arguments: [
    ("pageSize", "page_size", "pageSize", "page-size"), ("page_size", "page_size", "pageSize", "page-size"),
    ("page-size", "page_size", "pageSize", "page-size"),
    ("userID", "user_id", "userId", "user-id"), ("HTTPPort", "http_port", "httpPort", "http-port"), ("a", "a", "a", "a"),
    ("_id", "id", "id", "id"), ("v2Beta", "v2_beta", "v2Beta", "v2-beta"),
    ("_", "_", "_", "_"),
  ])
  func cases(name: String, snake: String, camel: String, kebab: String) {
    #expect(Style.Keys.asIs.apply(to: name) == name)
    #expect([Style.Keys.snake, .camel, .kebab].map { $0.apply(to: name) } == [snake, camel, kebab])
  }

  @Test(arguments: [
    ("https://a.test", "https://A.test:443/x?y"), ("http://a.test:80", "HTTP://a.test/"), ("https://[::1]:8443/x", "https://[::1]:8443"),
    ("https://u:p@a.test", "https://a.test/"),
    ("https://a.test:/", "https://a.test"),
  ])
  func sameOrigins(left: String, right: String) {
    #expect(Origin(left) != nil)
    #expect(Origin(left) == Origin(right))
  }

  @Test(arguments: [
    ("https://a.test", "http://a.test"), ("https://a.test", "https://b.a.test"), ("https://a.test", "https://a.test:8443"),
    ("https://a.test", "https://a.test.evil.test"),
    ("https://a.test", "https://a.test@evil.test"), ("https://a.test", "https://evil.test/https://a.test"),
    ("https://a.test", "https://evil.test#@a.test"), ("https://a.test", "https://evil.test\\@a.test"),
  ])
  func otherOrigins(left: String, right: String) { #expect(Origin(left) != Origin(right)) }

  @Test(arguments: ["a.test", "https://", "https:///x", "https://a:b", "https://a:99999", "https://:80"])
  func noOrigins(text: String) { #expect(Origin(text) == nil) }

  @Test(arguments: [
    ("localhost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.1.2.3", true), ("[::1]", true), ("127.0.0.1.evil.test", false),
    ("notlocalhost", false), ("128.0.0.1", false), ("127.0.0.256", false),
  ])
  func loopback(host: String, isLoopback: Bool) { #expect(Loopback.contains(host) == isLoopback) }
}
