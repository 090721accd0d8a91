import DialJSON
import DialModel

extension SpecSchema {
  static let parameter = Schema.mapping(
    .parameter,
    [
      "type": .reference("shape"),
      "in": .words(.place).doc(
        "The location of the argument: `path`, `query`, `header`, `cookie`, `field` (a body field), `part` (of a multipart body), or "
          + "`body` (the whole body). The default depends on the method and the target."),
      "as": .text.doc("The wire name, if it differs from the parameter name."),
      "default": .anything.doc("The value if the argument is absent (not if it is null): a JSON value, `$uuid`, `$now` or `$timestamp`."),
      "doc": .text.doc("What the argument means."),
      "raw": .bool.otherwise(false).doc("Whether reserved characters and `%XX` are sent unchanged. In the endpoint line: `+name`."),
      "style": .reference("style"),
      "values": .list(of: .text).with("minItems", 1).doc("The allowed values."),
      "filename": .text.doc("The file name to send if the file has none."),
      "mimeType": .word(SchemaPattern.mediaType, "expected a media type such as image/jpeg").examples("image/jpeg", "application/pdf")
        .doc("The media type of the file (default: by its file name extension)."),
      "max": .size.doc("The maximum size of the file."),
      "secret": .bool.otherwise(false).doc("Whether the value is secret and never shown."),
      "example": .anything.doc("An example value, shown by `dial describe`."),
    ]
  ).or(.text).or(Schema([.array], [("items", Schema.reference("shape").json), ("minItems", 1), ("maxItems", 1)]))
    .examples("String", "Int = 1", "File")
    .doc("A parameter: `type [as wire] [= default]`, empty, or a mapping.")

  /// A type, as text, as a list of one type, or as a mapping of members.
  static let shape = Schema.names(
    (SchemaPattern.member, "expected a member name such as id, tags? or id as ID"), to: .reference("shape")
  ).or(.text).or(Schema([.array], [("items", Schema.reference("shape").json), ("minItems", 1), ("maxItems", 1)]))
    // Void is a result, and no type of a parameter.
    .examples(Shape.builtins.filter { $0.name != "Void" }.map { .string($0.name) })
    .doc(
      """
      A shape: \(Shape.builtins.map { "`\($0.name)`" }.joined(separator: ", ")), a name from `types`, `T?`, `[T]`, `"[String: T]"`, \
      `'"asc" | "desc"'`, or members: `{id: Int, name?: String}`.
      """)
}
