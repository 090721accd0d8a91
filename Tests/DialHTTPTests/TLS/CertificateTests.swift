import Dial
import DialBuild
import Testing

@testable import DialHTTP

/// Verification of certificates, and the keys of a spec: authorities, client certificates, versions.
@Suite(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"))
struct CertificateTests {
  private static let untrusted =
    "tls: the certificate of localhost:PORT is not trusted: its issuer is unknown, an intermediate certificate is missing, "
    + "or it is not a server certificate"
  private static let passed = "ok | GET /e HTTP/1.1"

  /// Errors are the same with a proxy.
  @Test(arguments: [("self", "is self-signed"), ("expired", "expired on 2020-02-01")])
  func tunnels(_ name: String, _ wanted: String) async throws {
    let certificates = try await Certificates.all
    let server = try await TLSServer(name, certificates)
    let proxy = try await Tunnel(to: server.port)
    let outcome = try await Secured.call(
      "https://localhost:\(server.port)", "ca: ca.pem", certificates,
      proxies: .variables(["https_proxy": "http://127.0.0.1:\(proxy.port)"]))
    await proxy.stop()
    await server.stop()
    #expect(outcome == "tls: the certificate of localhost:\(server.port) (through the proxy 127.0.0.1:\(proxy.port)) \(wanted)")
    #expect(server.requests.isEmpty)
  }

  static let table = [
    Secured("ok", "min: '1.2'", gives: untrusted),
    Secured("unknown", "ca: ca.pem", gives: untrusted),
    Secured("nochain", "ca: ca.pem", gives: untrusted),
    Secured("expired", "ca: ca.pem", gives: "tls: the certificate of localhost:PORT expired on 2020-02-01"),
    Secured("notyet", "ca: ca.pem", gives: "tls: the certificate of localhost:PORT is not valid before 2048-01-01"),
    Secured("wronghost", "ca: ca.pem", gives: "tls: the certificate of localhost:PORT is for wrong.example, not for localhost"),
    Secured("self", "ca: ca.pem", gives: "tls: the certificate of localhost:PORT is self-signed"),
    Secured(
      "cnonly", "ca: ca.pem", gives: "tls: the certificate of localhost:PORT does not contain a host name (subjectAltName is missing)"),
    Secured(
      "short", "ca: ca.pem",
      gives: "tls: the certificate of localhost:PORT has an RSA key of 1024 bits, but at least 2048 bits are required"),
    Secured("ok", "ca: none.pem", gives: "io: the trusted certificates in 'none.pem' cannot be read: it does not exist"),
    Secured("ok", "ca: garbage.pem", gives: "io: the trusted certificates in 'garbage.pem' cannot be read: the file is not valid PEM"),
    Secured("ok", "ca: outside.pem", gives: "io: 'outside.pem' in 'tls' cannot be read: it is outside the folder of the spec"),
    Secured("ok", "ca: pipe.pem", gives: "io: 'pipe.pem' in 'tls' cannot be read: it is not a regular file"),
    Secured("ok", "ca: ca.pem", gives: passed),
    Secured("chain", "ca: ca.pem, min: '1.3'", gives: passed),
    Secured("self", "ca: self.pem", gives: passed),
    Secured("ed25519", "ca: ed25519.pem", gives: passed),
    Secured("p521", "ca: p521.pem", gives: passed),
    Secured("pss", "ca: pss.pem", gives: passed),
    // What the user names is an anchor: an intermediate, or the certificate of the server.
    Secured("chain", "ca: inter.pem", gives: passed),
    Secured("nochain", "ca: inter.pem", gives: passed),
    Secured("chain", "ca: nochain.pem", gives: passed),
    Secured("ok", "ca: ok.pem", gives: passed),
    Secured("ok", "ca: inter.pem", gives: untrusted),
    Secured("rotated", "ca: ok.pem", gives: untrusted),
    Secured("chain", "ca: same.pem", gives: untrusted),
    Secured("wronghost", "ca: wronghost.pem", gives: "tls: the certificate of localhost:PORT is for wrong.example, not for localhost"),
    Secured("expired", "ca: expired.pem", gives: "tls: the certificate of localhost:PORT expired on 2020-02-01"),
    Secured("notyet", "ca: notyet.pem", gives: "tls: the certificate of localhost:PORT is not valid before 2048-01-01"),
    Secured(
      "clientonly", "ca: clientonly.pem", gives: "tls: the certificate of localhost:PORT is not a server certificate (extendedKeyUsage)"),
    Secured("below", "ca: ok.pem", gives: "tls: the certificate of localhost:PORT is self-signed"),
    // A self-signed certificate that is no authority is an anchor for itself only.
    Secured(
      "underplain", "ca: plain.pem", gives: "tls: the certificate of localhost:PORT is signed by 'CN=plain', which is not an authority"),
    Secured("underbare", "ca: bare.pem", gives: "tls: the certificate of localhost:PORT is signed by 'CN=bare', which is not an authority"),
    Secured("plain", "ca: plain.pem", gives: passed),
    Secured("ok", "ca: ok.pem, pins: {localhost: KEY(ok)}", gives: passed),
    Secured(
      "ok", "ca: ca.pem", wants: "ca",
      gives: "tls: localhost:PORT requires a client certificate"),
    Secured(
      "ok", "ca: ca.pem, client: {cert: locked.key, key: client.key}", wants: "ca",
      gives: "io: the client certificate in 'locked.key' cannot be read: the file is not valid PEM"),
    Secured(
      "ok", "ca: ca.pem, client: {cert: client.pem, key: locked.key}", wants: "ca",
      gives: "io: the client key in 'locked.key' is encrypted; pass its password"),
    Secured(
      "ok", "ca: ca.pem, client: {cert: client.pem, key: locked8.key}", wants: "ca",
      gives: "io: the client key in 'locked8.key' is encrypted; pass its password"),
    Secured(
      "ok", "ca: ca.pem, client: {cert: client.pem, key: rotated.key}", wants: "ca",
      gives: "io: the key in 'rotated.key' does not belong to the certificate in 'client.pem'"),
    Secured("ok", "ca: ca.pem, client: {cert: client.pem, key: client.key}", wants: "ca", gives: passed),
  ]

  @Test(arguments: table) func verified(_ call: Secured) async throws {
    #expect(try await call.run(Certificates.all) == call.gives)
  }

  /// A certificate is a credential: only the origin of the base and trusted hosts get it.
  @Test(arguments: [
    ("", "tls: localhost:PORT requires a client certificate"),
    ("redirects: {trust: [localhost]}\n", "ok"),
  ]) func clientCertificatesAreSentToTheirOriginOnly(_ trust: String, _ wanted: String) async throws {
    let certificates = try await Certificates.all
    let there = try await TLSServer("ok", certificates, wants: "ca")
    let here = try await TLSServer("ok", certificates, wants: "ca", location: "https://localhost:\(there.port)/there")
    let outcome = try await Secured.call(
      "https://localhost:\(here.port)", "ca: ca.pem, client: {cert: client.pem, key: client.key}", certificates, more: trust)
    for server in [here, there] { await server.stop() }
    #expect(outcome.replacing("\(there.port)", with: "PORT") == wanted)
    #expect(here.requests == ["GET /e HTTP/1.1"])
    #expect(there.requests == (wanted == "ok" ? ["GET /there HTTP/1.1"] : []))
  }

  /// Keys with the password `secret`: the older form of PEM, PKCS#8 and PKCS#12.
  @Test(arguments: [
    ("client.pem", "locked.key", "secret", passed), ("client.pem", "locked8.key", "secret", passed), ("client.p12", nil, "secret", passed),
    ("client.p12", "client.key", "secret", passed), ("open.p12", nil, nil, passed),
    ("client.pem", "locked.key", "wrong", "io: the client key in 'locked.key' cannot be decrypted; check its password"),
    ("client.pem", "locked8.key", "wrong", "io: the client key in 'locked8.key' cannot be decrypted; check its password"),
    ("client.p12", nil, "wrong", "io: the client certificate in 'client.p12' cannot be decrypted; check its password"),
    ("client.p12", nil, nil, "io: the client certificate in 'client.p12' is encrypted; pass its password"),
    ("trust.p12", nil, "secret", "io: the client certificate in 'trust.p12' contains no key, or is not PKCS#12"),
    ("lone.p12", nil, "secret", "io: the client certificate in 'lone.p12' contains a key but no certificate"),
    ("lone.p12", nil, nil, "io: the client certificate in 'lone.p12' contains a key but no certificate"),
  ]) func keysWithAPassword(_ cert: String, _ key: String?, _ password: String?, _ wanted: String) async throws {
    let certificates = try await Certificates.all
    let server = try await TLSServer("ok", certificates, wants: "ca")
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .none
    configuration.clientKeyPassword = password
    let files = "client: {cert: \(cert)\(key.map { ", key: \($0)" } ?? "")}"
    let transport = HTTPTransport(configuration: configuration)
    let spec = try Secured.spec("https://localhost:\(server.port)", "ca: ca.pem, \(files)", certificates)
    let outcome = await Secured.outcome(of: spec, transport)
    await transport.shutdown()
    await server.stop()
    #expect(([outcome] + server.requests).joined(separator: " | ") == wanted)
  }

  /// The password of the spec, whose variables are secret; that of the program comes first.
  @Test(
    arguments: [
      ("client.pem", "key: locked.key, password: '${PW}'", "secret", nil, passed),
      ("client.p12", "password: 'se${PW}'", "cret", nil, passed),
      ("client.pem", "key: locked8.key, password: '${PW}'", "wrong", "secret", passed),
      ("client.pem", "key: locked8.key, password: '${PW}'", nil, "secret", passed),
      (
        "client.pem", "key: locked8.key, password: '${PW}'", "wrong", nil,
        "io: the client key in 'locked8.key' cannot be decrypted; check its password"
      ),
      (
        "client.pem", "key: locked8.key, password: '${PW}'", nil, nil,
        "io: the password of the client key has no value, because the variable 'PW' has none"
      ),
    ] as [(String, String, String?, String?, String)])
  func thePasswordOfASpec(_ cert: String, _ rest: String, _ value: String?, _ given: String?, _ wanted: String) async throws {
    let certificates = try await Certificates.all
    let server = try await TLSServer("ok", certificates, wants: "ca")
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .none
    configuration.clientKeyPassword = given
    let transport = HTTPTransport(configuration: configuration)
    let spec = try Secured.spec("https://localhost:\(server.port)", "ca: ca.pem, client: {cert: \(cert), \(rest)}", certificates)
    #expect(spec.service.isSecret("PW"))
    let outcome = await Secured.outcome(of: spec, transport, variables: Variables(value.map { ["PW": $0] } ?? [:]))
    await transport.shutdown()
    await server.stop()
    #expect(([outcome] + server.requests).joined(separator: " | ") == wanted)
  }

  /// The program and flags override the spec.
  @Test(arguments: [("other", "ca", "tls"), ("ca", "other", "ok")])
  func configurationComesFirst(_ given: String, _ named: String, _ wanted: String) async throws {
    let certificates = try await Certificates.all
    let server = try await TLSServer("ok", certificates)
    let outcome = try await Secured.call(
      "https://localhost:\(server.port)", "ca: \(named).pem", certificates, trusted: "\(certificates.folder)/\(given).pem")
    await server.stop()
    #expect(outcome.prefix { $0 != ":" } == wanted)
  }

  /// An untrusted spec, or one without a file, cannot name files.
  @Test(arguments: [Spec.Trust.untrusted, .folder, .full]) func noFileOfATextIsRead(_ trust: Spec.Trust) async throws {
    let text = "base: https://localhost:1\ntls: {ca: ca.pem}\nendpoints:\n  e: GET /e\n"
    let transport = HTTPTransport()
    let outcome = await Secured.outcome(of: try Spec.load(yaml: text, trust: trust), transport)
    await transport.shutdown()
    #expect(outcome == "io: 'ca.pem' in 'tls' cannot be read, because the spec is not trusted or was not loaded from a file")
  }
}
