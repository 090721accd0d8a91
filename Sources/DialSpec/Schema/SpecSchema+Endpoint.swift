import DialJSON
import DialModel

extension SpecSchema {
  static let endpoint = Schema.mapping(
    .endpoint,
    [
      "doc": .text.doc("What the endpoint does; `dial list` shows the first line."),
      "GET": method("Reads."), "POST": method("Creates, or does something."), "PUT": method("Replaces."), "PATCH": method("Changes."),
      "DELETE": method("Removes."), "HEAD": method("Asks for the headers alone."), "OPTIONS": method("Asks what can be done."),
      "TRACE": method("Asks for the request back."), "QUERY": method("Reads, with a body that says what."),
      "CONNECT": method("Opens a tunnel.", .refused), "WS": method("Opens a web socket."),
      "params": .names(
        (SchemaPattern.parameter, "expected the name of a parameter, such as q, note?, query.extra* or _ user"),
        to: .reference("parameter")
      ).doc("Parameters by name: a type with an optional default (`page: Int = 1`), or a mapping."),
      "body": .anything.doc(
        "A template of the body: `{name}` is an argument, `\"{x}\"` alone keeps the kind of x, `${NAME}` is a variable."),
      "hasBody": .bool.doc("Whether a method that the language does not know carries a body."),
      "select": .jmesPath.examples("data", "data.list").doc("Which part of the reply is the result, as JMESPath; `@ path` in the line."),
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

  /// The part after a custom method.
  static let target = Schema.text(SchemaPattern.target, targetForm)
    .doc("The target of a method that the language does not know, with the rest of the line; it needs `hasBody` beside it.")

  private static let targetForm = "expected [encoding] target [(parameters)] [@ path] [-> result] [! failure], such as /users/{id}"

  private static func method(_ what: String, _ readiness: Readiness? = nil) -> Schema {
    let text = "\(what) The target with the rest of the line: `/users/{id} (page Int = 1) -> User`."
    let schema = Schema.text(SchemaPattern.target, targetForm)
    return readiness.map { schema.doc(text, $0) } ?? schema.doc(text)
  }
}
