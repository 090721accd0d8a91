extension FindingPage {
  static let types: [FindingPage] = [
    FindingPage(
      .unknownType, title: "A type is neither built in nor declared in the spec.",
      wrong: """
        types:
          User: {id: Int, name: String}
        endpoints:
          getUser: GET /users/{id} (id int) -> Usr
        """,
      fix: """
        Use the type that the message suggests, or declare the type under `types:`. The built-in types are
        `String Int Int64 UInt64 Double Decimal Bool Date Data URL UUID File JSON Void`. `dial check --fix` replaces a name when there is
        one suggestion.
        """,
      right: """
        types:
          User: {id: Int, name: String}
        endpoints:
          getUser: GET /users/{id} (id Int) -> User
        """,
      reason: "Dial checks arguments and responses against their types. With an unknown type it could not check anything.",
      severity: "Error.", see: ["TypesAndShapes"]),
    FindingPage(
      .shape, title: "A type is not valid.",
      wrong: """
        endpoints:
          stats: GET /stats -> [Int, String]
        """,
      fix: """
        Write types like this:

        | type | written as |
        | --- | --- |
        | array | `[User]`, with one type |
        | record | `(count Int, name String)`; as YAML, `{count: Int, name: String}` |
        | dictionary | `[String: Int]`, quoted if it is a YAML value of its own |
        | no result | `Void` |

        A member name can appear only once in a record. A type cannot refer only to itself.
        """,
      right: """
        endpoints:
          stats: GET /stats -> (count Int, name String)
        """,
      reason: """
        Records need names for their members. The declared order then allows `let (count, name) = …` and `--tuple`, in whatever order
        the server sends the members.
        """,
      severity: "Error.", see: ["TypesAndShapes"]),
    FindingPage(
      .memberNamedAsType, title: "A record member has the name of a type. Its own name may be missing.",
      wrong: """
        types:
          User: {id: Int, name: String}
        endpoints:
          getUser: GET /users/{id} -> (User, count)
        """,
      fix: """
        Write the name before the type. If the member really has this name in the response, choose a name of your own: `(user as User)`.
        """,
      right: """
        types:
          User: {id: Int, name: String}
        endpoints:
          getUser: GET /users/{id} -> (user User, count)
        """,
      reason: "In Swift, `(User, Int)` is a tuple of two types. In a spec, it is a record with members named `User` and `Int` of any type.",
      severity: "Warning.", see: ["TypesAndShapes"]),
  ]
}
