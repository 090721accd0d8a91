/// Names whose values a recording does not keep: `access_token`, `clientSecret`, `X-Api-Key`.
enum SecretNames {
  private static let words: Set<String> = [
    "assertion", "auth", "authorization", "credential", "jwt", "key", "otp", "passphrase", "passwd", "password", "pwd", "secret", "session",
    "sig", "signature", "token",
  ]
  /// The last word of names that tell about a secret, and not the secret: `token_type`, `keys_url`.
  private static let harmless: Set<String> = [
    "algorithm", "at", "count", "endpoint", "expiration", "expires", "expiry", "format", "in", "length", "limit", "method", "methods",
    "name", "policy", "scheme", "scope", "scopes", "size", "status", "type", "types", "uri", "url", "usage", "version",
  ]
  /// Of names in one piece: `apikey`, `authtoken`.
  private static let endings = ["token", "secret", "password", "passwd", "apikey", "accesskey", "authkey", "secretkey", "sessionid"]

  /// Whether a name has one of the words in it, as `access_token` has. `author` and `keyboard` have not.
  static func contains(_ name: String) -> Bool {
    guard name.utf8.count <= 200 else { return true }
    let parts = split(name)
    if let last = parts.last, harmless.contains(last) { return false }
    if parts.contains(where: { words.contains($0) || $0.hasSuffix("s") && words.contains(String($0.dropLast())) }) {
      return parts != ["keys"]
    }
    return parts.contains { part in endings.contains { part.hasSuffix($0) || part.hasSuffix($0 + "s") } }
  }

  /// `accessToken`, `access-token` and `access_token` are `access` and `token`.
  private static func split(_ name: String) -> [String] {
    let letters = Array(name.unicodeScalars)
    var words: [String] = []
    var word = ""
    for (index, letter) in letters.enumerated() {
      let isUpper = letter.properties.isUppercase
      let follows = index > 0 && !letters[index - 1].properties.isUppercase
      let leads = index + 1 < letters.count && letters[index + 1].properties.isLowercase
      if !letter.properties.isAlphabetic || isUpper && (follows || leads) {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if letter.properties.isAlphabetic { word.unicodeScalars.append(letter) }
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }
}
