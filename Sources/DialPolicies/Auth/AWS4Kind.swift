import DialMessage
import DialModel

/// A key that signs each request (AWS Signature Version 4).
struct AWS4Kind: CredentialKind, RequestAuthorizer {
  /// The signed part of a body.
  enum Payload: String, CaseIterable {
    /// Its SHA-256.
    case signed
    /// Nothing: `UNSIGNED-PAYLOAD`.
    case unsigned
    /// Each chunk separately, while it is sent.
    case chunked
  }

  enum Carrier: String, CaseIterable { case header, query }

  let name = "aws4"
  let syntax: CredentialSyntax? = CredentialSyntax(
    [
      .init("key", doc: "The access key ID: `\"${AWS_ACCESS_KEY_ID}\"`."),
      .init("secret", .secret, doc: "The secret access key: `\"${AWS_SECRET_ACCESS_KEY}\"`."),
      .init(
        "service", isRequired: false, mayBeEmpty: true,
        doc: "The service in the signature, such as `s3`. For an AWS host, the default is derived from the host."),
      .init(
        "region", isRequired: false, mayBeEmpty: true,
        doc: "The region in the signature, such as `eu-west-1`. For an AWS host, the default is derived from the host."),
      .init(
        "token", .secret, isRequired: false, isOptional: true,
        doc: "The session token of temporary credentials. It is not sent if its variable has no value."),
    ],
    more: [
      .init(
        "payload", .word(Payload.allCases.map(\.rawValue)), isRequired: false,
        doc: "What is signed in the body: its digest, nothing, or each chunk separately."),
      .init("carrier", .word(Carrier.allCases.map(\.rawValue)), isRequired: false, doc: "Where the signature is sent."),
      .init("expires", .seconds(standard: "5m"), isRequired: false, doc: "How long a signature in the query is valid, up to 7d."),
    ],
    example: "aws4 ${KEY} ${SECRET} s3 eu-west-1",
    needs: "a key and secret, and accepts a service, region and session token",
    doc: "Signs each request with AWS Signature Version 4.", secret: "secret")
  let readsBody = true
  var authorization: CredentialAuthorization { .request(self) }

  func title(_ declared: CredentialDeclaration) -> String {
    ([name] + ["service", "region"].compactMap(declared.literal)).joined(separator: " ")
  }

  func faults(_ declared: CredentialDeclaration) -> [CredentialFault] {
    let isInQuery = declared.settings["carrier"] == Carrier.query.rawValue
    var faults: [CredentialFault] = []
    if let expires = declared.settings["expires"] {
      if !isInQuery {
        faults.append(CredentialFault("'expires' has no effect without 'carrier: query'", at: "expires", isWarning: true))
      } else if !(1...604_800).contains(Int(expires) ?? 0) {
        faults.append(CredentialFault("'expires' must be from 1s to 7d", at: "expires"))
      }
    }
    if isInQuery, declared.settings["payload"] == Payload.chunked.rawValue {
      faults.append(CredentialFault("'payload: chunked' requires 'carrier: header'"))
    }
    return faults
  }

  func work(_ credential: Credential) -> String { "signs each request" }

  func product(_ credential: Credential) -> String { "the signature" }

  func send(_ request: PreparedRequest, _ next: Next, _ context: CredentialContext) async throws -> Response {
    try await AWS4Policy(context, host: SignedURL(request.url).host).run(request, next)
  }
}

/// The service and region in a host of AWS: S3 in eu-west-1 for `bucket.s3.eu-west-1.amazonaws.com`.
enum AWSHost {
  static func parts(_ host: String) -> (service: String?, region: String?) {
    guard let end = [".amazonaws.com", ".amazonaws.com.cn", ".api.aws"].first(where: { host.lowercased().hasSuffix($0) }) else {
      return (nil, nil)
    }
    var labels = host.lowercased().dropLast(end.count).split(separator: ".").map(String.init)
    // Global hosts, such as `s3.amazonaws.com` and `iam.amazonaws.com`, use us-east-1.
    guard let last = labels.popLast() else { return (nil, nil) }
    guard isRegion(last) else { return (service(last), "us-east-1") }
    if labels.last == "dualstack" { labels.removeLast() }
    return (labels.last.map(service), last)
  }

  /// `eu-west-1`, `us-gov-east-1`.
  private static func isRegion(_ label: String) -> Bool {
    let words = label.split(separator: "-")
    return words.count >= 3 && words[0].utf8.count == 2 && words.last.map { $0.allSatisfy(\.isNumber) } ?? false
  }

  /// Returns the name of the service in signatures, which differs from a few hosts.
  private static func service(_ label: String) -> String { ["email": "ses", "s3-accelerate": "s3"][label] ?? label }
}
