extension MediaType {
  /// Whether it is `application/xml`, `text/xml` or any `+xml` (RFC 7303).
  package var isXML: Bool { subtype == "xml" && (type == "application" || type == "text") || subtype.hasSuffix("+xml") }

  /// Whether it is one JSON value per line, NDJSON under one of its names, or a JSON text sequence (RFC 7464).
  package var isLines: Bool { Self.lines.contains(subtype) && (type == "application" || type == "text") || isSequence }

  /// Whether it is a JSON text sequence, whose values begin with a record separator (RFC 7464).
  package var isSequence: Bool { type == "application" && (subtype == "json-seq" || subtype.hasSuffix("+json-seq")) }

  /// Whether it is text with a charset: `text/*` or XML.
  package var isText: Bool { type == "text" || isXML }

  private static let lines: Set = [
    "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines", "x-json-lines", "json-stream", "x-json-stream",
    "stream+json",
  ]
}
