import Dial
import Foundation
import Testing

// The rules of arguments, one by one: what a value may be, in a method-like call and in a dictionary.

struct Instant: Codable, Sendable { var seconds = 0.0 }
struct Point: Codable, Sendable { var x = 0, y = 0 }
enum Order: String, Codable, Sendable { case asc, desc }

func methodArguments(_ users: Client, ann: JSON, at moment: Instant, nick: String?) async throws(CallError) {
  let number = 7, point: Point? = Point(), order = Order.asc, tags = ["a", "b"], flags = ["a": true], body: [UInt8] = [1]
  try await users.getUser(id: number)
  try await users.getUser(id: nil)
  try await users.getUser(id: .null)
  try await users.getUser(nick: nick, at: moment, point: point, where: Point(), order: order, order2: Order.desc)
  try await users.getUser(tags: tags, flags: flags, body: body, more: number + 1, text: "n\(number)", half: 0.5, on: true, neg: -1)
  try await users.getUser(photo: .file("a.jpg", range: 0..<10), desc: nick)
  try await users.getUser(photo: .file("a.jpg"))
  try await users.getUser(id: ann, name: ann.name, first: ann["profile.emails[0]"], digits: ann.asInt)
  try await users.getUser(["a": 1, "b": ["x", true, nil]])
  try await users.getUser(id: 7, filter: ["a": 1, "b": ["x", true, nil]], list: [1, "two", nil, [3.5]])
  try await users.getUser(id: number, filter: ["a": 1, "b": "x"] as JSON)
  try await users.getUser(list: [], map: [:] as JSON)
  try await users.replace(ann, id: 7)
  try await users.replace(point)
  try await users.ping()
  try await users.getUser(since: Date(), raw: Data([1]), price: Decimal(1), home: URL(string: "https://a.test"), id: UUID(), all: [Date()])
  let choice: (any Encodable & Sendable)? = nil
  try await users.getUser(id: choice, either: nick == nil ? "a" : "b", fallback: nick ?? "x")
}

func dictionaryArguments(_ users: Client, ann: JSON, at moment: Instant, nick: String?) async throws(CallError) {
  let number = 7, point: Point? = Point()
  try await users.call("getUser")
  try await users.call("getUser", [:])
  try await users.call("getUser", ["id": 7])
  try await users.call("getUser", ["id": number, "nick": nick, "at": moment, "point": point, "x": nil, "y": .null, "ann": ann.name])
  try await users.call("chat", ["model": "m", "messages": [["role": "user", "content": "hi"]]])
  try await users.call("chat", ["model": "m", "stream": true, "messages": [["role": "user", "n": 1, "x": nil], "text"]])
  try await users.call("chat", ["model": nick, "messages": [["role": "user", "n": 1]] as JSON])
  try await users.call("photo", ["photo": .file("a.jpg", range: 0..<1_048_576)])
  try await users.call("photo", ["photo": .file("a.jpg"), "desc": nick, "n": number])
  let texts = ["id": "7"], values: [String: JSON] = ["id": 7], mixed: [String: any Encodable & Sendable] = ["id": 7]
  let ready: Arguments = ["id": number, "nick": nick]
  try await users.call("getUser", texts)
  try await users.call("getUser", values)
  try await users.call("getUser", mixed)
  try await users.call("getUser", ready)
  let numbers = ["id": 7], optional: [String: Int?] = ["id": nil], points = ["p": Point()], nested = ["m": [["role": "user"]]]
  try await users.call("getUser", numbers)
  try await users.call("getUser", optional)
  try await users.call("getUser", points)
  try await users.call("getUser", nested)
  _ = try users.prepare("chat", ["model": "m", "messages": [["role": "user", "n": 1]]])
  _ = users.start("chat", numbers)
}

func literals() -> [JSON] {
  [
    nil ?? .null, true, 1, -1, 1.5, "text", [1, "two", nil, [true]], ["a": 1, "b": ["x", true, nil], "c": [:], "d": []],
    ["nested": ["deep": ["deeper": [1, 2, ["x": nil]]]]], .null,
  ]
}

@Test func `every kind of argument compiles`() {
  let lines: [Any] = [methodArguments, dictionaryArguments, literals]
  #expect(lines.count == 3)
  #expect(literals().count == 10)
}

/// Returns the body that a call of an open endpoint would send.
private func sent(_ draft: Draft) throws -> String {
  guard case .bytes(let bytes) = draft.body else { return "none" }
  return String(decoding: bytes, as: UTF8.self)
}

private func client() throws -> Client {
  Client(try Spec.load(yaml: "base: https://a.test\nendpoints: {f: POST /f}"), transport: Silent())
}

private struct Silent: Transport {
  func send(_ request: PreparedRequest) async throws -> Response {
    guard case .bytes(let bytes) = request.body else { return Response(status: .ok) }
    return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(bytes))
  }
}

@Test func `values arrive as what they are, and nil as absent`() async throws {
  let users = try client(), moment = Instant()
  let nick: String? = nil, point: Point? = Point(), nested: String?? = .some(nil)
  let method = try await users.f(
    id: 7, at: moment, none: nil, nick: nick, null: .null, point: point, nested: nested, tags: ["a"], list: [] as JSON)
  #expect(
    JSONWriter.text(method)
      == #"{"id":7,"at":{"seconds":0.0},"null":null,"point":{"x":0,"y":0},"tags":["a"],"list":[]}"#)
  let call = try users.prepare("f", ["nick": nick, "id": 7, "none": nil, "null": .null, "point": point])
  #expect(try sent(call) == #"{"id":7,"null":null,"point":{"x":0,"y":0}}"#)
}

@Test func `a literal keeps its order, and a name given twice is an error of the call`() async throws {
  let users = try client(), number = 7
  #expect(try sent(users.prepare("f", ["b": 1, "a": "x"])) == #"{"b":1,"a":"x"}"#)
  #expect(try sent(users.prepare("f", ["b": number, "a": nil, "0": "x"])) == #"{"b":7,"0":"x"}"#)
  #expect(JSONWriter.text(try await users.call("f", ["b": 1, "a": 2]).value) == #"{"b":1,"a":2}"#)
  #expect(throws: CallError.self) { try users.prepare("f", ["a": 1, "a": 2]) }
}

@Test func `literals choose the right overload`() async throws {
  let users = try client(), texts = ["id": "7"], mixed: [String: any Encodable & Sendable] = ["id": 7]
  #expect(try sent(users.prepare("f", ["a": 1, "b": ["x", true, nil]])) == #"{"a":1,"b":["x",true,null]}"#)
  #expect(JSONWriter.text(try await users.f(a: 1, b: ["x", true, nil], c: nil)) == #"{"a":1,"b":["x",true,null]}"#)
  #expect(JSONWriter.text(try await users.f(a: 1, b: ["x", "y"])) == #"{"a":1,"b":["x","y"]}"#)
  #expect(JSONWriter.text(try await users.f(["a": 1, "b": ["x", true, nil]])) == #"{"a":1,"b":["x",true,null]}"#)
  #expect(try sent(users.prepare("f", texts)) == #"{"id":"7"}"#)
  #expect(try sent(users.prepare("f", mixed)) == #"{"id":7}"#)
  #expect(try sent(users.prepare("f", [:])) == "none")
}
