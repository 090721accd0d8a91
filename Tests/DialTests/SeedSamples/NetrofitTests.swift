import Dial
import DialTesting
import Foundation
import Testing

/// The samples of Netrofit's README, one to one; those of its sections 4 to 7 stand in NetrofitBodyTests. Its section 12 (event streams,
/// and `completions` of the head) comes with streams.
///
/// A function there is a line of a spec here; the call keeps its shape.
@Suite struct NetrofitTests {
  struct User: Codable, Sendable, Hashable { var id: String, name: String }

  let ann = #"{"id":"1","name":"Ann"}"#
  private let list = #"[{"id":"1","name":"Ann"}]"#

  func sample(_ endpoints: String, _ answer: String? = nil) async throws -> Sample {
    let lines = endpoints.split(separator: "\n").map { "  \($0)\n" }.joined()
    return try await Sample("base: https://www.example.com\nendpoints:\n\(lines)", answer)
  }

  // @API @Headers(["token": "Bearer JWT_TOKEN"]) struct UsersAPI {
  //   @GET("/user") func getUser(@Query("identifier") id: String) async throws -> User
  //   @POST("/user") func createUser(email: String, password: String) async throws -> (id: String, name: String)
  //   @GET("/users/{username}/todos") func getTodos(username: String) async throws -> [Todo]
  // }
  // let resp = try await UsersAPI(provider).getUser(id: "johne")
  @Test func head() async throws {
    let api = try await Sample(
      """
      base: https://www.example.com
      headers: {token: Bearer JWT_TOKEN}
      endpoints:
        getUser: GET /user (id String as identifier)
        createUser: POST /user (email String, password String) -> (id String, name String)
        getTodos: GET /users/{username}/todos
      """, ann)
    let user: User = try await api.client.getUser(id: "johne")
    let (id, name): (String, String) = try await api.client.createUser(email: "a@b.c", password: "x")
    _ = try await api.client.getTodos(username: "johne")
    #expect(user == User(id: "1", name: "Ann") && id == "1" && name == "Ann")
    #expect(
      api.sent == [
        "GET /user?identifier=johne", #"POST /user {"email":"a@b.c","password":"x"}"#, "GET /users/johne/todos",
      ])
    #expect(api.last?.header("token") == "Bearer JWT_TOKEN")
  }

  // ### 1. @GET("/users/list") … @HEAD("/resource/{id}")
  @Test func methods() async throws {
    let api = try await sample(
      """
      listUsers: GET /users/list
      createUser: POST /users/new (_ user)
      updateUser: PUT /users/{id} (id Int, _ user)
      partialUpdateUser: PATCH /users/{id} (id Int, _ fields)
      deleteUser: DELETE /users/{id} -> Void
      options: OPTIONS /meta
      checkResource: HEAD /resource/{id}
      """, ann)
    let user = User(id: "1", name: "Ann")
    _ = try await api.client.listUsers()
    let made: User = try await api.client.createUser(user)
    let updated: User = try await api.client.updateUser(user, id: 1)
    try await api.client.partialUpdateUser(["name": "Bo"], id: 1)
    try await api.client.deleteUser(id: 1)
    _ = try await api.client["options"]()
    let headers = try await api.client.checkResource(id: 1)
    #expect(made == user && updated == user && headers[member: "content-type"].asString == "application/json")
    #expect(
      api.sent == [
        "GET /users/list", "POST /users/new \(ann)", "PUT /users/1 \(ann)", #"PATCH /users/1 {"name":"Bo"}"#, "DELETE /users/1",
        "OPTIONS /meta", "HEAD /resource/1",
      ])
  }

  // ### 2. func groupList(@Path("gid") groupId: Int), func groupList(@Path("gid", encoded: true) groupId: Int), …
  @Test func paths() async throws {
    let api = try await sample(
      """
      same: GET /group/{id}/users
      named: GET /group/{gid}/users (path.gid Int)
      renamed: GET /group/{gid}/users (path.groupId Int as gid)
      encoded: GET /group/{gid}/users (+gid)
      renamedEncoded: GET /group/{gid}/users (path.+groupId as gid)
      """)
    try await api.client.same(id: 42)
    try await api.client.named(gid: 42)
    try await api.client.renamed(groupId: 42)
    try await api.client.encoded(gid: "a%2Fb")
    try await api.client.renamedEncoded(groupId: "a%2Fb")
    #expect(
      api.sent == ["GET /group/42/users", "GET /group/42/users", "GET /group/42/users", "GET /group/a%2Fb/users", "GET /group/a%2Fb/users"])
  }

  // ### 3. func getTransactions(merchant: String), func searchUsers(filters: [String: String]), func searchUsers(@Query("q") keyword: String), …
  @Test func queries() async throws {
    let api = try await sample(
      """
      getTransactions: GET /transactions
      groupList: GET /group/{id}/users
      filtered: GET /search
      searchUsers: GET /search
      labelled: GET /search (q)
      renamed: GET /search (keyword as q)
      encoded: GET /search (+keyword)
      posted: POST /search (query.+keyword as q)
      """)
    try await api.client.getTransactions(merchant: "a b")
    try await api.client.groupList(id: 42, sort: "desc")
    try await api.client.filtered(filters: ["name": "Ann", "age": "3"])
    try await api.client.searchUsers(keyword: "x")
    try await api.client.labelled(q: "x")
    try await api.client.renamed(keyword: "x")
    try await api.client.encoded(keyword: "a%20b")
    try await api.client.posted(keyword: "a%20b")
    #expect(
      api.sent == [
        "GET /transactions?merchant=a%20b", "GET /group/42/users?sort=desc", "GET /search?age=3&name=Ann", "GET /search?keyword=x",
        "GET /search?q=x", "GET /search?q=x", "GET /search?keyword=a%20b", "POST /search?q=a%20b",
      ])
  }

  // ### 8. func updateUser(@Part(name: "photo", filename: "avatar.jpg", mimeType: "image/jpeg") photo: Data, @Part(name: "desc") description: String)
  struct UpdateUser: Request {
    static let signature = "PUT multipart /user/photo"
    @Part("photo", filename: "avatar.jpg", mimeType: "image/jpeg") var photo: Data? = nil
    @Part("desc") var description: String? = nil
  }

  @Test func parts() async throws {
    let api = try await Sample()
    try await api.client.send(UpdateUser(photo: Data("JPEG".utf8), description: "me"))
    #expect(api.last?.method == "PUT" && api.last?.target == "/user/photo")
    #expect(
      api.last?.parts == """
        --b
        Content-Disposition: form-data; name="photo"; filename="avatar.jpg"
        Content-Type: image/jpeg

        JPEG
        --b
        Content-Disposition: form-data; name="desc"

        me
        --b--

        """)
  }

  // func uploadFile(file: URL, meta: [String: String]) async throws -> UploadResponse
  @Test func upload() async throws {
    let api = try await sample("uploadFile: POST multipart /upload (file File, meta)")
    try await api.client.uploadFile(file: File(bytes: Array("x".utf8), filename: "a.txt"), meta: ["k": "v"])
    #expect(
      api.last?.parts == """
        --b
        Content-Disposition: form-data; name="file"; filename="a.txt"
        Content-Type: text/plain

        x
        --b
        Content-Disposition: form-data; name="meta"
        Content-Type: application/json

        {"k":"v"}
        --b--

        """)
  }

  /// A multipart body of two lines a part, with a boundary that is always the same. Data comes as base64, as in JSON.
  struct PlainParts: Codec {
    var mediaType: String? { "multipart/form-data; boundary=b" }
    func encode(_ value: JSON) throws -> [UInt8] {
      let parts = value.asObject?.map { part in
        "--b\r\nContent-Disposition: form-data; name=\"\(part.name)\"\r\n\r\n\(part.value.asString ?? "\(part.value)")\r\n"
      }
      return Array(((parts ?? []).joined() + "--b--\r\n").utf8)
    }
  }

  // @Multipart(encoder: MultipartEncoder(), decoder: JSONDecoder()) @POST("/upload") func uploadFile(file: URL, meta: [String: String])
  @Test func partsByTheirOwnCodec() async throws {
    let api = try await sample(#"uploadFile: {POST: "/upload (file Data, meta)", encoding: parts, decode: json}"#)
    api.client.codecs["parts"] = PlainParts()
    try await api.client.uploadFile(file: Data("x".utf8), meta: ["k": "v"])
    #expect(api.last?.header("Content-Type") == "multipart/form-data; boundary=b")
    #expect(
      api.last?.parts == """
        --b
        Content-Disposition: form-data; name="file"

        eA==
        --b
        Content-Disposition: form-data; name="meta"

        {"k":"v"}
        --b--

        """)
  }

  // ### 9. @Headers([…]) func getUser(username: String); func getUser(@Header("Authorization") token: String); func getUser(@HeaderMap headers: …)
  @Test func headers() async throws {
    let api = try await sample(
      """
      getUser: {GET: "/users/{username}", headers: {Cache-Control: max-age=640000, Accept: application/vnd.github.v3.full+json}}
      dynamic: GET /user (header.token as Authorization)
      map: GET /user (header.headers*)
      """)
    try await api.client.getUser(username: "johne")
    #expect(api.last?.header("Cache-Control") == "max-age=640000")
    #expect(api.last?.header("Accept") == "application/vnd.github.v3.full+json")
    try await api.client.dynamic(token: "t")
    #expect(api.last?.header("Authorization") == "t")
    try await api.client.map(headers: ["X-A": "1", "X-B": "2"])
    #expect(api.last?.header("X-A") == "1" && api.last?.header("X-B") == "2")
  }

  // ### 10. @ResponseKeyPath("data.list") func listUsers() async throws -> [User]
  @Test func keyPath() async throws {
    let api = try await sample("listUsers: GET /users @ data.list", #"{"data":{"list":\#(list)}}"#)
    let users: [User] = try await api.client.listUsers()
    #expect(users == [User(id: "1", name: "Ann")])
  }

  // ### 11. -> (id: String, name: String), -> (list: [(id: String, name: String)], count: Int)
  @Test func tuples() async throws {
    let api = try await sample("getUser: GET /user (id Int) -> (id String, name String)", ann)
    let (id, name): (String, String) = try await api.client.getUser(id: 7)
    #expect(id == "1" && name == "Ann" && api.sent == ["GET /user?id=7"])
    let nested = try await sample(
      "getUserList: GET /users -> (list [(id String, name String)], count Int)", #"{"list":\#(list),"count":1}"#)
    let reply = try await nested.client.getUserList()
    let users = try reply.list.tuples(String.self, String.self)
    #expect(users.count == 1 && users[0] == ("1", "Ann") && reply.count.asInt == 1)
  }

  // ### 14. interceptors for headers, logging, auth
  @Test func interceptors() async throws {
    let api = try await sample("listUsers: GET /users")
    api.client.use("auth") { request, next in
      var request = request
      request.headers[.authorization] = "Bearer t"
      return try await next(request)
    }
    try await api.client.listUsers()
    #expect(api.last?.header("Authorization") == "Bearer t")
  }
}
