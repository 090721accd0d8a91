import DialMessage
import HTTPTypes

/// Header fields that do not say who asks: an answer to a request with another value of them is for the same user. Where they choose the
/// answer, `Vary` names them.
enum NeutralFields {
  private static let names: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-length", "content-type",
    "date",
    "expect", "host", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "pragma", "range", "te",
    "traceparent", "tracestate", "user-agent", "x-correlation-id", "x-request-id",
  ]

  static func contains(_ name: String) -> Bool { names.contains(name) }
}

/// What of a request chose its answer (RFC 9111 section 4.1), as digests to compare.
enum VaryRule {
  private static let caseless: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language"]

  /// Whether the response fits no other request.
  static func isNever(_ fields: HTTPFields) -> Bool { names(fields).contains("*") }

  /// The names in Vary, in lowercase.
  static func names(_ fields: HTTPFields) -> Set<String> {
    Set(fields[values: .vary].flatMap { ListItems($0).map { $0.lowercased() } })
  }

  /// The digest of each header that a response varies by; empty for an absent one.
  static func digests(_ names: some Sequence<String>, of request: HTTPFields, _ digest: CacheDigest) -> [String: String] {
    var all: [String: String] = [:]
    for name in names { all[name] = value(of: name, request).map { digest.hex("\(name): \($0)") } ?? "" }
    return all
  }

  /// Returns the value without spaces around items, and in lowercase for languages and media types.
  private static func value(of name: String, _ request: HTTPFields) -> String? {
    guard let field = HTTPField.Name(name) else { return nil }
    let lines = request[values: field]
    guard !lines.isEmpty else { return nil }
    let value = lines.flatMap { ListItems($0).map(String.init) }.joined(separator: ",")
    return caseless.contains(name) ? value.lowercased() : value
  }
}
