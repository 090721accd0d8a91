import DialJSON

extension SpecSchema {
  static let auth = Schema.word(
    SchemaPattern.auth, "expected none, bearer ${TOKEN}, basic ${USER} ${PASSWORD}, header NAME ${KEY} or query NAME ${KEY}"
  ).or(
    .mapping(
      .auth,
      [
        "bearer": .text.doc("The label under which the token is kept; it is sent as `Authorization: Bearer`."),
        "header": .text.doc("The label of a token that is sent in a header."),
        "query": .text.doc("The label of a token that is sent in the query."),
        "login": .reference("login"), "refresh": .reference("login"), "token": .reference("token"),
        "on": .statuses.doc("After which statuses the token is renewed and the call repeated once: `[401]`."),
        "oauth2": .reference("oauth2"),
      ])
  )
  .examples("none", "bearer ${TOKEN}", "basic ${USER} ${PASSWORD}", "header X-Api-Key ${KEY}", "query key ${KEY}")
  .doc(
    """
    Credentials, sent to the origin of `base` only: `none`, `bearer ${TOKEN}`, `basic ${USER} ${PASSWORD}`, `header X-Api-Key ${KEY}`, \
    `query key ${KEY}`.

    **Not yet:** `digest`, and a mapping (a token that is fetched and kept, `oauth2`); a call under them says that they are not supported.
    """)

  static let login = Schema.mapping(
    .login,
    [
      "call": .anything.doc("The endpoint that gives the token."),
      "args": .anything.doc("Its arguments; for a refresh `{refresh_token}` is a member of the token."),
    ]
  ).doc("The call that fetches the token, or renews it: `{call: login, args: {user: \"${USER}\"}}`.", .refused)

  static let token = Schema.mapping(
    .token,
    [
      "access": .anything.doc("Where the token stands in the reply."), "refresh": .anything.doc("Where the token for a renewal stands."),
      "expires": .anything.doc("Where the seconds stand for which the token holds."),
    ]
  ).doc("Where the reply of `login` holds what: `{access: access_token, refresh: refresh_token, expires: expires_in}`.", .refused)

  static let oauth2 = Schema.mapping(
    .oauth2,
    [
      "grant": .anything.examples("client_credentials", "authorization_code", "refresh_token").doc("The kind of grant (RFC 6749)."),
      "token_url": .anything.doc("Where tokens are fetched."), "authorize_url": .anything.doc("Where a user agrees."),
      "device_url": .anything.doc("Where a device asks for its code (RFC 8628)."),
      "client_id": .anything.doc("Who asks, such as `\"${ID}\"`."), "client_secret": .anything.doc("Such as `\"${SECRET}\"`."),
      "scope": .anything.doc("What is asked for."), "audience": .anything.doc("For whom the token is."),
      "refresh_token": .anything.doc("A token to begin with."),
    ]
  ).doc("A token by OAuth 2: `{grant: client_credentials, token_url: …, client_id: \"${ID}\", client_secret: \"${SECRET}\"}`.", .refused)

  private static let host = "expected a host such as api.example.com or *.example.com"

  static let tls = Schema.mapping(
    .tls,
    [
      "pins": .names((SchemaPattern.pinned, host), to: .word(SchemaPattern.pin, "expected a pin: sha256/ and the digest in base64").orList)
        .doc("Digests of which a chain must have one, by host: `{\"*.example.com\": [sha256/AAAA=, sha256/BBBB=]}`."),
      "mode": .words(.pinMode).otherwise("key").doc("What the digests are of."),
      "except": .text("^$|" + SchemaPattern.pinned, host).or(.list(of: .text(SchemaPattern.pinned, host))).doc(
        "Hosts that are not pinned: `[cdn.example.com, \"*.eu.example.com\"]`."),
      "ca": .path.doc("A PEM file of the authorities to trust, in place of the system's."), "client": .reference("client"),
      "min": .words(.tlsVersion).doc("The least version of TLS."),
    ]
  ).doc("What is asked of connections, in addition to verification: pins, authorities, a client certificate, a version.")

  static let client = Schema.mapping(
    .client, ["cert": .path.doc("A file with the certificate."), "key": .path.doc("A file with its private key.")]
  ).doc("The certificate that the client shows: `{cert: me.pem, key: me.key}`. It goes to the origin of `base` only.")
}
