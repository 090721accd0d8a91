import HTTPTypes

/// Which field lines of an answer are kept, and what an answer of 304 or to HEAD changes in them (RFC 9111 sections 3.1 and 3.2).
enum StoredFields {
  /// Those of one connection.
  private static let hops: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "proxy-connection", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]
  /// What belongs to the body that is kept.
  private static let ofTheBody: Set<String> = ["content-encoding", "content-length", "content-range", "etag"]

  static func of(_ fields: HTTPFields) -> HTTPFields {
    let named = Set(fields[values: .connection].flatMap { ListItems($0).map { $0.lowercased() } })
    return HTTPFields(fields.filter { !hops.contains($0.name.canonicalName) && !named.contains($0.name.canonicalName) })
  }

  /// The kept fields, with those of a newer head in their place.
  static func merged(_ old: HTTPFields, _ new: HTTPFields) -> HTTPFields {
    let news = of(new).filter { !ofTheBody.contains($0.name.canonicalName) }
    let names = Set(news.map(\.name))
    // An age is that of one answer.
    let kept = old.filter { !names.contains($0.name) && $0.name.canonicalName != "age" }
    return HTTPFields(kept + news)
  }
}
