import DialBuild
import DialJSON

extension SpecSchema {
  static let auth = KeyTable.auth.schema([
    "bearer": .text.doc("The label of the stored token, which is sent as `Authorization: Bearer`."),
    "header": .text.doc("A header and the label of the token to send in it: `X-Auth-Token session`."),
    "query": .text.doc("A query item and the label of the token to send in it: `token session`."),
    "refresh": .reference("login"),
    "from": .words(.supply).doc(
      "Which other responses contain the token: the response that rejects a call (`refusal`), or every response with a token "
        + "(`response`)."),
    "any": .list(of: .reference("auth")).doc(
      "Alternative credentials. Dial sends the first one whose variables have values: `[\"bearer ${TOKEN}\", \"basic ${USER} ${PASSWORD}\", none?]`."
    ),
    "on": .statuses.doc("Statuses after which Dial renews the token and repeats the call once: `[401]`."),
  ]).or(
    usually: .word(
      SchemaPattern.auth,
      "expected none, bearer ${TOKEN}, basic ${USER} ${PASSWORD}, digest ${USER} ${PASSWORD}, header NAME ${KEY}, query NAME ${KEY} or "
        + "aws4 ${KEY} ${SECRET}"
    )
  )
  .or(.list(of: .reference("auth")))
  .examples(
    "none", "bearer ${TOKEN}", "basic ${USER} ${PASSWORD}", "digest ${USER} ${PASSWORD}", "header X-Api-Key ${KEY}", "query key ${KEY}",
    "aws4 ${KEY} ${SECRET} s3 eu-west-1"
  )
  .doc(
    """
    Credentials, sent only to the origin of `base`: `none`, `bearer ${TOKEN}`, `basic ${USER} ${PASSWORD}`, `digest ${USER} ${PASSWORD}`, \
    `header X-Api-Key ${KEY}`, `query key ${KEY}`, `aws4 ${KEY} ${SECRET} s3 eu-west-1`. A mapping declares a token that Dial fetches, stores and renews. \
    All credentials in a list are sent; `none?` in the list makes them optional.
    """)

  static let aws4 = KeyTable.aws4.schema([
    "key": .text.doc("The access key ID: `\"${AWS_ACCESS_KEY_ID}\"`."),
    "secret": .text.doc("The secret access key: `\"${AWS_SECRET_ACCESS_KEY}\"`."),
    "token": .text.doc("The session token of temporary credentials. It is not sent if its variable has no value."),
    "service": .text.doc("The service in the signature, such as `s3`. For an AWS host, the default is derived from the host."),
    "region": .text.doc("The region in the signature, such as `eu-west-1`. For an AWS host, the default is derived from the host."),
    "payload": .words(.payload).otherwise("signed").doc("What is signed in the body: its digest, nothing, or each chunk separately."),
    "carrier": .words(.carrier).otherwise("header").doc("Where the signature is sent."),
    "expires": .duration.otherwise("5m").doc("How long a signature in the query is valid, up to 7d."),
  ]).doc("Signs each request with AWS Signature Version 4.")

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
  ]).doc("The client certificate: `{cert: me.pem, key: me.key}`. It is sent only to the origin of `base`.")
}
