import DialJSON
import DialModel

extension SpecSchema {
  static let spec = Schema.mapping(
    .spec,
    [
      "service": .text.doc("The name of the service (default: the file name)."),
      "doc": .text.doc("A short description of the service."),
      "base": .word(SchemaPattern.base, "expected https://…, http://… or unix:///… without user, query or fragment")
        .examples("https://api.example.com/v1", "https://${HOST}/v1")
        .doc("The URL that targets are joined to, with one `/` between them. Put shared query items into `query`, and credentials into `auth`."),
      "vars": .names(to: .reference("variable")).doc(
        "Defaults of variables `${NAME}`. Values from the caller, a profile and the environment take precedence."),
      "types": .names(
        (SchemaPattern.typeName, "a type name must start with a capital letter and differ from the built-in types"),
        to: .reference("shape")
      ).doc("Shapes by name: `User: {id: Int, name: String, tags?: [String]}`."),
      "endpoints": .reference("endpoints"), "groups": .reference("groups"),
      "include": .path.orList.doc("Files with types, variables and policies to include: `[common.yaml]`. Names in this file take precedence."),
      "overlay": .path.doc("The spec that this one modifies. Names in this file take precedence; null removes a name."),
      "headers": .reference("headers"), "query": .reference("query"), "style": .reference("style"), "encoding": .reference("encoding"),
      "auth": .reference("auth"), "timeout": .reference("timeout"), "retry": .reference("retry"), "limit": .reference("limit"),
      "cache": .reference("cache"), "redirects": .reference("redirects"), "cookies": .reference("cookies"),
      "accept": .reference("accept"), "use": .reference("use"), "decode": .reference("decode"), "tls": .reference("tls"),
      "fails": .reference("fails"),
    ]
  ).with("anyOf", [["required": ["endpoints"]], ["required": ["groups"]], ["required": ["overlay"]]])

  static let variable = Schema.text.or(
    .mapping(
      .variable,
      [
        "default": .text.doc("The default of the variable."),
        "secret": .bool.doc("Whether the value is secret and never shown (default: by the name; `API_TOKEN` is secret)."),
      ])
  ).with("anyOf", [["required": ["default"]], ["required": ["secret"]]])

  static let group = Schema.mapping(
    .group,
    [
      "doc": .text.doc("A short description of the group."),
      "prefix": .text(SchemaPattern.prefix, "a prefix must be a path without a host, query or fragment").examples("/admin")
        .doc("The path before the targets of the group. It can contain placeholders. Prefixes of nested groups are joined with one `/`."),
      "endpoints": .reference("endpoints"), "groups": .reference("groups"),
      "headers": .reference("headers"), "query": .reference("query"), "style": .reference("style"), "encoding": .reference("encoding"),
      "auth": .reference("auth"), "timeout": .reference("timeout"), "retry": .reference("retry"), "limit": .reference("limit"),
      "cache": .reference("cache"), "redirects": .reference("redirects"), "cookies": .reference("cookies"),
      "accept": .reference("accept"), "use": .reference("use"), "decode": .reference("decode"), "tls": .reference("tls"),
      "fails": .reference("fails"),
    ]
  ).doc("Endpoints that share a prefix and policies. The endpoint `ban` of the group `admin` is called as `admin.ban`.")

  static let groups = Schema.names(name("group"), to: .reference("group"), free: true)
    .doc("Groups of endpoints by name, with their own prefix and policies: `admin: {prefix: /admin, endpoints: {…}}`.")

  static let endpoints = Schema.names(name("endpoint"), to: .reference("endpoint"), free: true).or(Schema([.null])).or(
    .word("^$", "expected a mapping from names to endpoints")
  )
  .doc("Endpoints by name. Each is a line such as `GET /users/{id} -> User`, or a mapping.")

  /// The form of a name that may also be a free key.
  private static func name(_ what: String) -> (String, String) {
    (SchemaPattern.nameOrFree, "the name of \(what == "endpoint" ? "an" : "a") \(what) must consist of \(Name.rule)")
  }
}
