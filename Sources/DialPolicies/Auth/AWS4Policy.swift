import Crypto
import DialMessage
import DialModel
import HTTPTypes

/// Signs the requests to the origin of the base when they are sent, because each attempt and each redirect has its own time and signature.
struct AWS4Policy: Sendable {
  private let signer: AWS4Signer
  private let payload: AWS4Kind.Payload
  private let carrier: AWS4Kind.Carrier
  /// The lifetime of a signature in the query, in seconds.
  private let expires: Int
  private let context: CredentialContext

  private static let date = HTTPField.Name("X-Amz-Date")!
  private static let securityToken = HTTPField.Name("X-Amz-Security-Token")!
  private static let contentHash = HTTPField.Name("X-Amz-Content-Sha256")!
  private static let decodedLength = HTTPField.Name("X-Amz-Decoded-Content-Length")!

  init(_ context: CredentialContext, host: String) throws(CallError) {
    let (values, parts) = (try context.values(), AWSHost.parts(host))
    func declared(_ key: String, or parts: String?) -> String {
      context.credential.text(key) == nil ? parts ?? "" : values[key]
    }
    let (service, region) = (declared("service", or: parts.service), declared("region", or: parts.region))
    guard !service.isEmpty, !region.isEmpty else {
      throw CallError(
        .credentials, "'auth: aws4' requires a service and a region, which are not part of the host '\(host)'",
        hint: "add them to the spec: aws4 ${KEY} ${SECRET} s3 us-east-1")
    }
    let token = values["token"]
    signer = AWS4Signer(
      key: values["key"], secret: values["secret"], token: token.isEmpty ? nil : token, service: service, region: region)
    let settings = context.credential.settings
    payload = settings["payload"].flatMap(AWS4Kind.Payload.init) ?? .signed
    carrier = settings["carrier"].flatMap(AWS4Kind.Carrier.init) ?? .header
    expires = settings["expires"].flatMap { Int($0) } ?? 300
    self.context = context
  }

  func run(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    var request = request
    request.secrets.headerNames.insert(Self.securityToken)
    context.onEachRequest(of: &request) { request, next in
      let signed = try await signed(request)
      var response = try await next(signed)
      // A signature in a URL is a credential, and not part of the response.
      if response.url == signed.url { response.url = request.url }
      return response
    }
    return try await next(request)
  }

  private func signed(_ request: PreparedRequest) async throws -> PreparedRequest {
    var request = request
    let time = AWS4Signer.Time(seconds: context.time)
    let hash = try await hash(of: request)
    // S3 may read '+' in a path as a blank, so the path is sent as it is signed.
    if signer.isS3 { request.url = SignedURL(request.url).canonicalForS3 }
    let url = SignedURL(request.url)
    if payload == .chunked { try announceChunks(in: &request) }
    switch carrier {
    case .header:
      request.headers[Self.date] = time.stamp
      request.headers[Self.securityToken] = signer.token
      if signer.isS3 || payload != .signed { request.headers[Self.contentHash] = hash }
      let form = canonical(request, url, query: url.query, hash)
      request.headers[.authorization] = signer.authorization(form, time)
      if payload == .chunked { chunk(&request, time, seed: signer.signature(of: signer.stringToSign(form, time), time)) }
    case .query:
      let names = canonical(request, url, query: "", hash).signedHeaders
      let query = signer.query(time, expires: expires, signedHeaders: names, behind: url.query)
      // A presigned URL of S3 does not sign the body.
      let form = canonical(request, url, query: query, signer.isS3 ? "UNSIGNED-PAYLOAD" : hash)
      let signature = signer.signature(of: signer.stringToSign(form, time), time)
      request.secrets.add(signature)
      request.url = "\(url.head)?\(query)&X-Amz-Signature=\(signature)"
    }
    return request
  }

  private func canonical(_ request: PreparedRequest, _ url: SignedURL, query: String, _ payload: String) -> CanonicalRequest {
    CanonicalRequest(
      method: request.method.rawValue, path: CanonicalRequest.path(url.path, isS3: signer.isS3), query: query,
      headers: [("host", url.host)] + request.headers.map { ($0.name.canonicalName, $0.value) }, payload: payload)
  }

  /// Returns the hash of the body, or the word that replaces it.
  private func hash(of request: PreparedRequest) async throws -> String {
    switch payload {
    case .unsigned: return "UNSIGNED-PAYLOAD"
    case .chunked: return SignedChunks.payload
    case .signed: break
    }
    if let whole = request.body.whole { return AWS4Signer.digest(whole) }
    guard case .stream(_, let replay?, _) = request.body else {
      throw CallError(
        .credentials, "the body can be read only once, but its digest must be signed before it is sent",
        hint: "set 'payload: unsigned' or 'payload: chunked' in 'aws4'")
    }
    var hash = SHA256()
    for try await piece in replay() { hash.update(data: piece) }
    return PercentEncoding.hex(hash.finalize())
  }

  private func announceChunks(in request: inout PreparedRequest) throws(CallError) {
    guard let length = request.body.length else {
      throw CallError(
        .credentials, "'payload: chunked' requires a body of known length",
        hint: "set 'payload: unsigned' in 'aws4', or 'compress: none' if the body is compressed")
    }
    request.headers[Self.decodedLength] = String(length)
    request.headers[.contentEncoding] = (["aws-chunked"] + [request.headers[.contentEncoding]].compactMap(\.self)).joined(separator: ",")
  }

  private func chunk(_ request: inout PreparedRequest, _ time: AWS4Signer.Time, seed: String) {
    let chunked: @Sendable (ResponseBody) -> ResponseBody = { [signer] body in
      SignedChunks(body: body, signer: signer, time: time, seed: seed).signed()
    }
    let length = request.body.length.map { SignedChunks.length(of: $0) }
    if case .stream(_, let replay, let body) = request.body {
      request.body = .stream(length: length, replay: replay.map { replay in { @Sendable in chunked(replay()) } }, chunked(body))
    } else {
      let body = ResponseBody(request.body.whole ?? [])
      request.body = .stream(length: length, replay: { chunked(body) }, chunked(body))
    }
  }
}
