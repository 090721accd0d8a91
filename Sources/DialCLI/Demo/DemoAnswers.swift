import DialHTTP
import DialJSON

/// Answers of the demo that depend on nothing it keeps.
extension DemoService {
  static let jsonType = [("Content-Type", "application/json")]

  static func json(_ members: [(String, JSON)], status: Int = 200) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: jsonType, body: JSONWriter.bytes(.object(members)))
  }

  static func refused(_ status: Int, _ code: String, _ message: String) -> LoopbackResponse {
    json([("code", .string(code)), ("message", .string(message))], status: status)
  }

  static func user(_ user: (id: Int, name: String, email: String, tags: [String])) -> JSON {
    .object([
      ("id", JSON(user.id)), ("name", .string(user.name)), ("email", .string(user.email)), ("tags", .array(user.tags.map(JSON.string))),
    ])
  }

  static func post(_ post: (id: Int, user: Int, title: String)) -> JSON {
    .object([("id", JSON(post.id)), ("user", JSON(post.user)), ("title", .string(post.title))])
  }

  static func posts(of user: String?) -> LoopbackResponse {
    json([("posts", .array(posts.filter { user == nil || user == "\($0.user)" }.map(post)))])
  }

  static func status(_ text: String) -> LoopbackResponse {
    guard let code = Int(text), (200...599).contains(code) else { return refused(400, "invalid", "a status from 200 to 599 is needed") }
    return json([("status", JSON(code))], status: code)
  }

  static func search(_ query: [String: String]) -> LoopbackResponse {
    let word = (query["q"] ?? "").lowercased()
    let fields = query["fields"].map { $0.split(separator: ",").map(String.init) }
    let found = posts.filter { $0.title.lowercased().contains(word) }.map(post).map { post -> JSON in
      guard let fields else { return post }
      return .object((post.asObject ?? [:]).filter { fields.contains($0.name) }.map { ($0.name, $0.value) })
    }
    return json([("found", .array(found))])
  }

  /// What arrived, but for the values of credentials.
  static func echo(_ request: LoopbackRequest) -> LoopbackResponse {
    let headers: [(String, JSON)] = request.headers.map { ($0.name.lowercased(), .string($0.value)) }
    let text = String(validating: request.body, as: UTF8.self)
    return json([
      ("method", .string(request.method)), ("target", .string(request.target)), ("headers", .object(headers)),
      ("body", text.map(JSON.string) ?? .null), ("size", JSON(request.body.count)),
    ])
  }

  /// Events word by word, as the services of OpenAI send them.
  static func chat() -> LoopbackResponse {
    let words = ["Every", " service", " is", " a", " file", "."].map { word in
      let delta: JSON = ["choices": [["index": 0, "delta": ["content": .string(word)]]]]
      return LoopbackResponse.Chunk(Array("data: \(JSONWriter.text(delta))\n\n".utf8), after: .milliseconds(30))
    }
    return LoopbackResponse(headers: [("Content-Type", "text/event-stream")], chunks: words + [.init(Array("data: [DONE]\n\n".utf8))])
  }
}
