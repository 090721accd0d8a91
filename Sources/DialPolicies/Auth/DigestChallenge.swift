/// A digest challenge (RFC 7616 section 3.3).
struct DigestChallenge: Sendable, Equatable {
  /// The parts of a request that the response to the challenge protects.
  enum Protection: String, Sendable {
    case auth
    case body = "auth-int"
  }

  let realm: String
  var nonce: String
  let opaque: String?
  let algorithm: DigestAlgorithm
  /// The name as the server wrote it; nil if it named none.
  let algorithmName: String?
  let isSession: Bool
  /// The supported protections; nil for servers older than RFC 2617.
  let protections: [Protection]?
  let isStale: Bool
  let hidesUser: Bool
  let isUTF8: Bool

  /// Selects the first supported challenge (RFC 7616 section 3.7); nil if there is none.
  init?(_ challenges: [Challenge]) {
    guard let found = challenges.lazy.compactMap({ DigestChallenge($0) }).first else { return nil }
    self = found
  }

  private init?(_ challenge: Challenge) {
    let given = challenge.parameters
    guard challenge.scheme == "digest", let realm = given["realm"], let nonce = given["nonce"] else { return nil }
    guard let algorithm = DigestAlgorithm(given["algorithm"] ?? DigestAlgorithm.md5.rawValue) else { return nil }
    let words = given["qop"].map { $0.split(whereSeparator: { ", \t".contains($0) }).map { $0.lowercased() } }
    let protections = words?.compactMap { Protection(rawValue: $0) }
    if let protections, protections.isEmpty { return nil }
    self.realm = realm
    self.nonce = nonce
    self.algorithm = algorithm
    self.protections = protections
    opaque = given["opaque"]
    algorithmName = given["algorithm"]
    isSession = given["algorithm"]?.lowercased().hasSuffix("-sess") ?? false
    isStale = given["stale"]?.lowercased() == "true"
    hidesUser = given["userhash"]?.lowercased() == "true"
    isUTF8 = given["charset"]?.lowercased() == "utf-8"
  }
}
