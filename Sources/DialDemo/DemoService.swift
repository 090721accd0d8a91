package import DialHTTP
import DialJSON
import DialModel
import DialTesting
import Synchronization

/// The service of the demo: users and posts in memory, and endpoints that show the request.
package final class DemoService: Sendable {
  package static let token = "demo-7f3a9c"

  private struct State {
    var users: [JSON] = [
      ["id": 1, "name": "Bob", "email": "bob@example.com", "tags": []],
      ["id": 7, "name": "Ann", "email": "ann@example.com", "tags": ["admin", "staff"]],
      ["id": 8, "name": "Cy", "email": "cy@example.com", "tags": ["staff"]],
      ["id": 11, "name": "Dora", "email": "dora@example.com", "tags": []],
    ]
    var files: [String: [UInt8]] = [:]
    var arrived: [String] = []
  }

  private let state = Mutex(State())
  private static let posts: [JSON] = [
    ["id": 1, "user": 7, "title": "Hello"], ["id": 2, "user": 7, "title": "Specs, not code"],
    ["id": 3, "user": 1, "title": "Dial tones"], ["id": 4, "user": 8, "title": "Why I dial"],
  ]

  package init() {}

  package func takeArrived() -> [String] {
    state.withLock { state in
      defer { state.arrived = [] }
      return state.arrived
    }
  }

  package func answer(_ request: LoopbackRequest) async -> LoopbackResponse {
    let (encoded, items) = MockRouter.split(request.target)
    let (path, query) = (PercentEncoding.decode(encoded), Self.pairs(items))
    state.withLock { $0.arrived.append("\(request.method) \(request.target)") }
    let segments = path.split(separator: "/").map(String.init)
    switch (request.method, segments.first ?? "", segments.count) {
    case ("GET", "users", 1): return users(query)
    case ("POST", "users", 1): return add(request.body)
    case ("GET", "users", 2): return user(Int(segments[1]))
    case ("POST", "login", 1): return login(Self.pairs(String(decoding: request.body, as: UTF8.self)))
    case ("GET", "me", 1):
      let isKnown = request.header("Authorization") == "Bearer \(Self.token)"
      return isKnown ? user(7) : Self.refused(401, "unauthorized", "missing or invalid token; call 'login' to get one")
    case ("GET", "posts", 1): return Self.posts(of: query["user"])
    case ("GET", "search", 1): return Self.search(query)
    case (_, "echo", 1): return Self.echo(request)
    case ("GET", "status", 2): return Self.status(segments[1])
    case ("PUT", "files", 2): return keep(segments[1], request.body)
    case ("GET", "files", 2): return file(segments[1])
    case ("POST", "chat", 1): return Self.chat()
    default: return Self.refused(404, "not_found", "\(request.method) \(path) does not exist")
    }
  }
}

extension DemoService {
  private func users(_ query: [String: String]) -> LoopbackResponse {
    let size = max(1, query["size"].flatMap { Int($0) } ?? 3)
    let page = max(1, query["page"].flatMap { Int($0) } ?? 1)
    let all = state.withLock { $0.users }.filter { Self.contains(query["q"] ?? "", $0.name) }
    let shown = all.dropFirst(min(page - 1, 1_000_000) * min(size, 1000)).prefix(size)
    return Self.json(["users": .array(Array(shown)), "total": JSON(all.count)])
  }

  private func user(_ id: Int?) -> LoopbackResponse {
    guard let found = state.withLock({ $0.users.first { $0.id.asInt == id } }) else {
      return Self.refused(404, "no_such_user", id.map { "user \($0) does not exist" } ?? "the id must be an integer")
    }
    return Self.json(found)
  }

  private func add(_ body: [UInt8]) -> LoopbackResponse {
    guard let json = try? JSON(parsing: body), json.name.asString != nil, json.email.asString != nil else {
      return Self.refused(422, "invalid", "name and email are required")
    }
    let tags = (json.tags.asArray ?? []).filter { $0.asString != nil }
    let user = state.withLock { state in
      let id = (state.users.compactMap(\.id.asInt).max() ?? 0) + 1
      let user: JSON = ["id": JSON(id), "name": json.name, "email": json.email, "tags": .array(tags)]
      state.users.append(user)
      return user
    }
    return Self.json(user, status: 201)
  }

  private func login(_ form: [String: String]) -> LoopbackResponse {
    guard form["user"]?.isEmpty == false, form["password"]?.isEmpty == false else {
      return Self.refused(401, "unauthorized", "user and password are required")
    }
    return Self.json(["token": .string(Self.token)])
  }

  private func keep(_ name: String, _ body: [UInt8]) -> LoopbackResponse {
    state.withLock { $0.files[name] = body }
    return Self.json(["name": .string(name), "size": JSON(body.count)], status: 201)
  }

  private func file(_ name: String) -> LoopbackResponse {
    guard let bytes = state.withLock({ $0.files[name] }) else { return Self.refused(404, "no_such_file", "file '\(name)' does not exist") }
    return LoopbackResponse(headers: [("Content-Type", "application/octet-stream")], body: bytes)
  }
}

extension DemoService {
  static func json(_ value: JSON, status: Int = 200) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: [("Content-Type", "application/json")], body: JSONWriter.bytes(value))
  }

  static func refused(_ status: Int, _ code: String, _ message: String) -> LoopbackResponse {
    json(["code": .string(code), "message": .string(message)], status: status)
  }

  static func posts(of user: String?) -> LoopbackResponse {
    json(["posts": .array(posts.filter { user == nil || user == JSONWriter.text($0.user) })])
  }

  /// Whether a text contains a word, in any case.
  private static func contains(_ word: String, _ text: JSON) -> Bool {
    word.isEmpty || text.asString?.lowercased().contains(word.lowercased()) == true
  }

  static func status(_ text: String) -> LoopbackResponse {
    guard let code = Int(text), (200...599).contains(code) else { return refused(400, "invalid", "expected a status from 200 to 599") }
    return json(["status": JSON(code)], status: code)
  }

  static func search(_ query: [String: String]) -> LoopbackResponse {
    let fields = query["fields"].map { $0.split(separator: ",").map(String.init) }
    let found = posts.filter { contains(query["q"] ?? "", $0.title) }.map { post -> JSON in
      guard let fields else { return post }
      return .object((post.asObject ?? [:]).filter { fields.contains($0.name) }.map { ($0.name, $0.value) })
    }
    return json(["found": .array(found)])
  }

  static func echo(_ request: LoopbackRequest) -> LoopbackResponse {
    let headers: [(String, JSON)] = request.headers.map { ($0.name.lowercased(), .string($0.value)) }
    let text = String(validating: request.body, as: UTF8.self)
    return json([
      "method": .string(request.method), "target": .string(request.target), "headers": .object(headers),
      "body": text.map(JSON.string), "size": JSON(request.body.count),
    ])
  }

  /// Returns events word by word, as OpenAI does.
  static func chat() -> LoopbackResponse {
    let words = ["Every", " service", " is", " a", " file", "."].map { word in
      let delta: JSON = ["choices": [["index": 0, "delta": ["content": .string(word)]]]]
      return LoopbackResponse.Chunk(Array("data: \(JSONWriter.text(delta))\n\n".utf8), after: .milliseconds(30))
    }
    return LoopbackResponse(headers: [("Content-Type", "text/event-stream")], chunks: words + [.init(Array("data: [DONE]\n\n".utf8))])
  }

  private static func pairs(_ form: String) -> [String: String] {
    Dictionary(FormCoding.decode(form).map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })
  }
}
