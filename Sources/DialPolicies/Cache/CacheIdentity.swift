package import DialMessage
import DialModel
package import HTTPTypes

/// The user of a call, if it is decided after the cache: by a token, a digest response or cookies. Printing it does not show its parts.
package struct CacheIdentity: Sendable, Hashable {
  /// The session of a token, or the user and password of `auth: digest`; nil if nothing after the cache decides.
  var user: String?
  package var cookies: String?

  package init() {}

  /// A user that no other call has.
  static var unknown: String { "unknown \(UInt64.random(in: 0...(.max)))" }

  /// Returns the user that the request was finally sent for, which can differ from the one that was assumed in advance.
  func corrected(by sent: CacheIdentity) -> CacheIdentity {
    var identity = self
    identity.user = sent.user ?? user
    identity.cookies = sent.cookies ?? cookies
    return identity
  }

  var parts: [String] { [user.map { "user \($0)" }, cookies.map { "cookies \($0)" }].compactMap(\.self) }
}

extension CacheIdentity: SecretHolder {
  package var description: String { "CacheIdentity(‹redacted›)" }
}

private enum CacheIdentityKey: MessageContextKey { typealias Value = CacheIdentity }

/// The header fields that the caller passed.
package enum PassedFields: MessageContextKey { package typealias Value = HTTPFields }

extension PreparedRequest {
  /// The user of the request, if it is decided after the cache.
  package var identity: CacheIdentity {
    get { context[CacheIdentityKey.self] ?? CacheIdentity() }
    set { context[CacheIdentityKey.self] = newValue }
  }

  /// A text for each certificate that it presents to the server of its URL. A file that cannot be read gives a new identity.
  var certificateIdentities: [String] {
    [context[TransportCertificate.self], tls?.client(for: url)?.files.certificate.path].compactMap(\.self).map { path in
      guard case .success(let bytes) = File(path).contents(upTo: 1 << 20) else { return "unreadable \(UInt64.random(in: 0...(.max)))" }
      return CacheDigest.sum(bytes)
    }
  }

  /// Values of the request and its response that are not written to disk: secrets, values with secret names, and headers of the caller.
  var unwritten: Secrets {
    var all = secrets.withUndeclared(of: self)
    for field in context[PassedFields.self] ?? [:] where !NeutralFields.names.contains(field.name.canonicalName) { all.add(field.value) }
    return all
  }
}

extension Response {
  /// The user that the request was sent for, if a policy after the cache decided.
  var identity: CacheIdentity {
    get { context[CacheIdentityKey.self] ?? CacheIdentity() }
    set { context[CacheIdentityKey.self] = newValue }
  }
}
