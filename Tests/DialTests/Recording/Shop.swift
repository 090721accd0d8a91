import Dial
import DialTesting

/// A service with an example of everything that a recording can contain.
enum Shop {
  static let yaml = """
    service: shop
    base: https://api.test/v1
    retry: none
    auth: bearer ${TOKEN}
    endpoints:
      item: GET /items/{id} (q?, code?) -> JSON
      old: GET /old -> JSON
      login: POST form /login (user, password) -> JSON
      order: POST /orders (item Int, note?) -> JSON
      upload: POST multipart /files (note?, scan File) -> Void
      photo: GET /photo -> bytes
      store: PUT bytes /store (_ data Data) -> Void
      broken: GET /broken -> text
      down: GET /down -> text
      feed: GET /feed -> text
    """

  static let token = "tok-0123456789"

  static func client(_ transport: any Transport, token: String = token) throws -> Client {
    Client(try Spec.load(yaml: yaml, name: "shop.yaml"), variables: ["TOKEN": token], transport: transport)
  }

  /// Responds with everything it was sent.
  static let server = Reading { request in
    let url = request.url
    var response: Response
    switch url.split(separator: "?")[0].split(separator: "/", maxSplits: 3).last {
    case "items/7":
      response = .answer("application/json", #"{"id": 7,"sent":"Bearer tok-0123456789", "author":"Ann"}"#, [("ETag", "\"1\"")])
    case "old": response = .answer(nil, "moved", status: 302, [("Location", "/v1/items/7?code=a&access_token=xyz")])
    case "login":
      let cookies = [("Set-Cookie", "sid=s3cr3t-cookie; Path=/; HttpOnly")]
      response = .answer(
        "application/json", #"{"access_token": "at-987654", "user": {"name": "Ann", "apiKey": "k-1"}, "tokens": 3}"#, cookies)
    case "orders": response = .answer("application/problem+json", #"{"message":"sold out"}"#, status: 409)
    case "files": response = .answer(nil, "", status: 204)
    case "photo": response = Response(status: .ok, headers: [.contentType: "image/png"], body: .init([0x89, 0x50, 0xFF, 0x00]))
    case "store": response = .answer(nil, "", status: 204)
    case "broken":
      response = .answer("text/plain", "")
      response.body = ResponseBody(Pieces(texts: ["half of "], error: TransportError(.truncated, "the answer ended too early")))
    case "feed":
      response = .answer("text/event-stream", "")
      response.body = ResponseBody(Pieces(texts: ["data: 1\n\n", "data: 2\n\n"]))
    default: throw TransportError(.connect, "connection refused")
    }
    response.url = url
    return response
  }

  /// Reads a request before it responds, as the network does.
  struct Reading: Transport {
    let answer: @Sendable (PreparedRequest) throws -> Response

    func send(_ request: PreparedRequest) async throws -> Response {
      if case .stream(_, _, let pieces) = request.body { _ = try await pieces.collect(upTo: .max) }
      return try answer(request)
    }
  }

  /// Returns the value of each call as text, or the code and message of its error.
  static func run(_ client: Client) async -> [String] {
    var given: [String] = []
    func note(_ call: () async throws(CallError) -> JSON) async {
      do throws(CallError) {
        given.append(JSONWriter.text(try await call()))
      } catch {
        given.append("\(error.code): \(error.message)")
      }
    }
    await note { () throws(CallError) in try await client.item(id: 7, q: "a b") }
    await note { () throws(CallError) in try await client.old() }
    await note { () throws(CallError) in try await client.login(user: "ann", password: "hunter22") }
    await note { () throws(CallError) in try await client.order(item: 1, note: "quick") }
    await note { () throws(CallError) in
      try await client.upload(note: "it's \"new\"", scan: File(bytes: [0xFF, 0xD8, 0x0D, 0x0A], filename: "a.jpg"))
    }
    await note { () throws(CallError) in try await client.photo() }
    await note { () throws(CallError) in try await client.call("store", ["_": JSON.string("AP8=")]).value }
    await note { () throws(CallError) in try await client.broken() }
    await note { () throws(CallError) in try await client.down() }
    await note { () throws(CallError) in try await client.feed() }
    return given
  }
}
