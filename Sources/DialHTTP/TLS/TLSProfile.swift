import DialMessage
import DialModel

/// The TLS rules of one server, in addition to the settings of the transport. Only calls with the same profile share a connection: one
/// that was opened without pins, or with another certificate, is not used for a call that requires them.
struct TLSProfile: Hashable, Sendable {
  var authorities: TLSModel.NamedFile?
  var client: TLSModel.Client?
  var needsTLS13 = false
  var pins: PinCheck?

  /// Creates a profile without additional rules.
  init() {}

  /// Creates the profile of a spec for a URL; certificates in the settings take precedence. Throws if pins cannot be checked.
  init(_ request: PreparedRequest, _ url: RequestURL, _ settings: TLSSettings) throws {
    guard let rules = request.tls else { return }
    pins = PinCheck(rules.model, host: url.host)
    guard url.isSecure else {
      guard pins == nil else { throw TransportError(.tls, "\(url.address) has pins, which http cannot check; use https") }
      return
    }
    if settings.trustedCertificates == nil { authorities = rules.model.authorities }
    if settings.clientCertificate == nil { client = rules.client(for: "\(url.scheme)://\(url.address)/") }
    needsTLS13 = rules.model.needsTLS13 ?? false
  }
}
