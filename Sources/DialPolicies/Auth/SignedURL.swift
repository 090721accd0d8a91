import DialModel

/// A URL in the parts that a signature has.
struct SignedURL {
  /// All before the query.
  let head: String
  /// With its port, where that is not the scheme's.
  let host: String
  let path: String
  let query: String

  init(_ url: String) {
    let whole = url.prefix { $0 != "#" }
    let mark = whole.firstIndex(of: "?") ?? whole.endIndex
    head = String(whole[..<mark])
    query = String(whole[mark...].dropFirst())
    let start = head.firstRange(of: "://")?.upperBound ?? head.startIndex
    let slash = head[start...].firstIndex(of: "/") ?? head.endIndex
    path = String(head[slash...])
    host = Self.host(String(head[start..<slash]), scheme: String(head.prefix { $0 != ":" }).lowercased())
  }

  private static func host(_ authority: String, scheme: String) -> String {
    let usual = ["https": ":443", "wss": ":443", "http": ":80", "ws": ":80"][scheme] ?? ""
    let host = authority.lowercased()
    return !usual.isEmpty && host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
  }
}

/// The items of a query that carries its signature.
enum AWS4Query {
  static func items(
    _ signer: AWS4Signer, _ time: AWS4Signer.Time, expires: Int, signedHeaders: String, behind query: String
  ) -> String {
    var items = [
      ("X-Amz-Algorithm", AWS4Signer.algorithm), ("X-Amz-Credential", "\(signer.key)/\(signer.scope(time))"), ("X-Amz-Date", time.stamp),
      ("X-Amz-Expires", String(expires)),
    ]
    if let token = signer.token { items.append(("X-Amz-Security-Token", token)) }
    items.append(("X-Amz-SignedHeaders", signedHeaders))
    let own = items.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    return query.isEmpty ? own : "\(query)&\(own)"
  }
}
