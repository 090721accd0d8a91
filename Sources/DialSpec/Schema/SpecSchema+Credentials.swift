import DialJSON

extension SpecSchema {
  static let auth = Schema.word(
    SchemaPattern.auth,
    "expected none, bearer ${TOKEN}, basic ${USER} ${PASSWORD}, digest ${USER} ${PASSWORD}, header NAME ${KEY}, query NAME ${KEY} or "
      + "aws4 ${KEY} ${SECRET}"
  ).or(
    .mapping(
      .auth,
      [
        "bearer": .text.doc("The label under which the token is kept; it is sent as `Authorization: Bearer`."),
        "header": .text.doc("A header, and the label of the token that is sent in it: `X-Auth-Token session`."),
        "query": .text.doc("An item of the query, and the label of the token that is sent in it: `token session`."),
        "login": .reference("login"), "refresh": .reference("login"), "token": .reference("token"),
        "from": .words(.supply).doc(
          "Which responses to ordinary calls bring the token: the one that refuses the call, or each one that holds a token."),
        "aws4": .reference("aws4"),
        "any": .list(of: .reference("auth")).doc(
          "Alternatives, of which the first whose variables have values is sent: `[\"bearer ${TOKEN}\", \"basic ${USER} ${PASSWORD}\", none?]`."
        ),
        "on": .statuses.doc("After which statuses the token is renewed and the call repeated once: `[401]`."),
        "oauth2": .reference("oauth2"),
      ])
  )
  .or(.list(of: .reference("auth")))
  .examples(
    "none", "bearer ${TOKEN}", "basic ${USER} ${PASSWORD}", "digest ${USER} ${PASSWORD}", "header X-Api-Key ${KEY}", "query key ${KEY}",
    "aws4 ${KEY} ${SECRET} s3 eu-west-1"
  )
  .doc(
    """
    Credentials, sent to the origin of `base` only: `none`, `bearer ${TOKEN}`, `basic ${USER} ${PASSWORD}`, `digest ${USER} ${PASSWORD}`, \
    `header X-Api-Key ${KEY}`, `query key ${KEY}`, `aws4 ${KEY} ${SECRET} s3 eu-west-1`. A mapping is a token that is kept under a label, fetched and renewed. \
    A list has all of its credentials sent; `none?` in it makes them optional.
    """)

  static let aws4 = Schema.mapping(
    .aws4,
    [
      "key": .text.doc("The id of the access key: `\"${AWS_ACCESS_KEY_ID}\"`."),
      "secret": .text.doc("Its secret: `\"${AWS_SECRET_ACCESS_KEY}\"`."),
      "token": .text.doc("The token of temporary credentials; it is left out where its variable has no value."),
      "service": .text.doc("The service that signatures name, such as `s3`; a host of AWS tells it."),
      "region": .text.doc("The region that signatures name, such as `eu-west-1`; a host of AWS tells it."),
      "payload": .words(.payload).otherwise("signed").doc("What is signed of a body: its digest, nothing, or each chunk by itself."),
      "carrier": .words(.carrier).otherwise("header").doc("Where the signature stands in a request."),
      "expires": .duration.otherwise("5m").doc("How long a signature in the query holds, up to 7d."),
    ]
  ).doc("A key that signs each request: AWS Signature Version 4.")

  static let login = Schema.mapping(
    .login,
    [
      "call": .text.doc("The endpoint that gives the token. It is called without the token."),
      "args": .names(to: .anything).doc("Its arguments; for a refresh `{refresh_token}` and `{access_token}` are those of the old token."),
    ]
  ).doc("The call that fetches the token, or renews it: `{call: login, args: {user: \"${USER}\"}}`.")

  static let token = Schema.mapping(
    .token,
    [
      "access": .jmesPath.otherwise("access_token").doc("Where the token stands in the reply: a path, or `header.NAME`."),
      "refresh": .jmesPath.otherwise("refresh_token").doc("Where the token for a renewal stands."),
      "expires": .jmesPath.otherwise("expires_in").doc(
        "Where it says how long the token holds: seconds from now on, a Unix time, or a date of RFC 3339."),
    ]
  ).doc("Where the reply of `login` holds what: `{access: access_token, refresh: refresh_token, expires: expires_in}`.")

  static let oauth2 = Schema.mapping(
    .oauth2,
    [
      "grant": .words(.grant).doc("The kind of grant (RFC 6749; `device_code` is RFC 8628)."),
      "token_url": .text.doc("Where tokens are fetched: a URL, or a path of the base."),
      "auth_url": .text.doc("Where a user agrees, in a browser."),
      "device_url": .text.doc("Where a device asks for its code (RFC 8628)."),
      "revoke_url": .text.doc("Where a token is given back (RFC 7009)."),
      "client_id": .text.doc("Who asks, such as `\"${ID}\"`."), "client_secret": .text.doc("Such as `\"${SECRET}\"`."),
      "client_auth": .words(.clientAuth).otherwise("basic").doc("Where the client says who it is."),
      "scope": .text.orList.doc("What is asked for."), "audience": .text.doc("For whom the token is."),
      "refresh_token": .text.doc("A token to begin with, of the grant `refresh_token`."),
      "username": .text.doc("The user of the grant `password`."), "password": .text.doc("The password of the grant `password`."),
    ]
  ).doc("A token by OAuth 2: `{grant: client_credentials, token_url: …, client_id: \"${ID}\", client_secret: \"${SECRET}\"}`.")

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
