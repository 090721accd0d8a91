import Crypto
import DialMessage
import DialModel
import HTTPTypes

/// Signs the requests to the origin of the base when they are sent, because each attempt and each redirect has its own time and signature.
struct AWS4Policy: Sendable {
  private let signer: AWS4Signer
  private let model: AWS4Model
  private let foreign: CrossOriginRule
  /// Seconds since 1970.
  private let clock: @Sendable () -> Int64

  private static let date = HTTPField.Name("X-Amz-Date")!
  private static let securityToken = HTTPField.Name("X-Amz-Security-Token")!
  private static let contentHash = HTTPField.Name("X-Amz-Content-Sha256")!
  private static let decodedLength = HTTPField.Name("X-Amz-Decoded-Content-Length")!

  init(
    _ model: AWS4Model, _ delegate: any AuthDelegate, _ foreign: CrossOriginRule, host: String, clock: @escaping @Sendable () -> Int64
  ) throws(CallError) {
    var filling = TokenArguments(delegate)
    func fill(_ text: Text?) throws(CallError) -> String? {
      guard let text else { return nil }
      return try filling.fill(text)
    }
    let told = AWSHost.parts(host)
    guard let service = try fill(model.service) ?? told.service, let region = try fill(model.region) ?? told.region, !service.isEmpty,
      !region.isEmpty
    else {
      throw CallError(
        .credentials, "'auth: aws4' requires a service and a region, which are not part of the host '\(host)'",
        hint: "add them to the spec: aws4 ${KEY} ${SECRET} s3 us-east-1")
    }
    var token = ""
    do throws(CallError) { token = try fill(model.token) ?? "" } catch {
      // Only temporary credentials have a token. A profile that cannot get it is an error.
      guard error.code == .variable else { throw error }
      if case .variable(_, .profile)? = error.remedy { throw error }
    }
    signer = AWS4Signer(
      key: try fill(model.key) ?? "", secret: try fill(model.secret) ?? "", token: token.isEmpty ? nil : token, service: service,
      region: region)
    (self.model, self.foreign, self.clock) = (model, foreign, clock)
  }

  func run(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    guard request.headers[.authorization] == nil else { return try await next(request) }
    var request = request
    request.secrets.add(signer.secret)
    if let token = signer.token { request.secrets.add(token) }
    request.secrets.headerNames.formUnion([.authorization, Self.securityToken])
    request.context[EachRequest.self] = { request, next in
      guard !request.context[IsAway.self], !foreign.contains(request.url) else { return try await next(request) }
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
    let time = AWS4Signer.Time(seconds: clock())
    let payload = try await payload(of: request)
    // S3 may read '+' in a path as a blank, so the path is sent as it is signed.
    if signer.isS3 { request.url = SignedURL(request.url).canonicalForS3 }
    let url = SignedURL(request.url)
    if model.payload == .chunked { try announceChunks(in: &request) }
    switch model.carrier {
    case .header:
      request.headers[Self.date] = time.stamp
      request.headers[Self.securityToken] = signer.token
      if signer.isS3 || model.payload != .signed { request.headers[Self.contentHash] = payload }
      let form = canonical(request, url, query: url.query, payload)
      request.headers[.authorization] = signer.authorization(form, time)
      if model.payload == .chunked {
        chunk(&request, time, seed: signer.signature(of: signer.stringToSign(form, time), time))
      }
    case .query:
      let names = canonical(request, url, query: "", payload).signedHeaders
      let query = signer.query(time, expires: model.expires, signedHeaders: names, behind: url.query)
      // A presigned URL of S3 does not sign the body.
      let form = canonical(request, url, query: query, signer.isS3 ? "UNSIGNED-PAYLOAD" : payload)
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
  private func payload(of request: PreparedRequest) async throws -> String {
    switch model.payload {
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
