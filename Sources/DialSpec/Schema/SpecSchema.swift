import DialBuild
package import DialJSON
import DialModel

/// The JSON Schema of the spec language, for editors: keys with their descriptions, words and patterns of values.
///
/// It uses draft 7, which every editor supports and which has the same meaning in draft 2020-12. It accepts everything that the reader
/// accepts, and rejects what is wrong by itself: unknown keys, wrong kinds, words and patterns. Rules between parts are left to `dial
/// check`. `definitions` contains the mappings of ``KeyTable`` by name. Files with `overlay` have their own branch.
package enum SpecSchema {
  package static let document: JSON = {
    let definitions = (Array(parts) + credentials).map { ($0.key, $0.value.json) }
    let overlay = OverlaySchema(spec: spec.json, definitions: definitions)
    return [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": "Dial spec",
      "description": "Describes an HTTP service for Dial. Most endpoints need only one line; use a mapping for more settings.",
      "if": ["type": "object", "required": ["overlay"]], "then": ["$ref": "#/definitions/overlay"], "else": ["$ref": "#/definitions/spec"],
      "definitions": .object([("spec", spec.json)] + definitions + [("overlay", overlay.spec)] + overlay.definitions),
    ]
  }()

  private static let parts: KeyValuePairs<String, Schema> = [
    "group": group, "groups": groups, "endpoint": endpoint, "endpoints": endpoints, "target": target, "parameter": parameter,
    "variable": variable, "bounds": bounds,
    "shape": shape, "mock": mock, "paginate": paginate, "poll": poll, "events": events, "streamIf": streamIf, "fails": fails,
    "headers": headers, "query": query, "style": style, "encoding": encoding, "auth": auth, "login": login, "token": token,
    "oauth2": oauth2, "timeout": timeout, "retry": retry, "limit": limit, "cache": cache, "redirects": redirects,
    "cookies": cookies,
    "accept": accept, "use": use, "decode": decode, "compress": compress, "tls": tls, "client": client,
  ]

  static let spec = KeyTable.spec.schema([
    "service": .text.doc("The name of the service (default: the file name)."),
    "doc": .text.doc("A short description of the service."),
    "base": .word(SchemaPattern.base, "expected https://…, http://… or unix:///… without user, query or fragment")
      .examples("https://api.example.com/v1", "https://${HOST}/v1")
      .doc(
        "The URL that targets are joined to, with one `/` between them. Put shared query items into `query`, and credentials into `auth`."
      ),
    "vars": .names(to: .reference("variable")).doc(
      "Defaults of variables `${NAME}`. Values from the caller, a profile and the environment take precedence."),
    "types": .names(
      (SchemaPattern.typeName, "a type name must start with a capital letter and differ from the built-in types"),
      to: .reference("shape")
    ).doc("Shapes by name: `User: {id: Int, name: String, tags?: [String]}`."),
    "include": .path.orList.doc(
      "Files with endpoints, types, variables and policies to include: `[users.yaml, common.yaml]`. Names in this file take precedence."),
    "overlay": .path.doc("The spec that this one modifies. Names in this file take precedence; null removes a name."),
  ]).with("anyOf", [["required": ["endpoints"]], ["required": ["groups"]], ["required": ["overlay"]]])

  /// A count, or its minimum and maximum.
  static let bounds = KeyTable.bounds.schema([
    "min": .integer(from: 0).doc("The minimum."), "max": .integer(from: 0).doc("The maximum."),
  ]).or(.integer(from: 0))
    .doc("The number of Unicode characters of a text (`length`) or of items of an array (`items`): a number, or `{min: 1, max: 64}`.")

  static let variable = KeyTable.variable.schema([
    "default": .text.doc("The default of the variable."),
    "secret": .bool.doc("Whether the value is secret and never shown (default: by the name; `API_TOKEN` is secret)."),
  ]).or(usually: .text).with("anyOf", [["required": ["default"]], ["required": ["secret"]]])

  static let group = KeyTable.group.schema([
    "doc": .text.doc("A short description of the group."),
    "prefix": .text(SchemaPattern.prefix, "a prefix must be a path without a host, query or fragment").examples("/admin")
      .doc("The path before the targets of the group. It can contain placeholders. Prefixes of nested groups are joined with one `/`."),
  ]).doc("Endpoints that share a prefix and policies. The endpoint `ban` of the group `admin` is called as `admin.ban`.")

  static let groups = Schema.names(name("group"), to: .reference("group"), free: true)
    .doc("Groups of endpoints by name, with their own prefix and policies: `admin: {prefix: /admin, endpoints: {…}}`.")

  static let endpoints = Schema.names(name("endpoint"), to: .reference("endpoint"), free: true).or(Schema([.null])).or(
    .word("^$", "expected a mapping from names to endpoints")
  )
  .doc("Endpoints by name. Each is a line such as `GET /users/{id} -> User`, or a mapping.")

  /// The rule for the names of endpoints.
  static let endpointNames = endpoints.json.propertyNames

  private static func name(_ what: String) -> (String, String) {
    (SchemaPattern.nameOrFree, "the name of \(what == "endpoint" ? "an" : "a") \(what) must consist of \(Name.rule)")
  }

  static let endpoint = KeyTable.endpoint.schema([
    "doc": .text.doc("What the endpoint does; `dial list` shows the first line."),
    "GET": method("Reads."), "POST": method("Creates a resource or runs an action."), "PUT": method("Replaces."),
    "PATCH": method("Changes."),
    "DELETE": method("Removes."), "HEAD": method("Requests only the headers."), "OPTIONS": method("Requests the supported methods."),
    "TRACE": method("Requests an echo of the request."), "QUERY": method("Reads, with the query in the body."),
    "CONNECT": method("Opens a tunnel.", isSupported: false), "WS": method("Opens a WebSocket."),
    "params": .names(
      (SchemaPattern.parameter, "expected a parameter name such as q, note?, query.extra* or _ user"),
      to: .reference("parameter")
    ).doc("Parameters by name: a type with an optional default (`page: Int = 1`), or a mapping."),
    "body": .anything.doc(
      "A template of the body. `{name}` is an argument, `${NAME}` is a variable, and a value that is only `\"{x}\"` has the JSON type of x."
    ),
    "hasBody": .bool.or(.word("^optional$", "expected true, false or optional")).doc(
      "Whether a custom method has a body; for any method, `optional` sends one only with an argument in it."),
    "select": .jmesPath.examples("data", "data.list").doc(
      "The part of the response that is the result, as a JMESPath expression. In the endpoint line: `@ path`."),
    "returns": results, "fails": .reference("shape"),
    "contentTypes": .list(of: .text).with("minItems", 1).examples([["application/json", "text/csv"]]).doc(
      "The media types that the body can have. The first one is used unless the call chooses another, as with `--content-type`."),
  ])
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
    .doc("The target of a custom method with the rest of the endpoint line. It requires `hasBody`.")

  private static let targetForm = "expected [encoding] target [(parameters)] [@ path] [-> result] [! failure], such as /users/{id}"

  static let unsupported = "**Not supported yet:** Dial checks it, but a call that requires it fails."

  private static func method(_ what: String, isSupported: Bool = true) -> Schema {
    let text = "\(what) The value is the target with the rest of the endpoint line: `/users/{id} (page Int = 1) -> User`."
    return Schema.text(SchemaPattern.target, targetForm).doc(isSupported ? text : "\(text)\n\n\(unsupported)")
  }

  private static func location(_ location: Place) -> String {
    "`\(location.rawValue)`" + (location.words == location.rawValue ? "" : " (\(location.words))")
  }

  static let parameter = KeyTable.parameter.schema([
    "type": .reference("shape"),
    "in": .words(.place).doc(
      "The location of the argument: \(Place.written.map(location).joined(separator: ", ")), or \(location(.body)). "
        + "The default depends on the method and the target."),
    "as": .text.doc("The wire name, if it differs from the parameter name."),
    "default": .anything.doc("The value if the argument is absent (not if it is null): a JSON value, `$uuid`, `$now` or `$timestamp`."),
    "doc": .text.doc("What the argument means."),
    "style": style.or(.word("^path$", "expected path or a mapping")),
    "raw": .bool.otherwise(false).doc("Whether reserved characters and `%XX` are sent unchanged. In the endpoint line: `+name`."),
    "values": .list(of: .text).with("minItems", 1).doc("The allowed values."),
    "filename": .text.doc("The file name to send if the file has none."),
    "mimeType": .word(SchemaPattern.mediaType, "expected a media type such as image/jpeg").examples("image/jpeg", "application/pdf")
      .doc("The media type of the file (default: by its file name extension)."),
    "min": .number.doc("The minimum of the number."),
    "max": .numberOrSize.doc("The maximum of the number, or the maximum size of a file or of bytes, such as 10MB."),
    "above": .number.doc("A number that the value must be greater than."),
    "below": .number.doc("A number that the value must be less than."),
    "multiple": .number.doc("A number that the value must be a multiple of, such as 0.01."),
    "length": .reference("bounds"),
    "pattern": .text.examples("^[a-z]+$").doc("A regular expression (ECMA-262) that matches a part of the text, or all of it with `^…$`."),
    "items": .reference("bounds"),
    "unique": .bool.otherwise(false).doc("Whether the items of the array must be distinct."),
    "secret": .bool.otherwise(false).doc("Whether the value is secret and never shown."),
    "example": .anything.doc("An example value, shown by `dial describe`."),
  ]).or(.text).or(Schema([.array], [("items", Schema.reference("shape").json), ("minItems", 1), ("maxItems", 1)]))
    .examples("String", "Int = 1", "File")
    .doc("A parameter: `type [as wire] [= default]`, empty, or a mapping.")

  /// A type as text, as a list of one type, or as a mapping of members.
  static let shape = Schema.names(
    (SchemaPattern.member, "expected a member name such as id, tags? or id as ID"), to: .reference("shape")
  ).or(.text).or(Schema([.array], [("items", Schema.reference("shape").json), ("minItems", 1), ("maxItems", 1)]))
    // Void is a result type, not a type of a parameter.
    .examples(Shape.builtins.filter { $0.name != "Void" }.map { .string($0.name) })
    .doc(
      """
      A shape: \(Shape.builtins.map { "`\($0.name)`" }.joined(separator: ", ")), a name from `types`, `T?`, `[T]`, `"[String: T]"`, \
      `'"asc" | "desc"'`, `User | Team`, or members: `{id: Int, name?: String}`.
      """)

  /// The shape of a result, or one for each status.
  static let results = Schema.names(
    (SchemaPattern.result, "expected a member name such as id, or a status such as 200, 4xx or default"), to: .reference("shape")
  ).or(.text).or(Schema([.array], [("items", Schema.reference("shape").json), ("minItems", 1), ("maxItems", 1)]))
    .doc(
      "The result: a shape, `events`, `lines`, `text`, `bytes`, `headers`, or one for each status: `{200: User, 202: Job, 4xx: Problem}`.")
}
