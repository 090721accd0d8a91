import DialMessage
import DialModel

/// What TLS has to be for one server, beside what the transport's settings say. A connection is shared only by calls of one profile:
/// what was opened without pins, or with another certificate, is never used where these are asked for.
struct TLSProfile: Hashable, Sendable {
  var authorities: TLSModel.NamedFile?
  var client: TLSModel.Client?
  var needsTLS13 = false
  var pins: PinCheck?

  /// Nothing beside the settings.
  init() {}

  /// What a spec asks for at a URL; certificates of the settings come first. Throws where pins cannot be checked.
  init(_ request: PreparedRequest, _ url: RequestURL, _ settings: TLSSettings) throws {
    guard let rules = request.tls else { return }
    pins = PinCheck(rules.model, host: url.host)
    guard url.isSecure else {
      guard pins == nil else { throw TransportError(.tls, "\(url.address) has pins, and http has no key to compare: call it with https") }
      return
    }
    if settings.trustedCertificates == nil { authorities = rules.model.authorities }
    if settings.clientCertificate == nil { client = rules.client(for: "\(url.scheme)://\(url.address)/") }
    needsTLS13 = rules.model.needsTLS13 ?? false
  }
}
