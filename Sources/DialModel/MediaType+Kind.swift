extension MediaType {
  /// `application/xml`, `text/xml` or any `+xml` (RFC 7303).
  package var isXML: Bool { subtype == "xml" && (type == "application" || type == "text") || subtype.hasSuffix("+xml") }

  /// A JSON value a line: NDJSON, which goes by several names, or a JSON text sequence (RFC 7464).
  package var isLines: Bool { Self.lines.contains(subtype) && (type == "application" || type == "text") || isSequence }

  /// JSON values that each begin with a record separator (RFC 7464).
  package var isSequence: Bool { type == "application" && (subtype == "json-seq" || subtype.hasSuffix("+json-seq")) }

  /// Text in a charset: `text/*`, and XML.
  package var isText: Bool { type == "text" || isXML }

  private static let lines: Set = [
    "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-lines", "json-stream", "x-json-stream",
    "stream+json",
  ]
}
