import Crypto
import DialJSON
import DialModel

struct AWS4Signer: Sendable {
  let key: String
  let secret: String
  /// The token of temporary credentials.
  let token: String?
  let service: String
  let region: String

  static let algorithm = "AWS4-HMAC-SHA256"

  /// A time in the format of signatures: `20150830T123600Z`.
  struct Time: Sendable, Equatable {
    let stamp: String
    var date: String { String(stamp.prefix(8)) }

    init(seconds: Int64) {
      let text = Timestamp(seconds: seconds)?.rfc3339 ?? ""
      stamp = text.filter { $0 != "-" && $0 != ":" }
    }
  }

  /// Whether the service uses paths unchanged, and requires the hash of the body in a header.
  var isS3: Bool { service == "s3" || service.hasPrefix("s3-") || service == "s3express" }

  func scope(_ time: Time) -> String { "\(time.date)/\(region)/\(service)/aws4_request" }

  func stringToSign(_ request: CanonicalRequest, _ time: Time) -> String {
    [Self.algorithm, time.stamp, scope(time), Self.digest(request.text)].joined(separator: "\n")
  }

  func signature(of text: String, _ time: Time) -> String {
    PercentEncoding.hex(Self.hmac(text, SymmetricKey(data: signingKey(time))))
  }

  func authorization(_ request: CanonicalRequest, _ time: Time) -> String {
    let signature = signature(of: stringToSign(request, time), time)
    return "\(Self.algorithm) Credential=\(key)/\(scope(time)), SignedHeaders=\(request.signedHeaders), Signature=\(signature)"
  }

  private func signingKey(_ time: Time) -> [UInt8] {
    [time.date, region, service, "aws4_request"].reduce(Array("AWS4\(secret)".utf8)) { key, text in
      Self.hmac(text, SymmetricKey(data: key))
    }
  }

  /// Appends the items of a signature, without the signature itself, to a query.
  func query(_ time: Time, expires: Int, signedHeaders: String, behind query: String) -> String {
    var items = [
      ("X-Amz-Algorithm", Self.algorithm), ("X-Amz-Credential", "\(key)/\(scope(time))"), ("X-Amz-Date", time.stamp),
      ("X-Amz-Expires", String(expires)),
    ]
    if let token { items.append(("X-Amz-Security-Token", token)) }
    items.append(("X-Amz-SignedHeaders", signedHeaders))
    let own = items.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    return query.isEmpty ? own : "\(query)&\(own)"
  }

  private static func hmac(_ text: String, _ key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
  }

  static func digest(_ text: String) -> String { digest(Array(text.utf8)) }

  static func digest(_ bytes: [UInt8]) -> String { PercentEncoding.hex(SHA256.hash(data: bytes)) }
}

/// The canonical form of a request, which both sides compute (AWS Signature Version 4, "Create a canonical request").
struct CanonicalRequest {
  let text: String
  /// The names of the signed headers: `host;x-amz-date`.
  let signedHeaders: String

  /// Headers that a proxy or a transport may change.
  private static let unsigned: Set<String> = [
    "authorization", "connection", "expect", "keep-alive", "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
    "user-agent", "x-amzn-trace-id", "traceparent", "tracestate",
  ]

  /// - Parameter payload: the SHA-256 of the body in hexadecimal, or the word that stands for it.
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

  /// Removes surrounding spaces, and joins inner ones.
  private static func trimmed(_ value: String) -> String {
    value.split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
  }

  /// Returns the items of a query, each encoded once, sorted by name and value.
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

  /// Normalizes a path and encodes it, for services other than S3 a second time.
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

struct SignedURL {
  /// Everything before the query.
  let head: String
  /// The host, with its port if that is not the default.
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
    // Sign the field that is sent.
    host = Origin(head)?.hostField ?? String(head[start..<slash])
  }

  /// The URL with its path as S3 signs it.
  var canonicalForS3: String {
    head.dropLast(path.count) + CanonicalRequest.path(path, isS3: true) + (query.isEmpty ? "" : "?" + query)
  }
}
