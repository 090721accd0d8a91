import DialModel

/// The value of Authorization that answers a challenge (RFC 7616 section 3.4).
struct DigestResponse {
  let challenge: DigestChallenge
  let user: String
  let password: String
  /// Chosen by the client, once for a challenge.
  let clientNonce: String
  /// The nonce that the challenge came with, where another one has followed it.
  var firstNonce: String?

  private func hash(_ text: String) -> String { challenge.algorithm.hash(text) }

  /// The header for one request; nil where only its body could be protected and it is not there to be read.
  ///
  /// - Parameters:
  ///   - target: path and query, as they are sent.
  ///   - count: how many requests have used the nonce, with this one.
  ///   - body: nil for a body that is a stream.
  func header(_ method: String, _ target: String, count: Int, body: [UInt8]?) -> String? {
    let protection: DigestChallenge.Protection?
    switch challenge.protections {
    case nil: protection = nil
    case let offered? where offered.contains(.auth): protection = .auth
    default:
      if body == nil { return nil }
      protection = .body
    }
    let number = Self.number(count)
    let response = response(method, target, number, protection, body ?? [])
    var items = [name, ("realm", quoted(challenge.realm)), ("nonce", quoted(challenge.nonce)), ("uri", quoted(target))]
    if let algorithm = challenge.algorithmName { items.append(("algorithm", algorithm)) }
    if let protection { items += [("qop", protection.rawValue), ("nc", number), ("cnonce", quoted(clientNonce))] }
    items.append(("response", quoted(response)))
    if let opaque = challenge.opaque { items.append(("opaque", quoted(opaque))) }
    if challenge.hidesUser { items.append(("userhash", "true")) }
    return "Digest " + items.map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
  }

  /// RFC 7616 section 3.4.1; without protection that of RFC 2069.
  private func response(
    _ method: String, _ target: String, _ number: String, _ protection: DigestChallenge.Protection?, _ body: [UInt8]
  ) -> String {
    var about = "\(method):\(target)"
    if protection == .body { about += ":\(challenge.algorithm.hash(body))" }
    guard let protection else { return hash("\(key):\(challenge.nonce):\(hash(about))") }
    return hash("\(key):\(challenge.nonce):\(number):\(clientNonce):\(protection.rawValue):\(hash(about))")
  }

  /// What a server that knows the password puts into `rspauth` of its answer (RFC 7616 section 3.5): as if it had asked, without a method.
  func proof(_ target: String, count: Int, _ protection: DigestChallenge.Protection, body: [UInt8]) -> String {
    response("", target, Self.number(count), protection, body)
  }

  private var key: String {
    let key = hash("\(user):\(challenge.realm):\(password)")
    return challenge.isSession ? hash("\(key):\(firstNonce ?? challenge.nonce):\(clientNonce)") : key
  }

  /// Eight digits.
  private static func number(_ count: Int) -> String {
    let digits = String(count, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  /// Hashed where the server wants that; as RFC 8187 writes it where it is no ASCII.
  private var name: (String, String) {
    if challenge.hidesUser { return ("username", quoted(hash("\(user):\(challenge.realm)"))) }
    if HeaderRules.isValue(user) { return ("username", quoted(user)) }
    return ("username*", "UTF-8''\(PercentEncoding.encode(user))")
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
