import Dial
import Foundation
import Testing

/// The samples 4 to 7 of Netrofit's README: bodies in JSON and forms, and codecs of one's own for them.
extension NetrofitTests {
  // ### 4. func addItem(item: Item, @Query("notify") notify: Bool), func addItem(@Body item: Item, @Query("notify") notify: Bool)
  @Test func bodies() async throws {
    let api = try await sample(
      """
      createUser: POST /users/new (_ user)
      addMember: POST /items (item, query.notify Bool)
      addItem: POST /items (_ item, query.notify Bool)
      """)
    let user = User(id: "1", name: "Ann")
    try await api.client.createUser(user)
    try await api.client.addMember(item: user, notify: true)
    try await api.client.addItem(user, notify: true)
    #expect(
      api.sent == ["POST /users/new \(ann)", #"POST /items?notify=true {"item":\#(ann)}"#, "POST /items?notify=true \(ann)"])
  }

  // ### 5. func createUser(@Field("new_name") name: String, id: String), the same with @FormUrlEncoded
  @Test func fields() async throws {
    let api = try await sample(
      """
      createUser: POST /users/new
      renamed: POST /users/new (name as new_name, id)
      form: POST form /users/new (name as new_name, id)
      """)
    try await api.client.createUser(user: User(id: "1", name: "Ann"))
    try await api.client.createUser(name: "Ann", id: "1")
    try await api.client.renamed(name: "Ann", id: "1")
    try await api.client.form(name: "Ann", id: "1")
    #expect(
      api.sent == [
        #"POST /users/new {"user":\#(ann)}"#, #"POST /users/new {"name":"Ann","id":"1"}"#, #"POST /users/new {"new_name":"Ann","id":"1"}"#,
        "POST /users/new new_name=Ann&id=1",
      ])
  }

  /// Writes a line by Foundation's encoder, and reads by what the server calls it.
  struct Dynamic: Codec {
    var mediaType: String? { "application/json" }
    func encode(_ value: JSON) throws -> [UInt8] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try Array(encoder.encode(value) + Data("\n".utf8))
    }

    func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON {
      type?.essence == "application/json" ? try JSON(parsing: body) : .string(String(decoding: body, as: UTF8.self))
    }
  }

  // ### 6. func createUser(_ user: User); @JSON func createUser(id: String, name: String)
  // @JSON(encoder: JSONEncoder(), decoder: DynamicContentTypeDecoder()) @POST("/data") func createData(user: User) async throws -> User
  @Test func json() async throws {
    let api = try await sample(
      """
      whole: POST /users/new (_ user)
      createUser: POST json /users/new (id, name)
      createData: {POST: "/data (user) -> (target String, body String)", encoding: dynamic, decode: dynamic}
      """)
    let user = User(id: "1", name: "Ann")
    try await api.client.whole(user)
    try await api.client.createUser(id: "1", name: "Ann")
    let error = await failure { () async throws(CallError) in try await api.client.createData(user: user) }
    #expect(error.message == "unknown codec 'dynamic'")
    api.client.codecs["dynamic"] = Dynamic()
    let (target, body): (String, String) = try await api.client.createData(user: user)
    #expect(target == "/data" && body == "{\"user\":\(ann)}\n")
    #expect(api.sent == ["POST /users/new \(ann)", "POST /users/new \(ann)", "POST /data {\"user\":\(ann)}\n"])
    #expect(api.last?.header("Content-Type") == "application/json")
  }

  /// Members joined by `;`, as some servers want their forms.
  struct Semicolons: Codec {
    var mediaType: String? { "application/x-www-form-urlencoded" }
    func encode(_ value: JSON) throws -> [UInt8] {
      Array((value.data.asObject?.map { "\($0.name)=\($0.value.asString ?? "")" } ?? []).joined(separator: ";").utf8)
    }
  }

  // ### 7. @FormUrlEncoded func updateUser(@Field("first") firstName: String, @Field("last") lastName: String), func submitForm(data: FormData)
  @Test func forms() async throws {
    let api = try await sample(
      """
      updateUser: POST form /user/edit
      renamed: POST form /user/edit (firstName as first, lastName as last)
      submitForm: POST form /form (_ data)
      """)
    try await api.client.updateUser(firstName: "Ann", lastName: "A B")
    try await api.client.renamed(firstName: "Ann", lastName: "A&B")
    try await api.client.submitForm(User(id: "1", name: "Ann"))
    #expect(
      api.sent == ["POST /user/edit firstName=Ann&lastName=A+B", "POST /user/edit first=Ann&last=A%26B", "POST /form id=1&name=Ann"])
  }

  // @FormUrlEncoded(encoder: URLEncodedFormEncoder(), decoder: JSONDecoder()) @POST("/form") func submitForm(data: FormData) async throws
  @Test func formByItsOwnCodec() async throws {
    let api = try await sample(#"submitForm: {POST: "/form (data)", encoding: semicolons, decode: json}"#)
    api.client.codecs["semicolons"] = Semicolons()
    try await api.client.submitForm(data: User(id: "1", name: "Ann"))
    #expect(api.sent == ["POST /form id=1;name=Ann"])
    #expect(api.last?.header("Content-Type") == "application/x-www-form-urlencoded")
  }
}
