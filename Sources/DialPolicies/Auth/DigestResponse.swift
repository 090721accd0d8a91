import Crypto
import DialMessage
import DialModel

/// The value of Authorization that responds to a challenge (RFC 7616 section 3.4).
struct DigestResponse {
  let challenge: DigestChallenge
  let user: String
  let password: String
  /// Chosen by the client once per challenge.
  let clientNonce: String
  var firstNonce: String?

  private func hash(_ text: String) -> String { challenge.algorithm.hash(text) }

  /// Returns the header for one request. `count` requests have used the nonce, including this one. The hash of the body is used only if the
  /// challenge requires it.
  func header(_ method: String, _ target: String, count: Int, bodyHash: String = "") -> String {
    let protection: DigestChallenge.Protection? = challenge.protections.map { $0.contains(.auth) ? .auth : .body }
    let number = Self.number(count)
    let quoted = HeaderRules.quoted
    let response = response(method, target, number, protection, bodyHash)
    var items = [name, ("realm", quoted(challenge.realm)), ("nonce", quoted(challenge.nonce)), ("uri", quoted(target))]
    if let algorithm = challenge.algorithmName { items.append(("algorithm", algorithm)) }
    if let protection { items += [("qop", protection.rawValue), ("nc", number), ("cnonce", quoted(clientNonce))] }
    items.append(("response", quoted(response)))
    if let opaque = challenge.opaque { items.append(("opaque", quoted(opaque))) }
    if challenge.hidesUser { items.append(("userhash", "true")) }
    return "Digest " + items.map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
  }

  /// Computes the response by RFC 7616 section 3.4.1, or RFC 2069 without protection.
  private func response(
    _ method: String, _ target: String, _ number: String, _ protection: DigestChallenge.Protection?, _ bodyHash: String
  ) -> String {
    var about = "\(method):\(target)"
    if protection == .body { about += ":\(bodyHash)" }
    guard let protection else { return hash("\(key):\(challenge.nonce):\(hash(about))") }
    return hash("\(key):\(challenge.nonce):\(number):\(clientNonce):\(protection.rawValue):\(hash(about))")
  }

  /// Computes the `rspauth` of a server that knows the password (RFC 7616 section 3.5): the same hash without a method.
  func proof(_ target: String, count: Int, _ protection: DigestChallenge.Protection, body: [UInt8]) -> String {
    response("", target, Self.number(count), protection, challenge.algorithm.hash(body))
  }

  private var key: String {
    let key = hash("\(user):\(challenge.realm):\(password)")
    return challenge.isSession ? hash("\(key):\(firstNonce ?? challenge.nonce):\(clientNonce)") : key
  }

  private static func number(_ count: Int) -> String {
    let digits = String(count, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  /// The user name: hashed if the server requires it, encoded by RFC 8187 if it is not ASCII.
  private var name: (String, String) {
    if challenge.hidesUser { return ("username", HeaderRules.quoted(hash("\(user):\(challenge.realm)"))) }
    if HeaderRules.isValue(user) { return ("username", HeaderRules.quoted(user)) }
    return ("username*", "UTF-8''\(PercentEncoding.encode(user))")
  }
}

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

  /// Selects the first supported challenge (RFC 7616 section 3.7); nil if there is none.
  init?(_ challenges: [Challenge]) {
    guard let found = challenges.lazy.compactMap({ DigestChallenge($0) }).first else { return nil }
    self = found
  }

  private init?(_ challenge: Challenge) {
    let given = challenge.parameters
    guard challenge.scheme == "digest", let nonce = given["nonce"] else { return nil }
    guard let algorithm = DigestAlgorithm(given["algorithm"] ?? DigestAlgorithm.md5.rawValue) else { return nil }
    let words = given["qop"].map { $0.split(whereSeparator: { ", \t".contains($0) }).map { $0.lowercased() } }
    // An empty list is that of RFC 2069, as no list is.
    let protections = words?.isEmpty == true ? nil : words?.compactMap { Protection(rawValue: $0) }
    if let protections, protections.isEmpty { return nil }
    realm = given["realm"] ?? ""
    self.nonce = nonce
    self.algorithm = algorithm
    self.protections = protections
    opaque = given["opaque"]
    algorithmName = given["algorithm"]
    isSession = given["algorithm"]?.lowercased().hasSuffix("-sess") ?? false
    isStale = given["stale"]?.lowercased() == "true"
    hidesUser = given["userhash"]?.lowercased() == "true"
  }
}

/// The algorithms of digest authentication (RFC 7616 section 6.1). With `-sess`, the key is computed once for each challenge.
enum DigestAlgorithm: String, Sendable {
  case md5 = "MD5"
  case sha256 = "SHA-256"
  case sha512Half = "SHA-512-256"

  init?(_ name: String) {
    let plain = name.uppercased().hasSuffix("-SESS") ? String(name.dropLast(5)) : name
    self.init(rawValue: plain.uppercased())
  }

  func hash(_ bytes: [UInt8]) -> String {
    switch self {
    case .md5: PercentEncoding.hex(Insecure.MD5.hash(data: bytes))
    case .sha256: PercentEncoding.hex(SHA256.hash(data: bytes))
    case .sha512Half: PercentEncoding.hex(SHA512Truncated256.hash(bytes))
    }
  }

  func hash(_ text: String) -> String { hash(Array(text.utf8)) }

  func hash(_ body: ResponseBody) async throws -> String {
    switch self {
    case .md5: return try await Self.hash(body, Insecure.MD5())
    case .sha256: return try await Self.hash(body, SHA256())
    case .sha512Half:
      var hash = SHA512Truncated256()
      for try await piece in body { hash.update(piece) }
      return PercentEncoding.hex(hash.finalize())
    }
  }

  private static func hash(_ body: ResponseBody, _ function: some HashFunction) async throws -> String {
    var hash = function
    for try await piece in body { hash.update(data: piece) }
    return PercentEncoding.hex(hash.finalize())
  }
}
