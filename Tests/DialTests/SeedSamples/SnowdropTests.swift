import Dial
import Foundation
import Testing

/// The samples of Snowdrop's README, one to one. Pinning, the storage and the label of tokens, `AccessTokenConvertible` and `onAuthRetry`
/// come with the refresh of tokens, another default decoder with codecs.
@Suite struct SnowdropTests {
  struct Post: Codable, Sendable, Hashable { var id: Int, title: String }

  private let post = #"{"id":7,"title":"Snow"}"#

  private func service(_ endpoints: String, _ answer: String, _ more: String = "") throws -> Sample {
    try Sample("base: https://my-endpoint.com\n\(more)\nendpoints:\n  \(endpoints)\n", answer)
  }

  // @GET(url: "/posts") func getAllPosts() async throws -> [Post]
  @Test func list() async throws {
    let service = try service("getAllPosts: GET /posts", "[\(post)]")
    let posts: [Post] = try await service.client.getAllPosts()
    #expect(posts == [Post(id: 7, title: "Snow")] && service.sent == ["GET /posts"])
  }

  // @GET(url: "/posts/{id}") func getPost(id: Int) async throws -> Post
  // let service = MyEndpointService(baseUrl: URL(string: "https://my-endpoint.com")!); let post = try await getPost(id: 7)
  @Test func execution() async throws {
    let service = try service("getPost: GET /posts/{id}", post)
    let found: Post = try await service.client.getPost(id: 7)
    #expect(found.title == "Snow" && service.sent == ["GET /posts/7"])
  }

  // @POST(url: "/posts") @Body("model") func addPost(model: Post) async throws -> Data
  @Test func body() async throws {
    let service = try service("addPost: POST /posts (_ model) -> bytes", "DATA")
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
    let service = Sample(base: "https://my-endpoint.com", "DATA")
    #expect(try await service.client.send(UploadImage(image: Data("JPEG".utf8))) == Data("DATA".utf8))
    let parts = try await service.client.prepare(UploadImage(image: Data("JPEG".utf8))).description().parts
    #expect("\(parts)" == #"[{"name":"avatar","filename":"filename.jpeg","content_type":"image/jpeg","size":4}]"#)
    #expect(service.last?.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
  }

  // let post = try await service.getPost(id: 7, _queryItems: [.init(key: "author", value: authorName)])
  @Test func queryItems() async throws {
    let service = try service("getPost: GET /posts/{id}", post)
    let authorName = "John Smith"
    try await service.client.call("getPost", ["id": 7], .init(query: ["author": authorName]))
    #expect(service.sent == ["GET /posts/7?author=John%20Smith"])
  }

  // @GET(url: "/posts/{id}?myStaticParam=value") func getPost(id: Int) async throws -> Post
  @Test func staticQuery() async throws {
    let service = try service("getPost: GET /posts/{id}?myStaticParam=value", post)
    try await service.client.getPost(id: 7)
    #expect(service.sent == ["GET /posts/7?myStaticParam=value"])
  }

  // If you want it to have default value equal "3", do it like: {id=3}
  @Test func defaultValue() async throws {
    let service = try service("getPost: GET /posts/{id=3}", post)
    try await service.client.getPost()
    try await service.client.getPost(id: 7)
    #expect(service.sent == ["GET /posts/3", "GET /posts/7"])
  }

  // @GET(url: "/posts") @RequiresAccessToken func getAllPosts() async throws -> [Post]
  @Test func accessToken() async throws {
    let spec = try Spec.load(
      yaml: "base: https://my-endpoint.com\nendpoints:\n  getAllPosts: {GET: /posts, auth: 'bearer ${TOKEN}'}\n  open: GET /open\n")
    let transport = Answering("[]")
    let service = Client(spec, variables: ["TOKEN": "tok-123456"], transport: transport)
    try await service.getAllPosts()
    try await service.open()
    #expect(transport.sent.map { $0.headers["Authorization"] } == ["Bearer tok-123456", nil])
  }

  // MyEndpointService.beforeSending = { request in … return request }; MyEndpointService.onResponse = { data, urlResponse in … return data }
  @Test func interceptions() async throws {
    let service = try service("getPost: GET /posts/{id}", post)
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
    #expect(service.last?.headers["User-Agent"] == "sample" && reply.headers["server"] == "seen")
  }
}
