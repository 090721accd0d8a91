import DialBuild
import DialJSON
import DialPolicies

extension SpecSchema {
  static let auth = KeyTable.auth.schema([
    "bearer": .text.doc("The label of the stored token, which is sent as `Authorization: Bearer`."),
    "header": .text.doc("A header and the label of the token to send in it: `X-Auth-Token session`."),
    "query": .text.doc("A query item and the label of the token to send in it: `token session`."),
    "refresh": .reference("login"),
    "scheme": .text.doc("The word before a token in the header `Authorization`: `{scheme: Bot, token: \"${TOKEN}\"}`."),
    "token": token.or(.text),
    "from": .words(.supply).doc(
      "Which other responses contain the token: the response that rejects a call (`refusal`), or every response with a token "
        + "(`response`)."),
    "any": .list(of: .reference("auth")).doc(
      "Alternative credentials. Dial sends the first one whose variables have values: `[\"bearer ${TOKEN}\", \"basic ${USER} ${PASSWORD}\", none?]`."
    ),
    "on": .statuses.doc("Statuses after which Dial renews the token and repeats the call once: `[401]`."),
  ]).or(usually: .word(SchemaPattern.auth, "expected \(lines.dropLast().joined(separator: ", ")) or \(lines.last ?? "")"))
    .or(.list(of: .reference("auth")))
    .examples(lines.map(JSON.string))
    .doc(
      """
      Credentials, sent only to the origin of `base`: \(lines.map { "`\($0)`" }.joined(separator: ", ")). A mapping declares a token that \
      Dial fetches, stores and renews. All credentials in a list are sent; `none?` in the list makes them optional.
      """)

  private static let lines = ["none"] + CredentialKinds.all.compactMap(\.syntax?.example)

  /// The mappings of the kinds of credentials.
  static let credentials: [(key: String, value: Schema)] = CredentialKinds.all.compactMap { kind in
    guard let syntax = kind.syntax, syntax.more != nil else { return nil }
    return (kind.name, KeyTable.of(kind).schema(syntax.keys.map { ($0.name, schema($0)) }).doc(syntax.doc))
  }

  private static func schema(_ key: CredentialKey) -> Schema {
    switch key.form {
    case .text, .secret, .headerName, .itemName: .text.doc(key.doc)
    case .word(let words): .words(words).otherwise(.string(words.first ?? "")).doc(key.doc)
    case .seconds(let standard): .duration.otherwise(.string(standard)).doc(key.doc)
    }
  }

  static let login = KeyTable.login.schema([
    "call": .text.doc("The endpoint that returns the token. It is called without the token."),
    "args": .names(to: .anything).doc(
      "The arguments of the call. In `refresh`, `{refresh_token}` and `{access_token}` are the values of the old token."),
  ]).doc("The call that fetches or renews the token: `{call: login, args: {user: \"${USER}\"}}`.")

  static let token = KeyTable.token.schema([
    "access": .jmesPath.otherwise("access_token").doc("Location of the token in the response: a path, or `header.NAME`."),
    "refresh": .jmesPath.otherwise("refresh_token").doc("Location of the refresh token in the response."),
    "expires": .jmesPath.otherwise("expires_in").doc(
      "Location of the expiry in the response: seconds from now, a Unix time, or an RFC 3339 date."),
  ]).doc("Locations of the values in the response of `login`: `{access: access_token, refresh: refresh_token, expires: expires_in}`.")

  static let oauth2 = KeyTable.oauth2.schema([
    "grant": .words(.grant).doc("The grant type (RFC 6749; RFC 8628 for `device_code`)."),
    "token_url": .text.doc("Token endpoint: a URL, or a path relative to `base`."),
    "auth_url": .text.doc("Authorization endpoint, which the user opens in a browser."),
    "device_url": .text.doc("Device authorization endpoint (RFC 8628)."),
    "revoke_url": .text.doc("Revocation endpoint (RFC 7009)."),
    "client_id": .text.doc("Client ID, such as `\"${ID}\"`."), "client_secret": .text.doc("Client secret, such as `\"${SECRET}\"`."),
    "client_auth": .words(.clientAuth).otherwise("basic").doc("Where the client credentials are sent."),
    "scope": .text.orList.doc("Requested scopes."), "audience": .text.doc("Audience of the token."),
    "refresh_token": .text.doc("Initial refresh token for the grant `refresh_token`."),
    "username": .text.doc("User name for the grant `password`."), "password": .text.doc("Password for the grant `password`."),
  ]).doc("An OAuth 2 token: `{grant: client_credentials, token_url: …, client_id: \"${ID}\", client_secret: \"${SECRET}\"}`.")

  private static let host = "expected a host such as api.example.com or *.example.com"

  static let tls = KeyTable.tls.schema([
    "pins": .names(
      (SchemaPattern.pinned, host), to: .word(SchemaPattern.pin, "expected a pin: sha256/ followed by a base64 digest").orList
    )
    .doc("Accepted digests by host; the certificate chain must match one: `{\"*.example.com\": [sha256/AAAA=, sha256/BBBB=]}`."),
    "mode": .words(.pinMode).otherwise("key").doc("What the digests are computed from."),
    "except": .text("^$|" + SchemaPattern.pinned, host).or(.list(of: .text(SchemaPattern.pinned, host))).doc(
      "Hosts that are not pinned: `[cdn.example.com, \"*.eu.example.com\"]`."),
    "ca": .path.doc("A PEM file with the trusted certificate authorities, instead of those of the system."),
    "min": .words(.tlsVersion).doc("The minimum TLS version."),
  ]).doc("TLS settings in addition to certificate verification: pins, certificate authorities, a client certificate, a minimum version.")

  static let client = KeyTable.client.schema([
    "cert": .path.doc("A file with the certificate."), "key": .path.doc("A file with the private key."),
    "password": .text.doc("The password of the key: `\"${KEY_PASSWORD}\"`."),
  ]).doc("The client certificate: `{cert: me.pem, key: me.key}`. It is sent only to the origin of `base`.")
}
