import DialMessage
import DialModel
import HTTPTypes

/// The key of the responses to a request, and the user to whom they belong, both as digests.
struct CacheAddress: Sendable {
  let key: String
  /// A digest of everything that may distinguish users; empty if nothing does.
  let identity: String
  private let credentials: [String]
  /// Other header fields that may distinguish users, by lowercase name.
  private let fields: [String: String]
  private let digest: CacheDigest

  init(_ request: PreparedRequest, _ digest: CacheDigest) {
    self.digest = digest
    key = Self.key(request.url, digest)
    (credentials, fields) = Self.users(request, digest)
    identity = Self.identity(credentials, fields, digest)
  }

  static func key(_ url: String, _ digest: CacheDigest) -> String { digest.hex("url " + normalized(url)) }

  /// Returns the parts of a request that distinguish users: credentials, and every other field that may (RFC 9111 section 3.5).
  private static func users(_ request: PreparedRequest, _ digest: CacheDigest) -> (credentials: [String], fields: [String: String]) {
    // Tokens and challenges are added below the cache, so their users are determined here.
    var credentials = request.identity.parts
    var fields: [String: String] = [:]
    credentials += request.certificateIdentities.map { "certificate: \($0)" }
    for field in request.headers {
      let name = field.name.canonicalName
      if isCredential(field.name, request.secrets) {
        credentials.append("\(name): \(field.value)")
      } else if digest.separatesCallers, !NeutralFields.names.contains(name) {
        fields[name, default: name] += "\n: \(field.value)"
      }
    }
    return (credentials, fields)
  }

  private static func identity(_ credentials: [String], _ fields: [String: String], _ digest: CacheDigest) -> String {
    let all = credentials + fields.values
    return all.isEmpty ? "" : digest.hex("user " + all.sorted().joined(separator: "\n"))
  }

  /// Returns the identity for a response that varies by the named fields, which are compared separately.
  private func identity(varyingBy names: some Collection<String>) -> String {
    guard names.contains(where: { fields[$0] != nil }) else { return identity }
    return Self.identity(credentials, fields.filter { !names.contains($0.key) }, digest)
  }

  /// Whether a header is a credential, by its name or by the spec. Items of the query are already part of the key.
  private static func isCredential(_ name: HTTPField.Name, _ secrets: Secrets) -> Bool {
    secrets.headerNames.contains(name) || SecretNames.contains(name.canonicalName, in: .header)
  }

  func fits(_ reply: StoredReply, _ request: PreparedRequest) -> Bool {
    guard reply.method == "GET" || request.method == .head, reply.identity == identity(varyingBy: reply.vary.keys) else { return false }
    return reply.vary.isEmpty || VaryRule.digests(reply.vary.keys, of: request.headers, digest) == reply.vary
  }

  func reply(
    _ request: PreparedRequest, _ status: Int, _ headers: HTTPFields, _ body: [UInt8], requested: Double, answered: Double
  ) -> StoredReply {
    let names = VaryRule.names(headers)
    return StoredReply(
      url: request.secrets.redact(url: request.url), method: request.method.rawValue, status: status, headers: StoredFields.of(headers),
      body: body, requested: requested, answered: answered,
      identity: identity(varyingBy: names), vary: VaryRule.digests(names, of: request.headers, digest))
  }

  /// Returns a cached response with the fields of a newer head, which may vary by others.
  func renewed(_ reply: StoredReply, _ request: PreparedRequest, _ headers: HTTPFields, requested: Double, answered: Double) -> StoredReply
  {
    var renewed = self.reply(
      request, reply.status, StoredFields.merged(reply.headers, headers), reply.body, requested: requested, answered: answered)
    (renewed.method, renewed.lifetime) = (reply.method, reply.lifetime)
    return renewed
  }

  /// Returns the URL with scheme and host in lowercase, without the default port; `%7e` becomes `~` (RFC 3986 section 6.2.2).
  static func normalized(_ url: String) -> String {
    guard let parts = AbsoluteURL(url), let origin = Origin(parts) else { return url }
    let rest = parts.rest.prefix { $0 != "#" }
    let path = rest.first == "/" ? rest : "/" + rest
    return "\(origin.scheme)://\(origin.host):\(origin.port)" + String(decoding: PercentEncoding.normalized(String(path)), as: UTF8.self)
  }
}

/// Header fields that do not distinguish users. If the response depends on one, `Vary` names it.
enum NeutralFields {
  static let names: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-length", "content-type",
    "date", "expect", "host", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "pragma", "range",
    "te", "traceparent", "tracestate", "user-agent", "x-correlation-id", "x-request-id",
  ]
}

/// The parts of a request that select its response (RFC 9111 section 4.1), as digests.
enum VaryRule {
  private static let caseless: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language"]

  /// The names in Vary, in lowercase.
  static func names(_ fields: HTTPFields) -> Set<String> {
    Set(fields[values: .vary].flatMap(\.listItems).map { $0.lowercased() })
  }

  /// The digest of each header that a response varies by; empty for an absent one.
  static func digests(_ names: some Sequence<String>, of request: HTTPFields, _ digest: CacheDigest) -> [String: String] {
    var all: [String: String] = [:]
    for name in names { all[name] = value(of: name, request).map { digest.hex("\(name): \($0)") } ?? "" }
    return all
  }

  private static func value(of name: String, _ request: HTTPFields) -> String? {
    guard let field = HTTPField.Name(name) else { return nil }
    let lines = request[values: field]
    guard !lines.isEmpty else { return nil }
    let value = lines.flatMap(\.listItems).joined(separator: ",")
    return caseless.contains(name) ? value.lowercased() : value
  }
}
