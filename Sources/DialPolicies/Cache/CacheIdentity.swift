import DialMessage
import DialModel
package import HTTPTypes

/// Whose call it is, where that is decided below the cache: by a token, the answer to a challenge, or a jar of cookies. What one user was
/// answered is not for another.
///
/// It is compared as a digest only, see ``CacheAddress``, and shows nothing of itself where it is printed.
package struct CacheIdentity: Sendable, Hashable {
  /// The session of a token, or user and password of `auth: digest`; nil where nothing below the cache decides.
  var user: String?
  /// What the jar sends along; nil where there is none.
  package var cookies: String?

  package init() {}

  /// No call before this one had it.
  static var unknown: String { "unknown \(UInt64.random(in: 0...(.max)))" }

  /// Whose answer came in the end: who was asked about above the cache may be another one than who was sent.
  func corrected(by sent: CacheIdentity) -> CacheIdentity {
    var identity = self
    identity.user = sent.user ?? user
    identity.cookies = sent.cookies ?? cookies
    return identity
  }

  /// What makes it another one than others.
  var parts: [String] { [user.map { "user \($0)" }, cookies.map { "cookies \($0)" }].compactMap(\.self) }
}

extension CacheIdentity: CustomStringConvertible, CustomReflectable {
  /// Without what it is made of.
  package var description: String { "CacheIdentity(‹redacted›)" }
  /// Without what it is made of.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

private enum CacheIdentityKey: MessageContextKey { typealias Value = CacheIdentity }
private enum PassedFieldsKey: MessageContextKey { typealias Value = HTTPFields }

extension PreparedRequest {
  /// Whose call it is, where that is decided below the cache.
  package var identity: CacheIdentity {
    get { context[CacheIdentityKey.self] ?? CacheIdentity() }
    set { context[CacheIdentityKey.self] = newValue }
  }

  /// The header fields whose values the caller gave.
  package var passedFields: HTTPFields {
    get { context[PassedFieldsKey.self] ?? [:] }
    set { context[PassedFieldsKey.self] = newValue }
  }

  /// What is not written down of the request and its answer: secrets, what stands under the name of one, and what the caller gave in headers.
  var unwritten: Secrets {
    var all = secrets.withNamed(of: self)
    for field in passedFields where !NeutralFields.contains(field.name.canonicalName) { all.add(field.value) }
    return all
  }
}

extension Response {
  /// Who was sent, as far as a policy below the cache decided that.
  var identity: CacheIdentity {
    get { context[CacheIdentityKey.self] ?? CacheIdentity() }
    set { context[CacheIdentityKey.self] = newValue }
  }
}

/// Who a client certificate says that its client is, for the cache.
enum CertificateIdentity {
  /// A text that is another one for another certificate; what cannot be read is nobody that was there before.
  static func text(_ path: String) -> String {
    guard case .success(let bytes) = File(path).contents(upTo: 1 << 20) else { return "unreadable \(UInt64.random(in: 0...(.max)))" }
    return CacheDigest.sum(bytes)
  }

  /// The certificates that a request shows to the server of its URL.
  static func all(of request: PreparedRequest) -> [String] {
    [request.certificate, request.tls?.client(for: request.url)?.certificate.path].compactMap(\.self).map(text)
  }
}
