import DialMessage
import DialModel
import NIOSSL

/// The TLS settings of all connections of a transport.
struct TLSSettings: Sendable {
  var insecure: Bool
  /// PEM files, which take precedence over those of a spec.
  var trustedCertificates: String?
  var clientCertificate: String?
  var clientKey: String?
  /// The password of the client key, also of one that a spec names.
  var clientKeyPassword: String?

  /// Creates a context for TLS 1.2 and later; `protocols` are offered with ALPN.
  func makeContext(_ profile: TLSProfile, protocols: [String]) throws -> NIOSSLContext {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.applicationProtocols = protocols
    tls.minimumTLSVersion = profile.needsTLS13 ? .tlsv13 : .tlsv12
    tls.verifySignatureAlgorithms = Self.algorithms
    // TLS 1.2 allows certificates of these curves only (RFC 8422 section 5.1).
    tls.curves = [.x25519_MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1]
    // ``CertificateNames`` checks the name instead: NIOSSL accepts `a*.example.com`, and refuses hosts with an underscore.
    tls.certificateVerification = insecure ? .none : .noHostnameVerification
    if let file = try trustedCertificates.map({ PEMFile($0) }) ?? profile.authorities.map({ try PEMFile($0) }) {
      tls.trustRoots = .certificates(try file.certificates("the trusted certificates", .trustFile).map(TrustAnchor.anchor))
    }
    if let file = try clientCertificate.map({ PEMFile($0) }) ?? profile.client.map({ try PEMFile($0.certificate) }) {
      let keyFile = try clientKey.map { PEMFile($0) } ?? (clientCertificate == nil ? profile.client?.key : nil).map { try PEMFile($0) }
      let password = clientKeyPassword ?? profile.client?.password
      let bundle = try file.bundle(password)
      tls.certificateChain =
        try (bundle?.certificateChain ?? file.certificates("the client certificate", .certificateFile)).map { .certificate($0) }
      tls.privateKey = .privateKey(try keyFile?.key(password) ?? bundle?.privateKey ?? file.key(password))
    }
    try Self.checkPair(tls, certificate: clientCertificate ?? profile.client?.certificate.name, key: clientKey ?? profile.client?.key?.name)
    return try NIOSSLContext(configuration: tls)
  }

  /// The signatures of servers (RFC 8446 section 4.2.3): those of BoringSSL, P-521 and Ed25519.
  private static let algorithms: [SignatureAlgorithm] = [
    .ecdsaSecp256R1Sha256, .rsaPssRsaeSha256, .rsaPkcs1Sha256, .ecdsaSecp384R1Sha384, .rsaPssRsaeSha384, .rsaPkcs1Sha384,
    .ecdsaSecp521R1Sha512, .ed25519, .rsaPssRsaeSha512, .rsaPkcs1Sha512,
  ]

  /// Checks that a certificate and a key match. Otherwise the first connection would fail, as if the server were wrong.
  private static func checkPair(_ tls: TLSConfiguration, certificate: String?, key: String?) throws {
    guard let certificate, tls.privateKey != nil else { return }
    var pair = TLSConfiguration.makeClientConfiguration()
    pair.trustRoots = .certificates([])
    (pair.certificateChain, pair.privateKey) = (tls.certificateChain, tls.privateKey)
    do { _ = try NIOSSLContext(configuration: pair) } catch {
      throw TransportError(.io, "the key in '\(key ?? certificate)' does not belong to the certificate in '\(certificate)'").about(.keyFile)
    }
  }
}

/// The TLS rules of one server, in addition to the settings of the transport. Only calls with the same profile share a connection.
struct TLSProfile: Hashable, Sendable {
  /// The files of a client certificate, with the password of the key.
  struct Client: Hashable {
    var certificate: TLSModel.NamedFile
    var key: TLSModel.NamedFile?
    var password: String?
  }

  var authorities: TLSModel.NamedFile?
  var client: Client?
  var needsTLS13 = false
  var pins: PinCheck?

  /// Creates a profile without additional rules.
  init() {}

  /// Creates the profile of a spec for a URL; certificates in the settings take precedence. Throws if pins cannot be checked.
  init(_ request: PreparedRequest, _ url: RequestURL, _ settings: TLSSettings) throws {
    guard let rules = request.tls else { return }
    pins = PinCheck(rules.model, host: url.server.host)
    guard url.server.isSecure else {
      guard pins == nil else { throw TransportError(.tls, "\(url.server.address) has pins, which http cannot check; use https") }
      return
    }
    if settings.trustedCertificates == nil { authorities = rules.model.authorities }
    if settings.clientCertificate == nil, let (files, password) = rules.client(for: "\(url.server.scheme)://\(url.server.address)/") {
      client = Client(certificate: files.certificate, key: files.key)
      if settings.clientKeyPassword == nil { client?.password = try Self.text(password) }
    }
    needsTLS13 = rules.model.needsTLS13 ?? false
  }

  private static func text(_ password: TLSRules.Password) throws -> String? {
    switch password {
    case .none: return nil
    case .text(let text): return text
    case .missing(let variable):
      throw TransportError(.io, "the password of the client key has no value, because the variable '\(variable)' has none")
        .about(.keyPassword(variable: variable))
    }
  }
}

/// A PEM file with certificates or a key (RFC 7468), or a PKCS#12 file with both. Errors contain the name as it was passed.
struct PEMFile {
  private static let maxBytes: Int64 = 16 << 20
  private let name: String
  private let path: String

  init(_ path: String) {
    name = path
    self.path = path
  }

  /// Creates a file of a spec. Throws if it must not be read.
  init(_ file: TLSModel.NamedFile) throws {
    guard let path = file.path else {
      throw TransportError(.io, "'\(file.name)' in 'tls' cannot be read, because the spec is not trusted or was not loaded from a file")
    }
    if let fault = File.fault(ofNamed: path, below: file.folder) {
      throw TransportError(.io, "'\(file.name)' in 'tls' cannot be read: \(fault)")
    }
    name = file.name
    self.path = path
  }

  func certificates(_ what: String, _ culprit: FailureCause) throws -> [NIOSSLCertificate] {
    let bytes = try bytes(what, culprit)
    guard let found = try? NIOSSLCertificate.fromPEMBytes(bytes), !found.isEmpty else {
      throw fault(what, "cannot be read: the file is not valid PEM", culprit)
    }
    return found
  }

  /// Returns a key, which may be encrypted: PKCS#8, or the older form of PEM (RFC 1421 section 4.6.1.1).
  func key(_ password: String?) throws -> NIOSSLPrivateKey {
    let what = "the client key"
    let bytes = try bytes(what, .keyFile)
    guard bytes.firstRange(of: Array("ENCRYPTED".utf8)) != nil else {
      guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
        throw fault(what, "cannot be read: the file is not valid PEM", .keyFile)
      }
      return key
    }
    guard let password else { throw fault(what, Self.needsPassword, .keyPassword(variable: nil)) }
    guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem, passphraseCallback: { $0(Array(password.utf8)) }) else {
      throw fault(what, "cannot be decrypted; check its password", .keyFile)
    }
    return key
  }

  /// Returns the certificates and the key of a PKCS#12 file (RFC 7292); nil if it is another one.
  func bundle(_ password: String?) throws -> NIOSSLPKCS12Bundle? {
    let what = "the client certificate"
    let bytes = try bytes(what, .certificateFile)
    guard bytes.first == 0x30 else { return nil }
    let digits: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
    func holds(_ rest: [UInt8]) -> Bool { bytes.firstRange(of: digits + rest) != nil }
    func holdsBag(_ kind: UInt8) -> Bool { holds([0x0C, 0x0A, 0x01, kind]) }
    // The library ends the program if there is no key, plain or encrypted, or no certificate, plain or in something encrypted.
    guard holdsBag(1) || holdsBag(2) else { throw fault(what, "contains no key, or is not PKCS#12", .certificateFile) }
    guard holdsBag(3) || holds([0x07, 0x06]) else { throw fault(what, "contains a key but no certificate", .certificateFile) }
    if let bundle = try? NIOSSLPKCS12Bundle(buffer: bytes, passphrase: Array((password ?? "").utf8)) { return bundle }
    if password == nil { throw fault(what, Self.needsPassword, .keyPassword(variable: nil)) }
    throw fault(what, "cannot be decrypted; check its password", .certificateFile)
  }

  private static let needsPassword = "is encrypted; pass its password"

  private func bytes(_ what: String, _ culprit: FailureCause) throws -> [UInt8] {
    switch File(path).contents(upTo: Self.maxBytes) {
    case .success(let bytes): return bytes
    case .failure(let error): throw fault(what, "cannot be read: \(error.reason)", culprit)
    }
  }

  private func fault(_ what: String, _ why: String, _ culprit: FailureCause) -> TransportError {
    TransportError(.io, "\(what) in '\(name)' \(why)").about(culprit)
  }
}
