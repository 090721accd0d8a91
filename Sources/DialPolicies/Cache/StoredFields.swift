import HTTPTypes

/// Which headers are stored, and how a 304 or a response to HEAD updates them (RFC 9111 sections 3.1 and 3.2).
enum StoredFields {
  /// Headers of a single connection.
  private static let hops: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]
  /// Headers that describe the stored body.
  private static let ofTheBody: Set<String> = ["content-encoding", "content-length", "content-range", "etag"]

  static func of(_ fields: HTTPFields) -> HTTPFields {
    let named = Set(fields[values: .connection].flatMap { ListItems($0).map { $0.lowercased() } })
    return HTTPFields(fields.filter { !hops.contains($0.name.canonicalName) && !named.contains($0.name.canonicalName) })
  }

  /// Returns the stored headers, updated with newer ones.
  static func merged(_ old: HTTPFields, _ new: HTTPFields) -> HTTPFields {
    let news = of(new).filter { !ofTheBody.contains($0.name.canonicalName) }
    let names = Set(news.map(\.name))
    // The Age header applies to one response only.
    let kept = old.filter { !names.contains($0.name) && $0.name.canonicalName != "age" }
    return HTTPFields(kept + news)
  }
}
