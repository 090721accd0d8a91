import Dial
import HTTPTypes
import Testing

@testable import DialTesting

struct RedactionTests {
  static let names: [(name: String, isSecret: Bool)] = [
    ("author", false), ("keyboard", false), ("monkey", false), ("keys", false), ("authenticate", false), ("WWW-Authenticate", false),
    ("id", false), ("keys_url", false), ("token_type", false), ("tokenExpiresIn", false), ("secretName", false), ("description", false),
    ("assignee", false), ("", false), ("key", false), ("sort_key", false), ("primaryKey", false), ("nextPageToken", false),
    ("page_token", false), ("pagetoken", false), ("continuationToken", false), ("NextToken", false), ("sync-token", false),
    ("auth_page_token", true), ("nextAuthToken", true),
    ("token", true), ("access_token", true), ("accessToken", true), ("X-Api-Key", true), ("apikey", true), ("APIKey", true),
    ("authToken", true), ("authtoken", true), ("refreshtokens", true), ("client-secret", true), ("clientSecrets", true),
    ("sessionid", true),
    ("session.id", true), ("X-Hub-Signature-256", true), ("user_password", true), ("private_key", true), ("accessKeys", true),
    ("sig", true), ("session_id", true), ("GITHUB_PAT", true), ("azurePat", true), ("pat", false), ("pattern", false), ("BEARER", true),
    ("bearer_format", false),
    ("password_confirmation", true), ("client_assertion", true), ("Passwort", false),
    (String(repeating: "a", count: 300), true),
  ]

  @Test(arguments: names) func `names sound secret by their words`(row: (name: String, isSecret: Bool)) {
    #expect(SecretNames.contains(row.name) == row.isSecret)
  }

  @Test func `a key alone is one of an API in a URL and in a header`() {
    #expect(SecretNames.contains("PAT", in: .item))
    #expect(SecretNames.contains("key", in: .item) && SecretNames.contains("X-Key", in: .header))
    #expect(!SecretNames.contains("Idempotency-Key", in: .header) && SecretNames.contains("Cookie", in: .header))
    #expect(!SecretNames.contains("sort_key", in: .item) && !SecretNames.contains("pageToken", in: .item))
  }

  private var redaction: Redaction {
    var secrets = Secrets()
    secrets.add("s3cr3t&more")
    secrets.add("12345")
    secrets.headerNames = [HTTPField.Name("X-Own")!]
    return Redaction(secrets)
  }

  @Test(arguments: [
    ("https://a.test/12345/b?x=s3cr3t%26more", "https://a.test/REDACTED/b?x=REDACTED"),
    ("https://u:p@a.test/?a=1&token=x&b=2#access_token=y", "https://REDACTED@a.test/?a=1&token=REDACTED&b=2#access_token=REDACTED"),
    ("https://a.test/?api%5Fkey=x&token=&key", "https://a.test/?api%5Fkey=REDACTED&token=&key"),
    ("https://a.test/?key=x&pageToken=y", "https://a.test/?key=REDACTED&pageToken=y"),
  ]) func `of a URL`(url: String, shown: String) { #expect(redaction.url(url) == shown) }

  @Test(arguments: [
    ("Authorization", "Basic YTpi", "REDACTED"), ("X-Api-Key", "k", "REDACTED"), ("X-Own", "v", "REDACTED"), ("X-Empty-Token", "", ""),
    ("Cookie", "a=1; b=2", "a=REDACTED; b=REDACTED"), ("Set-Cookie", "a=1; Path=/12345", "a=REDACTED; Path=/REDACTED"),
    ("Set-Cookie", "alone", "REDACTED"), ("WWW-Authenticate", "Bearer realm=\"a\"", "Bearer realm=\"a\""),
    ("Content-Type", "multipart/form-data; boundary=abc", "multipart/form-data"),
    ("Link", "<https://a.test/?token=x>; rel=\"next\"", "<https://a.test/?token=REDACTED>; rel=\"next\""),
    ("X-Note", "is 12345 it?", "is REDACTED it?"),
  ]) func `of a header`(name: String, value: String, shown: String) {
    let fields = HTTPFields([HTTPField(name: HTTPField.Name(name)!, value: value)])
    #expect(redaction.fields(fields) == [HARField(name: name, value: shown)])
  }

  @Test(arguments: [
    ("application/json", #"{"a" : [1, 2]}"#, #"{"a" : [1, 2]}"#),
    ("application/json", #"{"a": "s3cr3t\u0026more", "n": 12345, "12345": 1}"#, #"{"a":"REDACTED","n":"REDACTED","REDACTED":1}"#),
    (
      "application/json", #"{"token": {"id": "x"}, "secrets": ["a", 1, null], "password": ""}"#,
      #"{"token":{"id":"x"},"secrets":["REDACTED",1,null],"password":""}"#
    ),
    // JSON in a text, as queues and webhooks send it.
    ("application/json", #"{"m": "{\"password\": \"p\"}", "n": "[1]"}"#, #"{"m":"{\"password\":\"REDACTED\"}","n":"[1]"}"#),
    ("application/json", #"{"next": "https://a.test/?access_token=x"}"#, #"{"next":"https://a.test/?access_token=REDACTED"}"#),
    ("application/json", #"{"next": "/a?token=x", "q": "is it? token=x"}"#, #"{"next":"/a?token=REDACTED","q":"is it? token=x"}"#),
    ("text/plain", #"{"token": "x"}"#, #"{"token":"REDACTED"}"#),
    ("application/json", "{not s3cr3t&more", "{not REDACTED"),
    (
      "application/json", #"{"access_token": "a\"b", "id": "c", "secrets": ["d", "e"], "tok\u0065n": "cut"#,
      #"{"access_token": "REDACTED", "id": "c", "secrets": ["REDACTED", "REDACTED"], "tok\u0065n": "REDACTED"#
    ),
    ("application/json", "\u{FEFF}{\"token\": \"x\"}", "\u{FEFF}{\"token\":\"REDACTED\"}"),
    ("application/json", #"{"key": "PROJ-1", "nextPageToken": "x"}"#, #"{"key": "PROJ-1", "nextPageToken": "x"}"#),
    (
      "text/event-stream", "data: {\"token\":\"a\"}\r\nevent: b\ndata:{\"id\":1,\ndata:  \"token\" : \"b\"}\n\n: token\n",
      "data:{\"token\":\"REDACTED\"}\r\nevent: b\ndata:{\"id\":1,\ndata:  \"token\" : \"REDACTED\"}\n\n: token\n"
    ),
    ("text/event-stream", "\u{FEFF}data: {\"token\":\"a\"}", "\u{FEFF}data:{\"token\":\"REDACTED\"}"),
    ("application/x-ndjson", "{\"token\":\"a\"}\n\n{\"id\": 1}\n", "{\"token\":\"REDACTED\"}\n\n{\"id\": 1}\n"),
    ("application/x-www-form-urlencoded", "scope=a&access_token=b", "scope=a&access_token=REDACTED"),
    ("text/html", "<b>s3cr3t&more</b>", "<b>REDACTED</b>"),
  ]) func `of a body`(type: String, text: String, shown: String) {
    #expect(String(decoding: redaction.body(Array(text.utf8), MediaType(type)), as: UTF8.self) == shown)
  }

  /// A value that is secret anywhere in the call is masked under every name; names of members are unchanged.
  @Test(arguments: [
    ("application/json", #"{"said": "hello hunter22!", "hunter22": [1234567]}"#, #"{"said":"hello REDACTED!","hunter22":[1234567]}"#),
    ("text/plain", "hello hunter22, pw", "hello REDACTED, pw"),
    ("application/json", "{not hunter22", "{not REDACTED"),
  ]) func `of an echo`(type: String, text: String, shown: String) {
    let redaction = Redaction(Secrets(), echoes: ["hunter22", "pw", "1234567"])
    #expect(String(decoding: redaction.body(Array(text.utf8), MediaType(type)), as: UTF8.self) == shown)
    let fields = HTTPFields([HTTPField(name: HTTPField.Name("X-Said")!, value: "hunter22")])
    #expect(redaction.fields(fields) == [HARField(name: "X-Said", value: "REDACTED")])
  }

  /// What is masked in the request by its name is found where the response repeats it.
  @Test(arguments: [
    ("https://a.test/?key=hunter22", "", "", ""), ("https://u:hunter22@a.test/", "", "", ""),
    ("https://a.test/", "Referer: https://b.test/?token=hunter22", "", ""), ("https://a.test/", "X-Own: Custom hunter22", "", ""),
    ("https://a.test/", "", "application/x-www-form-urlencoded", "password=hunter22"),
    ("https://a.test/", "", "application/json", #"{"to": "https://b.test/?token=hunter22"}"#),
    ("https://a.test/", "", "application/json", #"{"password": "hunter22", "cut"#),
    ("https://a.test/", "", "application/x-ndjson", "{\"secret\": \"hunter22\"}\n{}\n"),
  ]) func `of what a request hides`(url: String, header: String, type: String, body: String) throws {
    var request = PreparedRequest(endpoint: "a", method: .post, url: url, body: .none)
    if let colon = header.firstIndex(of: ":") {
      request.headers[try #require(HTTPField.Name(String(header[..<colon])))] = String(header[colon...].dropFirst(2))
    }
    if !type.isEmpty { request.headers[.contentType] = type }
    var secrets = Secrets()
    secrets.headerNames = [try #require(HTTPField.Name("X-Own"))]
    let found = FoundSecrets()
    let shown = HARRequest(request, body: Array(body.utf8), Redaction(secrets, found: found))
    #expect(!"\(shown.url) \(shown.headers)".contains("hunter22"))
    if case .bytes(let bytes)? = shown.body?.content { #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter22")) }
    let redaction = Redaction(secrets, echoes: found.all)
    #expect(redaction.text("you sent hunter22") == "you sent REDACTED")
  }

  @Test func `of bytes that are no text, and of bodies that hide a secret`() {
    #expect(redaction.body([0xFF] + Array("12345".utf8), nil) == [0xFF] + Array("REDACTED".utf8))
    var request = PreparedRequest(endpoint: "a", method: .put, url: "https://a.test/", body: .none)
    request.context[BodyHoldsSecret.self] = true
    #expect(HARRequest(request, body: [0xFF, 1], redaction).body?.content == .bytes(Array("REDACTED".utf8)))
    #expect(HARRequest(request, body: Array("a".utf8), redaction).body?.content == .bytes(Array("a".utf8)))
    request.context[BodyIsCoded.self] = true
    #expect(HARRequest(request, body: Array("a".utf8), redaction).body?.content == .bytes(Array("REDACTED".utf8)))
  }

  @Test(arguments: [
    "", "--b--", "--b\r\n--b--", "--b\r\nA: 1\r\n\r\nx\r\n--b--\r\n", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx",
    "--c\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--c--\r\n",
  ]) func `a multipart body that is framed otherwise is no multipart body`(text: String) {
    let parts = MultipartParts.read(Array(text.utf8), boundary: "b")
    #expect(parts == nil || parts == [] && text == "--b--")
  }
}
