import DialJSON
import DialModel

extension SpecSchema {
  static let parameter = Schema.mapping(
    .parameter,
    [
      "type": .reference("shape"),
      "in": .words(.place).doc(
        "Where the argument goes: `path`, `query`, `header`, `cookie`, `field` (a member of the body), `part` (of a multipart body), or "
          + "`body`, the whole of it. Left out, the method and the target decide."),
      "as": .text.doc("The name on the wire, where it is another one."),
      "default": .anything.doc("Used when the argument is absent, not when it is null: a JSON value, `$uuid`, `$now` or `$timestamp`."),
      "doc": .text.doc("What the argument means."),
      "raw": .bool.otherwise(false).doc("Reserved characters and `%XX` stay as they are; `+name` in a line."),
      "style": .reference("style"),
      "values": .list(of: .text).with("minItems", 1).doc("The values that are accepted."),
      "filename": .text.doc("The file name of a file, where it brings none."),
      "mimeType": .word(SchemaPattern.mediaType, "expected a media type such as image/jpeg").examples("image/jpeg", "application/pdf")
        .doc("The media type of a file; otherwise the ending of its name tells it."),
      "max": .size.doc("The largest file that is accepted."),
      "secret": .bool.otherwise(false).doc("Its value is never shown."),
      "example": .anything.doc("A value that `dial describe` shows."),
    ]
  ).or(.text).or(Schema([.array], [("items", Schema.reference("shape").json), ("minItems", 1), ("maxItems", 1)]))
    .examples("String", "Int = 1", "File")
    .doc("A parameter: `type [as wire] [= default]`, nothing, or a mapping.")

  /// A type, as text, as a list of one type, or as a mapping of members.
  static let shape = Schema.names(
    (SchemaPattern.member, "expected the name of a member, such as id, tags? or id as ID"), to: .reference("shape")
  ).or(.text).or(Schema([.array], [("items", Schema.reference("shape").json), ("minItems", 1), ("maxItems", 1)]))
    // Void is a result, and no type of a parameter.
    .examples(Shape.builtins.filter { $0.name != "Void" }.map { .string($0.name) })
    .doc(
      """
      A shape: \(Shape.builtins.map { "`\($0.name)`" }.joined(separator: ", ")), a name from `types`, `T?`, `[T]`, `"[String: T]"`, \
      `'"asc" | "desc"'`, or members: `{id: Int, name?: String}`.
      """)
}
