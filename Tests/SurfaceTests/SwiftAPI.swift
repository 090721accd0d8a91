// swift-format-ignore-file: its lines stand as the document has them

import Dial
import DialTesting
import Testing

// Every line of the Swift surface, as its document has it. Statements that only name a value are written `_ = value`.

struct User: Codable, Sendable { var id = 0, name = "" }
struct APIError: Codable, Sendable { var code = "", message = "" }
struct GetUser: Codable, Sendable { var id: Int }
struct KeychainStore: TokenStore {
  func token(for key: TokenKey) async throws -> Token? { nil }
  func set(_ token: Token, for key: TokenKey) async throws {}
  func remove(_ key: TokenKey) async throws {}
}
struct MyCodec: Codec {}

struct SetPush: Request {
  static let endpoint = "setPush"
  @Header("TOKEN") var token: String? = nil
  @Field("push_reply_me") var replyMe: Bool? = nil
  struct Response: Decodable { var code: Int }
}

func opening() throws -> Client {
  let spec = try Spec.load("specs/users.yaml")
  let users = Client(spec, variables: .environment)
  return users
}

func callByName(_ users: Client) async throws(CallError) {
  let reply = try await users.call("getUser", ["id": 7])
  _ = reply.status; _ = reply.status.kind; _ = reply.headers["etag"]; _ = reply.url; _ = reply.value
}

func callAsMethod(_ users: Client) async throws(CallError) {
  let ann = try await users.getUser(id: 7)
  let (id, name): (Int, String) = try await users.create(email: "a@b.c", password: "x")
  let all: [User] = try await users.listUsers(page: 2)
  try await users.replace(ann, id: 7)
  try await users.admin.ban(id: 7)
  try await users["send"](id: 7)
  _ = (ann as JSON, id, name, all)
}

func genericValues(_ ann: JSON, _ list: JSON) throws(JSONError) {
  _ = ann.name; _ = ann["profile.emails[0]"]; _ = ann[0]; _ = ann["data.list[*].name"]
  _ = ann[member: "content-type"]
  let one = try ann.tuple(Int.self, String.self)
  let many = try list.tuples(Int.self, String.self)
  let user = try ann.decode(User.self)
  _ = ann.asInt; _ = ann.asString; _ = ann.asDouble; _ = ann.asDecimal; _ = ann.asBool; _ = ann.asArray; _ = ann.asObject; _ = ann.isNull
  _ = (one as (Int, String), many as [(Int, String)], user)
}

func requestsAreValues(_ users: Client) async throws(CallError) {
  let draft = try users.prepare("getUser", ["id": 7])
  _ = draft.method; _ = draft.url; _ = draft.headers; _ = draft.body; _ = draft.curl()
  let reply2 = try await draft.send()
  _ = reply2
}

func optionsOfOneCall(_ users: Client) async throws(CallError) {
  try await users.call(
    "search", ["q": "x"],
    .init(
      timeout: .seconds(5), headers: ["X-Trace": "1"],
      query: ["debug": true], cache: .reload, accept: .any))
}

func manyReplies(_ users: Client) async throws(CallError) {
  for try await json in users.stream("chat", ["model": "m", "messages": [["role": "user", "content": "hi"]]]) { _ = json.asString }
  for try await event in users.events("chat", ["model": "m"]) { _ = event.data }
  for try await page in users.pages("listIssues") { _ = page.value }
  for try await issue in users.items("listIssues", ["state": "open"]) { _ = issue.title }
  let done = try await users.poll("job", ["id": 1])
  let socket = try await users.connect("live", ["id": 1]); try await socket.send("hi"); for try await m in socket { _ = m }
  _ = done
}

func callInFlight(_ users: Client) async throws(CallError) {
  let task = users.start("photo", ["photo": .file("a.jpg", range: 0..<1_048_576)])
  for await p in task.progress { _ = p.sent; _ = p.received; _ = p.total }
  task.cancel(); _ = try await task.value; users.cancelAll()
  users.call("getUser", ["id": 7]) { result in _ = try? result.get().value }
}

func typedCalls(_ users: Client) async throws {
  let getUser = try users.endpoint("getUser", taking: GetUser.self, returning: User.self, failing: APIError.self)
  let user = try await getUser(GetUser(id: 7))
  let set = try await users.send(SetPush(token: "t", replyMe: true))
  _ = (user.name, set.code)
}

func aroundEveryCall(_ users: Client, _ value: JSON) async throws {
  users.use("log") { request, next in
    let reply = try await next(request); return reply
  }
  users.tokens = KeychainStore()
  users.renew("session") { old in Token("new", refresh: old?.refresh, lifetime: .seconds(3600)) }
  users.codecs["plist"] = MyCodec()
  try await users.cache.set(value, for: "subs", ["id": 1]); _ = try await users.cache.get("subs", ["id": 1])
  try await users.cache.remove("subs", ["id": 1]); await users.cache.clear()
  users.on { event in _ = event }
}

func testsOfUserCode(_ spec: Spec) {
  let (fake, log) = Client.recording(spec)
  _ = (fake, log.requests)
}

@Test func `every line of the surface compiles`() {
  let lines: [Any] = [
    opening, callByName, callAsMethod, genericValues, requestsAreValues, optionsOfOneCall, manyReplies, callInFlight, typedCalls,
    aroundEveryCall, testsOfUserCode,
  ]
  #expect(lines.count == 11)
}
