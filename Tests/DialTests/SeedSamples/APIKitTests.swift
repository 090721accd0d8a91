import Dial
import Testing

/// The samples of the APIKit article, one to one.
@Suite struct APIKitTests {
  // @FormUrlEncoded @POST("user/edit") Call<User> updateUser(@Field("first_name") String first, @Field("last_name") String last);
  struct UpdateUser: Request {
    static let signature = "POST form user/edit"
    @Field("first_name") var first: String? = nil
    @Field("last_name") var last: String? = nil
  }

  @Test func retrofit() async throws {
    let api = try await Sample()
    try await api.client.send(UpdateUser(first: "Ann", last: "Lee"))
    // "value 应该是之后赋值的": given after it is made.
    var later = UpdateUser()
    later.last = "Lee"
    try await api.client.send(later)
    #expect(api.sent == ["POST /user/edit first_name=Ann&last_name=Lee", "POST /user/edit last_name=Lee"])
  }

  // let headers: HTTPHeaders = ["TOKEN": self.configuration.token, "Accept": "application/json"]
  // let parameters: [String : Encodable] = ["pid": self.configuration.postId, "switch": self.configuration.switchToAttention ? 1 : 0]
  struct Before: Request {
    static let signature = "POST form /edit/attention"
    @HeaderMap var headers: [String: String]
    var parameters: Parameters
    struct Parameters: Encodable { var pid: Int, `switch`: Int }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(_headers, forKey: .headers)
      try parameters.encode(to: encoder)
    }
    enum CodingKeys: CodingKey { case headers }
  }

  @Test func byHand() async throws {
    let api = try await Sample()
    try await api.client.send(Before(headers: ["TOKEN": "t", "Accept": "application/json"], parameters: .init(pid: 7, switch: 1)))
    #expect(api.sent == ["POST /edit/attention pid=7&switch=1"])
    #expect(api.last?.header("TOKEN") == "t" && api.last?.header("Accept") == "application/json")
  }

  // struct SomeRequest: Request {
  //   @Header("TOKEN") var accessToken
  //   @Field("page") var page: Int
  //   @Field("foo") var bar: String
  // }
  struct SomeRequest: Request {
    static let signature = "POST form /some"
    @Header("TOKEN") var accessToken: String? = nil
    @Field var page: Int
    @Field("foo") var bar: String? = nil
  }

  @Test func someRequest() async throws {
    let api = try await Sample()
    try await api.client.send(SomeRequest(accessToken: "t", page: 2, bar: "b"))
    #expect(api.sent == ["POST /some page=2&foo=b"] && api.last?.header("TOKEN") == "t")
  }

  // struct SomeRequest { @Query("page") var page; @Query("bar") var foo: Int? = nil }
  struct Queried: Request {
    static let signature = "GET /some"
    @Query var page: Int
    @Query("bar") var foo: Int? = nil
    @Query("ids[]") var ids: [Int]? = nil
  }

  @Test func query() async throws {
    let api = try await Sample()
    try await api.client.send(Queried(page: 1))
    try await api.client.send(Queried(page: 1, foo: 2, ids: [3, 4]))
    #expect(api.sent == ["GET /some?page=1", "GET /some?page=1&bar=2&ids%5B%5D=3&ids%5B%5D=4"])
  }

  // The table of wrappers: @Header, @HeaderDict, @Query, @QueryDict, @KeyQuery, @JSON.
  struct Wrapped: Request {
    static let signature = "POST /some"
    @Header("TOKEN") var token: String? = nil
    @HeaderMap var headers: [String: String]
    @Query("q") var query: String? = nil
    @QueryMap var queries: [String: String]
    @KeyQuery("flag") var flag: Bool = false
    @Body var json: [String: Int]
  }

  @Test func wrappers() async throws {
    let api = try await Sample()
    try await api.client.send(Wrapped(token: "t", headers: ["X-A": "1"], query: "a b", queries: ["k": "v"], flag: true, json: ["n": 1]))
    #expect(api.sent == [#"POST /some?q=a%20b&k=v&flag {"n":1}"#])
    #expect(api.last?.header("TOKEN") == "t" && api.last?.header("X-A") == "1")
  }

  // struct SetPushRequest: JSONDecodableRequest, RequestConfiguration { … let path = "v3/config/set_push"; let method = .post }
  struct SetPushRequest: Request {
    static let signature = "POST form v3/config/set_push -> (code Int, msg String?)"
    @Header("TOKEN") var accessToken: String? = nil
    @Field("push_system_msg") var pushSystemMessage: Bool? = nil
    @Field("push_reply_me") var pushReplyMe: Bool? = nil
    @Field("push_favorited") var pushFavourite: Bool? = nil

    struct Response: Codable {
      var code: Int
      var msg: String?
    }

    /// `request.perform { result in … }`
    func perform(_ client: Client) async -> Result<Response, CallError> {
      do throws(CallError) { return .success(try await client.send(self)) } catch { return .failure(error) }
    }
  }

  @Test func setPush() async throws {
    let request = SetPushRequest(accessToken: "t", pushSystemMessage: true, pushReplyMe: true, pushFavourite: false)
    let api = try await Sample(answer: #"{"code":0}"#)
    let response = try await request.perform(api.client).get()
    #expect(response.code == 0 && response.msg == nil)
    #expect(api.sent == ["POST /v3/config/set_push push_system_msg=true&push_reply_me=true&push_favorited=false"])
  }
}
