import Dial
import TestSupport
import Testing

@testable import DialTesting

/// A secret of the request that the response repeats is not in the recording, whatever the encoding of the request.
struct RepeatedSecretTests {
  private static let secret = "p@ss/w+rd 9"

  /// Repeats a text in the head and the body of each response.
  private struct Repeating: Transport {
    let text: String

    func send(_ request: PreparedRequest) async throws -> Response {
      let percent = PercentEncoding.encode(text)
      let headers: HTTPFields = [
        .contentType: "application/json", .location: "/x?z=\(percent)", HTTPField.Name("X-Plain")!: text,
        HTTPField.Name("X-Percent")!: percent,
      ]
      let body = JSON.object([
        ("plain", .string(text)), ("inside", .string("the key \(text) is wrong")), ("url", .string("/x?a=\(percent)")),
      ])
      return Response(status: .created, headers: headers, url: request.url, body: ResponseBody(JSONWriter.bytes(body)))
    }
  }

  private func recorded(_ text: String = secret, _ send: (Recorder) async throws -> Void) async throws -> String {
    let folder = try TemporaryFolder()
    let recorder = try Recorder("\(folder.path)/a.har", over: Repeating(text: text))
    try await send(recorder)
    try recorder.save()
    return try folder.read("a.har")
  }

  private func isAbsent(_ text: String, _ secret: String = secret) -> Bool {
    ![secret, PercentEncoding.encode(secret), JSONWriter.quote(secret).dropFirst().dropLast().description].contains { text.contains($0) }
  }

  @Test(arguments: [
    "json: POST /p (password)", "nested: POST /p (user JSON)", "form: POST form /p (password)", "multi: POST multipart /p (password)",
    "file: POST multipart /p (password, doc? File)", "query: GET /p (password)", "header: GET /p (header.key as X-Api-Key)",
    "cookie: GET /p (cookie.session)", "lines: POST lines /p (_ items [JSON])", "text: POST text /p (_ password String)",
    "bytes: POST bytes /p (_ secret String)", "path: POST /p/{password}", "codec: {POST: '/p (password)', encoding: rot}",
    "inline: {POST: multipart /p (word), body: {client_secret: '{word}'}}",
  ])
  func `of a call`(endpoint: String) async throws {
    let name = String(endpoint.prefix { $0 != ":" })
    let spec = try Spec.load(
      yaml:
        "{base: 'https://api.test', endpoints: {\(endpoint.contains("{POST") ? endpoint : "\(name): \"\(endpoint.dropFirst(name.count + 2))\"")}}"
    )
    // A cookie cannot contain spaces.
    let secret = name == "cookie" ? "p@ss/w+rd9" : Self.secret
    let value = JSON.string(secret)
    let arguments: Arguments =
      switch name {
      case "nested": ["user": JSON.object([("password", value)])]
      case "header": ["key": value]
      case "cookie": ["session": value]
      case "lines": ["_": JSON.array([.object([("id", 1)]), .object([("token", value)])])]
      case "text", "bytes": ["_": value]
      case "inline": ["word": value]
      default: ["password": value]
      }
    let text = try await recorded(secret) { recorder in
      let client = Client(spec, transport: recorder)
      client.codecs["rot"] = Rotated()
      _ = try await client.call(name, arguments)
    }
    #expect(isAbsent(text, secret), "\(text)")
  }

  private struct Rotated: Codec {
    func encode(_ value: JSON) throws -> [UInt8] { JSONWriter.bytes(value).map { $0 &+ 1 } }
  }

  /// The requests of other programs, as `dial mock --record` receives them.
  @Test(arguments: [
    ("Authorization", "Basic YW5uOnBAc3Mvdytyb2QgOQ==", "p@ss/w+rod 9"), ("authorization", "basic YW5uOjpzM2NyZXQ6", ":s3cret:"),
    ("Cookie", "a=b; session=p%40ss%2Fw%2Brd%209", secret), ("Cookie", #"sid="s3cret-value""#, "s3cret-value"),
    ("X-Api-Key", "k/1 23456", "k/1 23456"), ("Authorization", "Bearer abc.def", "abc.def"),
  ])
  func `of a header`(name: String, value: String, secret: String) async throws {
    let text = try await recorded(secret) { recorder in
      var request = PreparedRequest(endpoint: "", method: .get, url: "https://api.test/a")
      request.headers[HTTPField.Name(name)!] = value
      _ = try await recorder.send(request).body.collect(upTo: .max)
    }
    #expect(isAbsent(text, secret), "\(text)")
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=\"a b\"", "--a b\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n\(secret)\r\n--a b--\r\n"),
    (
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"token\": \"\(secret)\"}\r\n--b--\r\n"
    ),
    ("application/x-www-form-urlencoded", "password=p%40ss%2Fw%2Brd+9"), ("application/json", "[{\"password\": \"\(secret)\"}]"),
    ("application/x-ndjson", "{\"id\": 1}\n{\"password\": \"\(secret)\"}\n"), ("text/plain", "{\"password\": \"\(secret)\"}"),
  ])
  func `of a body`(type: String, body: String) async throws {
    let text = try await recorded { recorder in
      var request = PreparedRequest(endpoint: "", method: .post, url: "https://api.test/a", body: .bytes(Array(body.utf8)))
      request.headers[.contentType] = type
      _ = try await recorder.send(request).body.collect(upTo: .max)
    }
    #expect(isAbsent(text), "\(text)")
  }

  @Test(arguments: ["pw", "12345", "true"]) func `a short value or number is no secret`(value: String) async throws {
    let text = try await recorded(value) { recorder in
      let body = RequestBody.bytes(Array("password=\(value)".utf8))
      var request = PreparedRequest(endpoint: "", method: .post, url: "https://api.test/a", body: body)
      request.headers[.contentType] = "application/x-www-form-urlencoded"
      _ = try await recorder.send(request).body.collect(upTo: .max)
    }
    #expect(text.contains("the key \(value) is wrong") == (value != "true"))
  }
}
