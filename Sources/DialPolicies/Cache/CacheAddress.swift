import DialMessage
import DialModel
import HTTPTypes

/// The key of the responses to a request, and the user that they belong to. Neither can be read back.
struct CacheAddress: Sendable {
  let key: String
  let identity: String
  private let digest: CacheDigest

  init(_ request: PreparedRequest, _ digest: CacheDigest) {
    self.digest = digest
    key = Self.key(request.url, digest)
    identity = Self.identity(request, digest)
  }

  static func key(_ url: String, _ digest: CacheDigest) -> String { digest.hex("url " + normalized(url)) }

  /// The digest of the credentials, so that no user gets the response of another one (T17 of the seeds).
  private static func identity(_ request: PreparedRequest, _ digest: CacheDigest) -> String {
    // Tokens and digest responses are added after the cache, which therefore asks for the identity in advance.
    var credentials = request.identity.parts
    credentials += CertificateIdentity.all(of: request).map { "certificate: \($0)" }
    for field in request.headers where isCredential(field.name, request.secrets) {
      credentials.append("\(field.name.canonicalName): \(field.value)")
    }
    return credentials.isEmpty ? "" : digest.hex("user " + credentials.sorted().joined(separator: "\n"))
  }

  /// Whether a header is part of the identity. Items of the query are already part of the key. A header with a secret name counts, even
  /// if the spec does not know it.
  private static func isCredential(_ name: HTTPField.Name, _ secrets: Secrets) -> Bool {
    let plain = name.canonicalName
    return HeaderRules.isSensitive(plain) || HeaderRules.soundsSecret(plain) || secrets.headerNames.contains(name)
  }

  /// Whether a cached response fits this request.
  func fits(_ reply: StoredReply, _ request: PreparedRequest) -> Bool {
    guard reply.identity == identity, reply.method == "GET" || request.method == .head else { return false }
    return reply.vary.isEmpty || VaryRule.digests(reply.vary.keys, of: request.headers, digest) == reply.vary
  }

  /// Creates the cached response for a response to this request.
  func reply(
    _ request: PreparedRequest, _ status: Int, _ headers: HTTPFields, _ body: [UInt8], requested: Double, answered: Double
  ) -> StoredReply {
    StoredReply(
      url: request.secrets.redact(url: request.url), method: request.method.rawValue, status: status, headers: StoredFields.of(headers),
      body: body, requested: requested, answered: answered, identity: identity,
      vary: VaryRule.digests(VaryRule.names(headers), of: request.headers, digest))
  }

  // MARK: URLs

  /// Returns the URL with scheme and host in lowercase, without the default port; `%7e` becomes `~` (RFC 3986 section 6.2.2).
  static func normalized(_ url: String) -> String {
    guard let origin = Origin(url), let mark = url.firstRange(of: "://") else { return url }
    let rest = url[mark.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "#" }
    let path = rest.first == "/" ? rest : "/" + rest
    return "\(origin.scheme)://\(origin.host):\(origin.port)" + unescaped(path)
  }

  private static func unescaped(_ path: Substring) -> String {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return String(path) }
    let digits = Array("0123456789ABCDEF".utf8)
    var (result, rest) = ([UInt8](), Array(path.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2, let high = PercentEncoding.value(ofHex: rest[rest.startIndex]),
        let low = PercentEncoding.value(ofHex: rest[rest.startIndex + 1])
      else {
        result.append(byte)
        continue
      }
      rest = rest.dropFirst(2)
      let value = high << 4 | low
      if PercentEncoding.isUnreserved(value) { result.append(value) } else { result += [byte, digits[Int(high)], digits[Int(low)]] }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
