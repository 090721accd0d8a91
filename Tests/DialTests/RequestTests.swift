import Dial
import Foundation
import Testing

/// Typed requests: what wrappers send, and errors before anything is sent.
@Suite struct RequestTests {
  struct Everything: Request {
    static let signature = "POST form /v1/{id}/items"
    @Header("X-Token") var token: String? = nil
    @Header var accept: String
    @HeaderMap("X-Meta-") var meta: [String: String] = [:]
    @Query("tag[]") var tags: [String]? = nil
    @QueryMap var filters: [String: Int] = [:]
    @KeyQuery("all-of-it") var all = false
    @Path var id: Int
    @Cookie("sid") var session: String? = nil
    @Field("first_name") var name: String? = nil
    var plain: Int? = nil
  }

  @Test func `every wrapper has its place`() throws {
    let request = Everything(
      token: "t", accept: "text/plain", meta: ["B": "2", "A": "1"], tags: ["x", "y z"], filters: ["size": 2, "page": 1], all: true, id: 7,
      session: "s1", name: "Ann", plain: 3)
    #expect(
      try text(request) == """
        POST https://api.test/v1/7/items?tag%5B%5D=x&tag%5B%5D=y%20z&page=1&size=2&all-of-it
        X-Token: t
        accept: text/plain
        X-Meta-A: 1
        X-Meta-B: 2
        Cookie: sid=s1
        Content-Type: application/x-www-form-urlencoded
        first_name=Ann&plain=3
        """)
  }

  @Test func `what is nil is left out, and values may be set later`() throws {
    var request = Everything(accept: "*/*", id: 7)
    #expect(try text(request) == "POST https://api.test/v1/7/items\naccept: */*")
    request.name = "Bo"
    request.all = true
    #expect(
      try text(request) == """
        POST https://api.test/v1/7/items?all-of-it
        accept: */*
        Content-Type: application/x-www-form-urlencoded
        first_name=Bo
        """)
  }

  struct Member: Request {
    static let signature = "PATCH /users/{id}"
    @Path var id: Int
    @Field("first_name") var name: String? = nil
    var age: Int? = nil
  }

  @Test func `fields of a JSON request are its members`() throws {
    #expect(
      try text(Member(id: 7, name: "Ann", age: 3)) == """
        PATCH https://api.test/users/7
        Content-Type: application/json
        {"first_name":"Ann","age":3}
        """)
  }

  struct Whole: Request {
    static let signature = "PUT /users/{id}"
    @Path var id: Int
    @Body var user: [String: Int]
  }

  @Test func `a body is sent as it is`() throws {
    #expect(
      try text(Whole(id: 7, user: ["b": 1, "a": 2])) == """
        PUT https://api.test/users/7
        Content-Type: application/json
        {"a":2,"b":1}
        """)
  }

  struct Upload: Request {
    static let signature = "POST multipart /photos"
    @Part var caption: String
    @Part("photo", filename: "me.jpg", mimeType: "image/jpeg") var picture: Data? = nil
    @Field var size: Int? = nil
  }

  @Test func `parts carry their file name and type`() async throws {
    let draft = try bare.prepare(Upload(caption: "me", picture: Data("JPEG".utf8), size: 4))
    let parts = try await draft.description().parts
    #expect(
      "\(parts)" == #"[{"name":"caption","filename":null,"content_type":null,"size":2,"text":"me"},"#
        + #"{"name":"photo","filename":"me.jpg","content_type":"image/jpeg","size":4},"#
        + #"{"name":"size","filename":null,"content_type":null,"size":1,"text":"4"}]"#)
  }

  struct Declared: Request {
    static let endpoint = "upload"
    @Part(filename: "own.png", mimeType: "image/png") var photo: Data? = nil
    @Part("memo", filename: "memo.txt", mimeType: "text/plain") var note: String? = nil
  }

  @Test func `parts of declared parameters carry them too, and those of the spec win`() async throws {
    let yaml = """
      base: https://api.test
      endpoints:
        upload:
          POST: multipart /photos (photo Data, note? as memo)
          params: {photo: {filename: spec.jpg}}
      """
    let client = Client(try Spec.load(yaml: yaml), transport: Answering())
    let parts = try await client.prepare(Declared(photo: Data("PNG".utf8), note: "n")).description().parts
    #expect(
      "\(parts)" == #"[{"name":"photo","filename":"spec.jpg","content_type":"image/png","size":3},"#
        + #"{"name":"memo","filename":"memo.txt","content_type":"text/plain","size":1}]"#)
  }

  /// A wrapper of the program.
  @propertyWrapper struct Flags: RequestComponent {
    var wrappedValue: Set<String>
    var place: ArgumentPlace { .query }
    var name: String? { "flags" }
    var argument: Arguments.Value { wrappedValue.isEmpty ? nil : wrappedValue.sorted().joined(separator: "|") }
  }

  struct Flagged: Request {
    static let signature = "GET /flagged"
    @Flags var flags: Set<String> = []
  }

  @Test func `an own wrapper joins`() throws {
    #expect(try text(Flagged(flags: ["b", "a"])) == "GET https://api.test/flagged?flags=a%7Cb")
    #expect(try text(Flagged()) == "GET https://api.test/flagged")
  }

  struct Box<Value: Encodable & Sendable>: Request {
    static var signature: String { "GET /box" }
    @Query var value: Value
  }

  @Test func `a generic request has a signature for each of its types`() throws {
    #expect(try text(Box(value: 1)) == "GET https://api.test/box?value=1")
    #expect(try text(Box(value: ["a", "b"])) == "GET https://api.test/box?value=a&value=b")
  }

  struct NoPlaceholder: Request {
    static let signature = "GET /users"
    @Path var id = 1
    @Part var photo = "x"
    @QueryMap var ok: [String: Int] = [:]
    @Mapped var mapped = 3
  }

  @propertyWrapper struct Mapped: RequestComponent {
    var wrappedValue: Int
    var place: ArgumentPlace { .header }
    var form: ComponentForm { .spread }
    var argument: Arguments.Value { wrappedValue }
  }

  struct Stubborn: Request {
    static let signature = "GET /stubborn"
    enum Key: CodingKey { case inner }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      try inner.encode(1, forKey: .inner)
    }
  }

  @Test func `what has no place is refused, all at once`() throws {
    #expect(
      refusal(NoPlaceholder()) == """
        arguments: the target has no placeholder '{id}' for 'id'
        'photo' is a part, but the body of 'NoPlaceholder' is not multipart; add 'multipart' after its method
        'mapped' must be an object, because it is spread into the header
        """)
    #expect(
      refusal(Stubborn())
        == "arguments: 'Stubborn' encodes 'inner' with a nested container; encode it as a single value")
  }

  struct Wrong: Request {
    static let signature = "GET users/{id -> (id Int"
  }

  struct WrongType: Request {
    static let signature = "{POST: /x (a Sting), timeout: soon}"
  }

  @Test func `a faulty signature points into its line`() throws {
    #expect(
      refusal(Wrong()) == """
        spec: the signature of 'Wrong' is invalid:
        Wrong:1:11: error: the placeholder that starts with '{' is not closed [signature]
        GET users/{id -> (id Int
                  ^
        fix-it: insert '}': }
        """)
    #expect(
      refusal(WrongType()) == """
        spec: the signature of 'WrongType' is invalid:
        WrongType:1:14: error: unknown type 'Sting'; did you mean 'String'? [unknown-type]
        {POST: /x (a Sting), timeout: soon}
                     ^~~~~
        fix-it: replace with: String
        WrongType:1:31: error: 'soon' is not a valid duration; write a number with ms, s, m, h or d, such as 30s [duration]
        {POST: /x (a Sting), timeout: soon}
                                      ^~~~
        """)
  }

  struct Ban: Request {
    static let endpoint = "ban"
    @Header("x-reason") var why: String? = nil
    @Path var id: Int
    @Query var loud: Bool? = nil
  }

  @Test func `an endpoint of the spec says what it takes`() throws {
    let spec = "base: https://api.test\nendpoints:\n  ban: POST /users/{id}/ban (header.reason? as X-Reason, note?)\n"
    let users = try client(Answering(), yaml: spec)
    let request = try users.prepare(Ban(why: "spam", id: 7)).request
    #expect(request.url == "https://api.test/users/7/ban")
    #expect(request.headers["X-Reason"] == "spam")
    #expect(
      refusal(Ban(id: 7, loud: true), users)
        == "arguments: 'loud' is sent in the query, but 'ban' has no such parameter; available: 'reason', 'note', 'id'")
  }

  private var bare: Client { Client(base: "https://api.test", transport: Answering()) }

  private func text(_ request: some Request) throws -> String {
    let draft = try bare.prepare(request)
    var lines = ["\(draft.method.rawValue) \(draft.url)"] + draft.headers.map { "\($0.name.rawName): \($0.value)" }
    if case .bytes(let bytes) = draft.body { lines.append(String(decoding: bytes, as: UTF8.self)) }
    return lines.joined(separator: "\n")
  }

  private func refusal(_ request: some Request, _ client: Client? = nil) -> String {
    do throws(CallError) { return try (client ?? bare).prepare(request).url } catch { return "\(error.code): \(error.message)" }
  }
}
