import Dial
import Foundation
import Testing

/// The samples of Snowdrop's README, one to one. Pinning, the storage and the label of tokens, `AccessTokenConvertible` and `onAuthRetry`
/// come with the refresh of tokens.
@Suite struct SnowdropTests {
  struct Post: Codable, Sendable, Hashable { var id: Int, title: String }

  private let post = #"{"id":7,"title":"Snow"}"#

  private func service(_ endpoint: String, _ answer: String) async throws -> Sample {
    try await Sample("base: https://my-endpoint.com\nendpoints:\n  \(endpoint)\n", answer)
  }

  // @GET(url: "/posts") func getAllPosts() async throws -> [Post]
  @Test func list() async throws {
    let service = try await service("getAllPosts: GET /posts", "[\(post)]")
    let posts: [Post] = try await service.client.getAllPosts()
    #expect(posts == [Post(id: 7, title: "Snow")] && service.sent == ["GET /posts"])
  }

  // @GET(url: "/posts/{id}") func getPost(id: Int) async throws -> Post
  // let service = MyEndpointService(baseUrl: URL(string: "https://my-endpoint.com")!); let post = try await getPost(id: 7)
  @Test func execution() async throws {
    let service = try await service("getPost: GET /posts/{id}", post)
    let found: Post = try await service.client.getPost(id: 7)
    #expect(found.title == "Snow" && service.sent == ["GET /posts/7"])
  }

  /// Reads JSON and undoes the envelope that every answer of this service has.
  struct Opened: Codec {
    func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON { try JSON(parsing: body).data }
  }

  // "If you need to change default json decoder, you can set your own decoder to Snowdrop.Config.defaultJSONDecoder."
  @Test func defaultDecoder() async throws {
    let service = try await service("getPost: GET /posts/{id}", #"{"data":\#(post)}"#)
    let error = await failure { () async throws(CallError) in
      let _: Post = try await service.client.getPost(id: 7)
    }
    #expect(error.code == .decoding)
    service.client.codecs["application/json"] = Opened()
    let found: Post = try await service.client.getPost(id: 7)
    #expect(found == Post(id: 7, title: "Snow"))
  }

  // @POST(url: "/posts") @Body("model") func addPost(model: Post) async throws -> Data
  @Test func body() async throws {
    let service = try await service("addPost: POST /posts (_ model) -> bytes", "DATA")
    let data: Data = try await service.client.addPost(Post(id: 7, title: "Snow"))
    #expect(data == Data("DATA".utf8) && service.sent == ["POST /posts \(post)"])
  }

  // @FileUpload @Body("image") @POST(url: "/uploadAvatar/") func uploadImage(_ image: UIImage) async throws -> Data
  // let payload = PayloadDescription(name: "avatar", fileName: "filename.jpeg", mimeType: "image/jpeg")
  struct UploadImage: Request {
    static let signature = "POST multipart /uploadAvatar/ -> bytes"
    @Part("avatar", filename: "filename.jpeg", mimeType: "image/jpeg") var image: Data? = nil
    typealias Response = Data
  }

  @Test func fileUpload() async throws {
    let service = try await Sample(answer: "DATA")
    #expect(try await service.client.send(UploadImage(image: Data("JPEG".utf8))) == Data("DATA".utf8))
    #expect(
      service.last?.parts == """
        --b
        Content-Disposition: form-data; name="avatar"; filename="filename.jpeg"
        Content-Type: image/jpeg

        JPEG
        --b--

        """)
    #expect(service.last?.header("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
  }

  // let post = try await service.getPost(id: 7, _queryItems: [.init(key: "author", value: authorName)])
  @Test func queryItems() async throws {
    let service = try await service("getPost: GET /posts/{id}", post)
    let authorName = "John Smith"
    try await service.client.call("getPost", ["id": 7], .init(query: ["author": authorName]))
    #expect(service.sent == ["GET /posts/7?author=John%20Smith"])
  }

  // @GET(url: "/posts/{id}?myStaticParam=value") func getPost(id: Int) async throws -> Post
  @Test func staticQuery() async throws {
    let service = try await service("getPost: GET /posts/{id}?myStaticParam=value", post)
    try await service.client.getPost(id: 7)
    #expect(service.sent == ["GET /posts/7?myStaticParam=value"])
  }

  // If you want it to have default value equal "3", do it like: {id=3}
  @Test func defaultValue() async throws {
    let service = try await service("getPost: GET /posts/{id=3}", post)
    try await service.client.getPost()
    try await service.client.getPost(id: 7)
    #expect(service.sent == ["GET /posts/3", "GET /posts/7"])
  }

  // @GET(url: "/posts") @RequiresAccessToken func getAllPosts() async throws -> [Post]
  @Test func accessToken() async throws {
    let service = try await Sample(
      """
      base: https://my-endpoint.com
      endpoints:
        getAllPosts: {GET: /posts, auth: 'bearer ${TOKEN}'}
        open: GET /open
      """, "[]", variables: ["TOKEN": "tok-123456"])
    try await service.client.getAllPosts()
    #expect(service.last?.header("Authorization") == "Bearer tok-123456")
    try await service.client.open()
    #expect(service.last?.target == "/open" && service.last?.header("Authorization") == nil)
  }

  // MyEndpointService.beforeSending = { request in … return request }; MyEndpointService.onResponse = { data, urlResponse in … return data }
  @Test func interceptions() async throws {
    let service = try await service("getPost: GET /posts/{id}", post)
    service.client.use("beforeSending") { request, next in
      var request = request
      request.headers[.userAgent] = "sample"
      return try await next(request)
    }
    service.client.use("onResponse") { request, next in
      var response = try await next(request)
      response.headers[.server] = "seen"
      return response
    }
    let reply = try await service.client.call("getPost", ["id": 7])
    #expect(service.last?.header("User-Agent") == "sample" && reply.headers["server"] == "seen")
  }
}
