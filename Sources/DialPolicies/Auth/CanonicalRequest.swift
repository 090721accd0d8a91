import DialModel

/// A request in the one form that both sides of a signature make of it (AWS Signature Version 4, "Create a canonical request").
struct CanonicalRequest {
  let text: String
  /// Names of the headers that are signed: `host;x-amz-date`.
  let signedHeaders: String

  /// Headers that a proxy or a transport may change.
  private static let unsigned: Set<String> = [
    "authorization", "connection", "expect", "keep-alive", "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
    "user-agent", "x-amzn-trace-id", "traceparent", "tracestate",
  ]

  /// - Parameters:
  ///   - path: the canonical path.
  ///   - payload: the SHA-256 of the body in hexadecimal digits, or the word that stands for it.
  init(method: String, path: String, query: String, headers: [(name: String, value: String)], payload: String) {
    var values: [String: [String]] = [:]
    for (name, value) in headers {
      let name = name.lowercased()
      if !Self.unsigned.contains(name) { values[name, default: []].append(Self.trimmed(value)) }
    }
    let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    signedHeaders = sorted.map(\.key).joined(separator: ";")
    let lines = sorted.map { "\($0.key):\($0.value.joined(separator: ","))\n" }.joined()
    text = [method, path, Self.query(query), lines, signedHeaders, payload].joined(separator: "\n")
  }

  /// Blanks around a value go, and those inside become one.
  private static func trimmed(_ value: String) -> String {
    value.split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
  }

  /// The items of a query, each encoded once, by name and then by value.
  static func query(_ text: String) -> String {
    let items = text.split(separator: "&").map { item in
      let name = item.prefix { $0 != "=" }
      return (encoded(name), encoded(item.dropFirst(name.count + 1)))
    }
    let sorted = items.sorted { a, b in
      a.0 == b.0 ? a.1.utf8.lexicographicallyPrecedes(b.1.utf8) : a.0.utf8.lexicographicallyPrecedes(b.0.utf8)
    }
    return sorted.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  private static func encoded(_ text: Substring) -> String {
    PercentEncoding.encode(PercentEncoding.decode(text.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }))
  }

  /// S3 takes a path as it is, encoded once. All other services take it without `.`, `..` and empty segments, and encode what is encoded
  /// already once more.
  static func path(_ path: String, isS3: Bool) -> String {
    if isS3 {
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      return path.isEmpty ? "/" : segments.map { PercentEncoding.encode(PercentEncoding.decode($0.utf8)) }.joined(separator: "/")
    }
    var segments: [Substring] = []
    for segment in path.split(separator: "/") where segment != "." {
      if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
    }
    let isFolder = path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("/..")
    let whole = "/" + segments.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    return isFolder && !segments.isEmpty ? whole + "/" : whole
  }
}
