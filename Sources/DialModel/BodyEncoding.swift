extension Encoding {
  /// Text with media types that do not begin with `text/`.
  private static let texts: Set = ["sparql-query", "sparql-update", "graphql", "yaml", "x-yaml", "sql", "javascript", "toml"]

  /// How a body of a media type is made. Nothing is known of a range such as `*/*`, so it is JSON.
  package init(mediaType text: String) {
    guard let type = MediaType(text) else {
      self = .bytes
      return
    }
    self =
      if type.isJSON || type.subtype == "*" && (type.type == "*" || type.type == "application") {
        .json
      } else if type.isForm {
        .form
      } else if type.essence == "multipart/form-data" {
        .multipart
      } else if type.isLines, !type.isSequence {
        .lines
      } else if type.isText || Self.texts.contains(type.subtype) || type.subtype.hasSuffix("+yaml") {
        .text
      } else {
        .bytes
      }
  }

  package var isForm: Bool { self == .form || self == .multipart }
}
