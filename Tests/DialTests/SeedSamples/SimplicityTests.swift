import Dial
import Foundation
import Testing

/// The samples of Simplicity's README, one to one. Cache policies, the cache by hand and `CacheMiddleware` come with the cache.
@Suite struct SimplicityTests {
  // struct LoginRequest: Request { struct Body …; struct Success …; struct Failure …; static var operationID: String { "login" } … var body: Body }
  struct LoginRequest: Request {
    static let endpoint = "login"
    static let signature = "POST /login"
    struct Credentials: Encodable, Sendable { var username: String, password: String }
    struct Response: Decodable { var token: String }
    struct Failure: Decodable { var error: String }
    @Body var body: Credentials
  }

  // let response = try await client.send(LoginRequest(body: .init(username: "user", password: "pass")))
  // if response.status.kind == .successful { response.decodeSuccessBody().token } else { response.decodeFailureBody().error }
  @Test func login() async throws {
    let request = LoginRequest(body: .init(username: "user", password: "pass"))
    let good = try await Sample(answer: #"{"token":"t"}"#)
    let response = try await good.client.reply(to: request)
    #expect(try response.status.kind == .successful && response.success().token == "t")
    #expect(good.sent == [#"POST /login {"username":"user","password":"pass"}"#])
    let bad = try await Sample(answer: #"{"error":"no"}"#, status: 401).client.reply(to: request)
    #expect(try bad.status.kind != .successful && bad.failure().error == "no")
  }

  // struct GetProfileRequest: Request { typealias RequestBody = Never? … var path: String { "/user/profile" } }
  struct GetProfileRequest: Request {
    static let signature = "GET /user/profile"
    struct Response: Decodable { var name: String }
  }

  @Test func withoutABody() async throws {
    let api = try await Sample(answer: #"{"name":"Ann"}"#)
    #expect(try await api.client.send(GetProfileRequest()).name == "Ann")
    #expect(api.sent == ["GET /user/profile"])
  }

  // struct AuthMiddleware: Middleware { … req.httpRequest.headerFields[.authorization] = "Bearer \(tokenProvider())" … }
  // struct LoggingMiddleware: Middleware { print("Request: …"); let response = try await next(request); print("Response: …") }
  @Test func middlewares() async throws {
    let api = try await Sample(answer: #"{"name":"Ann"}"#)
    let token = "t"
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    api.client.use("auth") { request, next in
      var request = request
      request.headers[.authorization] = "Bearer \(token)"
      return try await next(request)
    }
    api.client.use("log") { request, next in
      line.yield("Request: \(request.method) \(request.url)")
      let response = try await next(request)
      line.yield("Response: \(response.status.code)")
      return response
    }
    _ = try await api.client.send(GetProfileRequest())
    line.finish()
    var said: [String] = []
    for await line in lines { said.append(line) }
    #expect(said.map { $0.replacing(/http:..127.0.0.1:\d+/, with: "") } == ["Request: GET /user/profile", "Response: 200"])
    #expect(api.last?.header("Authorization") == "Bearer t")
  }

  // struct UploadAvatarRequest: UploadRequest { … var headerFields: HTTPFields { [.contentType: "image/jpeg"] }; let imageData: Data }
  // try await client.upload(UploadAvatarRequest(imageData: imageData), timeout: .seconds(60))
  struct UploadAvatarRequest: Request {
    static let signature = "{POST: /user/avatar, headers: {Content-Type: image/jpeg}}"
    @Body var imageData: Data
  }

  @Test func upload() async throws {
    let api = try await Sample()
    let request = UploadAvatarRequest(imageData: Data("JPEG".utf8))
    try await api.client.send(request, .init(timeout: .seconds(60)))
    #expect(api.sent == ["POST /user/avatar JPEG"] && api.last?.header("Content-Type") == "image/jpeg")
    #expect(try api.client.prepare(request, .init(timeout: .seconds(60))).policy.totalTimeout == .seconds(60))
  }

  // struct FormLoginRequest: Request { … func encodeBody() throws -> Data? { try URLFormEncoder().encode(body) } }
  struct FormLoginRequest: Request {
    static let signature = "POST form /login"
    struct Credentials: Encodable, Sendable { var username: String, password: String }
    @Body var body: Credentials
  }

  @Test func formLogin() async throws {
    let api = try await Sample()
    try await api.client.send(FormLoginRequest(body: .init(username: "a b", password: "p&q")))
    #expect(api.sent == ["POST /login username=a+b&password=p%26q"])
  }

  // let data = try URLFormEncoder().encode(MyFormData(field1: "value1", field2: "value2"))
  struct MyFormData: Request {
    static let signature = "POST form /"
    var field1: String, field2: String
  }

  @Test func formByItself() async throws {
    let draft = try await Sample().client.prepare(MyFormData(field1: "value1", field2: "value2"))
    guard case .bytes(let data) = draft.body else { return #expect(Bool(false), "a form is bytes") }
    #expect(String(decoding: data, as: UTF8.self) == "field1=value1&field2=value2")
  }

  // [.text(name: "description", value: "Profile photo"), .file(name: "avatar", filename: "photo.jpg", data: imageData, mimeType: "image/jpeg")]
  struct Profile: Request {
    static let signature = "POST multipart /profile"
    @Part var description: String
    @Part("avatar", filename: "photo.jpg", mimeType: "image/jpeg") var data: Data? = nil
  }

  @Test func parts() async throws {
    let api = try await Sample()
    try await api.client.send(Profile(description: "Profile photo", data: Data("JPEG".utf8)))
    #expect(
      api.last?.parts == """
        --b
        Content-Disposition: form-data; name="description"

        Profile photo
        --b
        Content-Disposition: form-data; name="avatar"; filename="photo.jpg"
        Content-Type: image/jpeg

        JPEG
        --b--

        """)
  }
}
