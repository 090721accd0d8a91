import DialJSON

/// A token as it is stored in a file.
struct TokenEntry: Sendable, Equatable {
  var key: TokenKey
  var profile: String
  var token: Token

  /// Reads the entries of a file; nil if it is not a token file.
  static func list(_ json: JSON) -> [TokenEntry]? {
    guard json[member: "version"].asInt == 1, let items = json[member: "tokens"].asArray else { return nil }
    return items.compactMap { TokenEntry($0) }
  }

  static func json(_ entries: [TokenEntry]) -> JSON {
    .object([("version", 1), ("tokens", .array(entries.map(\.json)))])
  }

  private init?(_ json: JSON) {
    func text(_ name: String) -> String? { json[member: name].asString }
    guard let label = text("label"), let origin = text("origin"), let access = text("access") else { return nil }
    self.init(
      key: TokenKey(label: label, origin: origin, server: text("server") ?? ""), profile: text("profile") ?? "",
      token: Token(access, refresh: text("refresh"), expires: text("expires").flatMap { Timestamp(rfc3339: $0) }, scope: text("scope")))
    if let session = text("session") { token.session = session }
  }

  init(key: TokenKey, profile: String, token: Token) { (self.key, self.profile, self.token) = (key, profile, token) }

  private var json: JSON {
    let members: [(String, String?)] = [
      ("label", key.label), ("origin", key.origin), ("server", key.server.isEmpty ? nil : key.server),
      ("profile", profile.isEmpty ? nil : profile), ("access", token.access),
      ("refresh", token.refresh), ("expires", token.expires?.rfc3339), ("scope", token.scope), ("session", token.session),
    ]
    return .object(members.compactMap { name, text in text.map { (name, .string($0)) } })
  }
}
