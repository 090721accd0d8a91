import Dial
import DialTesting
import Foundation
import Testing

/// The samples of MeteorAPI's README, one to one.
@Suite struct MeteorAPITests {
  struct User: Codable, Sendable, Hashable { var id: String }

  private func api(_ answer: String = #"{"id":"123"}"#) async throws -> Sample { try await Sample(answer: answer) }

  // struct UserInfoRequest: APIRequest { typealias Response = User; let path = "/v1/user"; parameters = .urlEncoded(["id": id]) }
  struct UserInfoRequest: Request {
    static let signature = "GET /v1/user"
    typealias Response = User
    var id: String
  }

  // let user = try await apiClient.perform(UserInfoRequest(id: "123"))
  @Test func perform() async throws {
    let api = try await api()
    #expect(try await api.client.send(UserInfoRequest(id: "123")) == User(id: "123"))
    #expect(api.sent == ["GET /v1/user?id=123"])
  }

  // apiClient.send(UserInfoRequest(id: "123"), completion: { result in switch result { case .success(let user): … case .failure(let error): … } })
  @Test func callback() async throws {
    let client = try await api().client
    let result = await withCheckedContinuation { done in
      client.send(UserInfoRequest(id: "123")) { done.resume(returning: $0) }
    }
    #expect((try? result.get()) == User(id: "123"))
  }

  /// Never answers. "You can also build your own `APIClient` if the `SimpleAPIClient` is not suitable."
  struct Never: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      try await Task.sleep(for: .seconds(600))
      throw CancellationError()
    }
  }

  // "You can use the returned NetworkRequest object to get the progress of a request or cancel a request."
  @Test func progressAndCancel() async throws {
    let client = try await api().client
    let task = client.start(UserInfoRequest(id: "123"))
    var received: Int64 = 0
    for await step in task.progress { received = step.received }
    #expect(try await task.value.decode(User.self) == User(id: "123") && received == 12)
    task.cancel()
    let stopped = Client(base: "https://api.example.com", transport: Never()).start(UserInfoRequest(id: "123"))
    stopped.cancel()
    let error = await failure { () async throws(CallError) in _ = try await stopped.value }
    #expect(error.code == .cancelled)
  }

  // struct CurrentUserInfoRequest: APIRequest { typealias Response = User; let path = "/v1/user/my/base" }
  struct CurrentUserInfoRequest: Request {
    static let signature = "GET /v1/user/my/base"
    typealias Response = User
  }

  // struct UploadFileRequest: APIRequest { struct Response: Decodable { let url: URL }; parameters = .multipart([.fileURL(url: fileURL, name: "file")]) }
  struct UploadFileRequest: Request {
    static let signature = "POST multipart /v1/upload"
    struct Response: Decodable { let url: URL }
    @Part var file: File
  }

  // struct GetRequest: APIRequest { typealias Response = User; let path = "/v1/user/my/base"; let method: HTTPMethod? = .get }
  struct ByGet: Request {
    static let signature = "GET /v1/user/my/base"
    typealias Response = User
  }

  // struct SlowRequest: APIRequest { typealias Response = User; let path = "/v1/user/my/base"; let timeoutInterval: TimeInterval? = 60 }
  struct SlowRequest: Request {
    static let signature = "{GET: /v1/user/my/base, timeout: 60s}"
    typealias Response = User
  }

  @Test func requests() async throws {
    let api = try await api()
    let user = User(id: "123")
    #expect(try await api.client.send(CurrentUserInfoRequest()) == user)
    #expect(try await api.client.send(ByGet()) == user)
    #expect(try await api.client.send(SlowRequest()) == user)
    #expect(api.sent == ["GET /v1/user/my/base", "GET /v1/user/my/base", "GET /v1/user/my/base"])
    #expect(try api.client.prepare(SlowRequest()).policy.totalTimeout == .seconds(60))
  }

  @Test func uploads() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "meteor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.txt").path
    try Data("0123456789".utf8).write(to: URL(filePath: path))
    let api = try await api(#"{"url":"https://cdn.example.com/a"}"#)
    #expect(try await api.client.send(UploadFileRequest(file: File(path))).url.absoluteString == "https://cdn.example.com/a")
    // "uploading partial files"
    _ = try await api.client.send(UploadFileRequest(file: File(path, range: 2..<6)))
    #expect(
      api.last?.parts == """
        --b
        Content-Disposition: form-data; name="file"; filename="a.txt"
        Content-Type: text/plain

        2345
        --b--

        """)
  }

  // protocol GetRequest: APIRequest { }; extension GetRequest { var method: HTTPMethod? { .get } }
  protocol GetRequest: Request {
    static var path: String { get }
  }

  struct GroupedUserInfoRequest: GetRequest {
    static let path = "/v1/user"
    var id: String
  }

  struct LyricsRequest: GetRequest {
    static let path = "/lyrics"
    var song: Int
  }

  struct SongDetailRequest: GetRequest {
    static let path = "/song/{id}"
    var id: Int
  }

  @Test func groupedByAProtocol() async throws {
    let api = try await api()
    try await api.client.send(GroupedUserInfoRequest(id: "123"))
    try await api.client.send(LyricsRequest(song: 1))
    try await api.client.send(SongDetailRequest(id: 2))
    #expect(api.sent == ["GET /v1/user?id=123", "GET /lyrics?song=1", "GET /song/2"])
  }

  // var mock: Result<Response, Error>? { get }
  struct MockedRequest: Request {
    static let endpoint = "user"
    typealias Response = User
    var id: String
  }

  @Test func mocks() async throws {
    let spec = try Spec.load(
      yaml: "base: https://api.example.com\nendpoints:\n  user: {GET: \"/v1/user (id)\", mock: {json: {id: \"9\"}}}\n")
    let (fake, log) = Client.recording(spec)
    #expect(try await fake.send(MockedRequest(id: "123")) == User(id: "9"))
    #expect(log.requests.map(\.url) == ["https://api.example.com/v1/user?id=123"])
  }
}

extension MeteorAPITests.GetRequest {
  static var signature: String { "GET \(path)" }
}
