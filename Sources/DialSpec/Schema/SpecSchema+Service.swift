import DialJSON
import DialModel

extension SpecSchema {
  static let spec = Schema.mapping(
    .spec,
    [
      "service": .text.doc("The name of the service; the name of the file where it is left out."),
      "doc": .text.doc("What the service is, in a sentence."),
      "base": .word(SchemaPattern.base, "expected https://…, http://… or unix:///… without user, query and fragment")
        .examples("https://api.example.com/v1", "https://${HOST}/v1")
        .doc("The URL that targets are joined to, with one `/` between. Items of every query belong to `query`, credentials to `auth`."),
      "vars": .names(to: .reference("variable")).doc(
        "Values of variables `${NAME}` that nobody gives: the caller, a profile and the environment come before."),
      "types": .names(
        (SchemaPattern.typeName, "a type begins with a capital letter, and is none of those of the language"),
        to: .reference("shape")
      ).doc("Shapes by name: `User: {id: Int, name: String, tags?: [String]}`."),
      "endpoints": .reference("endpoints"), "groups": .reference("groups"),
      "include": .path.orList.doc("Files with types, variables and policies to take over: `[common.yaml]`. Names of this file win."),
      "overlay": .path.doc("The spec that this one changes: names given here win, null removes."),
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
        "default": .text.doc("The value where nobody gives one."),
        "secret": .bool.doc("Whether the value is hidden wherever it is shown. Without it the name decides: `API_TOKEN` is secret."),
      ])
  ).with("anyOf", [["required": ["default"]], ["required": ["secret"]]])

  static let group = Schema.mapping(
    .group,
    [
      "doc": .text.doc("What the endpoints of the group are about."),
      "prefix": .text(SchemaPattern.prefix, "a prefix is a path: no query, no fragment, no host").examples("/admin")
        .doc("Stands before the targets of the group; placeholders may stand in it. Prefixes of nested groups meet in one `/`."),
      "endpoints": .reference("endpoints"), "groups": .reference("groups"),
      "headers": .reference("headers"), "query": .reference("query"), "style": .reference("style"), "encoding": .reference("encoding"),
      "auth": .reference("auth"), "timeout": .reference("timeout"), "retry": .reference("retry"), "limit": .reference("limit"),
      "cache": .reference("cache"), "redirects": .reference("redirects"), "cookies": .reference("cookies"),
      "accept": .reference("accept"), "use": .reference("use"), "decode": .reference("decode"), "tls": .reference("tls"),
      "fails": .reference("fails"),
    ]
  ).doc("Endpoints that share a prefix and policies; `ban` of the group `admin` is called as `admin.ban`.")

  static let groups = Schema.names(name("group"), to: .reference("group"), free: true)
    .doc("Groups of endpoints by name, with a prefix and policies of their own: `admin: {prefix: /admin, endpoints: {…}}`.")

  static let endpoints = Schema.names(name("endpoint"), to: .reference("endpoint"), free: true).or(Schema([.null])).or(
    .word("^$", "expected endpoints by name")
  )
  .doc("Endpoints by name, each a line such as `GET /users/{id} -> User`, or a mapping.")

  /// The form of a name that may also be a free key.
  private static func name(_ what: String) -> (String, String) {
    (SchemaPattern.nameOrFree, "the name of \(what == "endpoint" ? "an" : "a") \(what) is made of \(Name.rule)")
  }
}
