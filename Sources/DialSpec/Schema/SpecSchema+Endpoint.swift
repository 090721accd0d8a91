import DialJSON
import DialModel

extension SpecSchema {
  static let endpoint = Schema.mapping(
    .endpoint,
    [
      "doc": .text.doc("What the endpoint does; `dial list` shows the first line."),
      "GET": method("Reads."), "POST": method("Creates a resource or runs an action."), "PUT": method("Replaces."), "PATCH": method("Changes."),
      "DELETE": method("Removes."), "HEAD": method("Requests only the headers."), "OPTIONS": method("Requests the supported methods."),
      "TRACE": method("Requests an echo of the request."), "QUERY": method("Reads, with the query in the body."),
      "CONNECT": method("Opens a tunnel.", .refused), "WS": method("Opens a WebSocket."),
      "params": .names(
        (SchemaPattern.parameter, "expected a parameter name such as q, note?, query.extra* or _ user"),
        to: .reference("parameter")
      ).doc("Parameters by name: a type with an optional default (`page: Int = 1`), or a mapping."),
      "body": .anything.doc(
        "A template of the body. `{name}` is an argument, `${NAME}` is a variable, and a value that is only `\"{x}\"` has the JSON type of x."),
      "hasBody": .bool.doc("Whether a custom method has a body."),
      "select": .jmesPath.examples("data", "data.list").doc("The part of the response that is the result, as a JMESPath expression. In the endpoint line: `@ path`."),
      "returns": .reference("shape"), "fails": .reference("shape"),
      "mock": .reference("mock"), "paginate": .reference("paginate"), "poll": .reference("poll"), "events": .reference("events"),
      "headers": .reference("headers"), "query": .reference("query"), "style": .reference("style"), "encoding": .reference("encoding"),
      "auth": .reference("auth"), "timeout": .reference("timeout"), "retry": .reference("retry"), "limit": .reference("limit"),
      "cache": .reference("cache"), "redirects": .reference("redirects"), "cookies": .reference("cookies"),
      "accept": .reference("accept"), "use": .reference("use"), "decode": .reference("decode"), "tls": .reference("tls"),
    ]
  )
  .with("patternProperties", .object([("^x-", .object([])), (SchemaPattern.customMethod, Schema.reference("target").json)]))
  .with("anyOf", .array((Methods.all + ["hasBody"]).map { ["required": [.string($0)]] }))
  .or(
    .word(SchemaPattern.line, "expected METHOD [encoding] target [(parameters)] [@ path] [-> result] [! failure], such as GET /users/{id}")
  )
  .examples("GET /", "GET /{id} -> JSON", "POST / (name) -> JSON")
  .doc(
    """
    An endpoint: `METHOD [encoding] target [(parameters)] [@ path] [-> result] [! failure]`, or a mapping with the method as its key.

    `GET /users (page Int = 1, q?) @ data.list -> [User] ! APIError`
    """)

  /// What follows a method that is none of the language's.
  static let target = Schema.text(SchemaPattern.target, targetForm)
    .doc("The target of a custom method with the rest of the endpoint line. It requires `hasBody`.")

  private static let targetForm = "expected [encoding] target [(parameters)] [@ path] [-> result] [! failure], such as /users/{id}"

  private static func method(_ what: String, _ readiness: Readiness? = nil) -> Schema {
    let text = "\(what) The value is the target with the rest of the endpoint line: `/users/{id} (page Int = 1) -> User`."
    let schema = Schema.text(SchemaPattern.target, targetForm)
    return readiness.map { schema.doc(text, $0) } ?? schema.doc(text)
  }
}
