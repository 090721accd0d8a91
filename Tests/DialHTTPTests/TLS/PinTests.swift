import DialBuild
import DialEngine
import DialMessage
import DialStreams
import Testing

@testable import DialHTTP

/// Pins are compared in addition to verification, before a request is sent, on every path to a server.
@Suite(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"))
struct PinTests {
  private static let passed = "ok | GET /e HTTP/1.1"

  private static func refused(_ seen: String, _ what: String = "a key", by host: String = "localhost") -> String {
    "tls: TLS with localhost:PORT: no pin of '\(host)' (SPEC) matches \(what) in its certificate chain: \(seen); "
      + "if the server changed its certificate on purpose, add one of these pins"
  }

  static let table = [
    Secured("expired", "ca: ca.pem, pins: {localhost: [KEY(ca)]}", gives: "tls: the certificate of localhost:PORT expired on 2020-02-01"),
    Secured(
      "wronghost", "ca: ca.pem, pins: {localhost: [KEY(ca)]}",
      gives: "tls: the certificate of localhost:PORT is for wrong.example, not for localhost"),
    Secured(
      "cnonly", "ca: ca.pem, pins: {localhost: [KEY(ca)]}",
      gives: "tls: the certificate of localhost:PORT does not contain a host name (subjectAltName is missing)"),
    Secured(
      "ok", "pins: {localhost: [KEY(ok)]}",
      gives: "tls: the certificate of localhost:PORT is not trusted: its issuer is unknown, an intermediate certificate is missing, "
        + "or it is not a server certificate"),
    Secured(
      "rotated", "ca: ca.pem, pins: {localhost: [KEY(ok)]}", gives: refused("KEY(rotated) (CN=localhost), KEY(ca) (CN=test root)")),
    Secured("stuffed", "ca: ca.pem, pins: {localhost: [KEY(rotated)]}", gives: refused("KEY(ok) (CN=localhost), KEY(ca) (CN=test root)")),
    Secured("ok", "ca: ca.pem, pins: {localhost: []}", gives: refused("KEY(ok) (CN=localhost), KEY(ca) (CN=test root)")),
    Secured(
      "ok", "ca: ca.pem, mode: certificate, pins: {localhost: [KEY(ok)]}",
      gives: refused("CERT(ok) (CN=localhost), CERT(ca) (CN=test root)", "a certificate")),
    Secured(
      "ok", "ca: ca.pem, mode: both, pins: {localhost: [KEY(ok), CERT(ca)]}",
      gives: refused("KEY(ok) with CERT(ok) (CN=localhost), KEY(ca) with CERT(ca) (CN=test root)")),
    Secured("ok", "ca: ca.pem, pins: {localhost: [KEY(ok)]}", gives: passed),
    Secured("rotated", "ca: ca.pem, pins: {localhost: [KEY(ok), KEY(rotated)]}", gives: passed),
    Secured("chain", "ca: ca.pem, pins: {localhost: [KEY(inter)]}", gives: passed),
    Secured("chain", "ca: ca.pem, pins: {localhost: [KEY(ca)]}", gives: passed),
    Secured("chain", "ca: ca.pem, mode: certificate, pins: {localhost: [CERT(inter)]}", gives: passed),
    Secured("ok", "ca: ca.pem, mode: both, pins: {localhost: [KEY(ok), CERT(ok)]}", gives: passed),
    Secured("rotated", "ca: ca.pem, pins: {localhost: [KEY(ok)]}, except: [localhost]", gives: passed),
    Secured("rotated", "ca: ca.pem, pins: {'*.localhost': [KEY(ok)]}", gives: passed),
    Secured("rotated", "ca: ca.pem, pins: {LOCALHOST.: [KEY(rotated)]}", gives: passed),
    Secured("self", "pins: {localhost: [KEY(ok)]}", insecure: true, gives: refused("OWN (CN=localhost)")),
    Secured("chain", "pins: {localhost: [KEY(inter)]}", insecure: true, gives: refused("KEY(chain) (CN=localhost)")),
    Secured("ok", "pins: {localhost: [KEY(ok)]}", insecure: true, gives: passed),
  ]

  @Test(arguments: table) func pinned(_ call: Secured) async throws {
    let outcome = try await call.run(Certificates.all)
    let shown = outcome.replacing(#/\([0-9A-F-]{36}\.yaml:\d+:\d+\)/#, with: "(SPEC)").replacing(#/sha256/[A-Za-z0-9+/=]{44}/#, with: "OWN")
    #expect(shown == call.gives)
  }

  @Test func pinsAreRefusedOverHTTP() async throws {
    let outcome = try await Secured.call("http://localhost:9", "pins: {localhost: [KEY(ok)]}", Certificates.all)
    #expect(outcome == "tls: localhost:9 has pins, which http cannot check; use https")
  }

  /// A connection without pins is not reused for a call with pins.
  @Test func connectionsAreNotShared() async throws {
    let certificates = try await Certificates.all
    let server = try await TLSServer("ok", certificates)
    let base = "https://localhost:\(server.port)"
    let transport = HTTPTransport()
    var outcomes: [String] = []
    for pins in ["", ", pins: {localhost: [KEY(rotated)]}", ", pins: {localhost: [KEY(ok)]}", ", pins: {localhost: [KEY(chain)]}"] {
      let outcome = await Secured.outcome(of: try Secured.spec(base, "ca: ca.pem\(pins)", certificates), transport)
      outcomes.append(String(outcome.prefix { $0 != ":" }))
    }
    await transport.shutdown()
    await server.stop()
    #expect(outcomes == ["ok", "tls", "ok", "tls"])
    #expect(server.requests.count == 2)
  }

  /// Every hop has the pins of its own host.
  @Test(arguments: [("KEY(ok)", "tls"), ("KEY(rotated)", "ok")]) func redirects(_ pin: String, _ wanted: String) async throws {
    let certificates = try await Certificates.all
    let there = try await TLSServer("rotated", certificates)
    let here = try await TLSServer("ok", certificates, location: "https://localhost:\(there.port)/there")
    let tls = "ca: ca.pem, pins: {localhost: [\(pin)]}"
    let outcome = try await Secured.call("https://127.0.0.1:\(here.port)", tls, certificates)
    for server in [here, there] { await server.stop() }
    #expect(outcome.prefix { $0 != ":" } == wanted)
    #expect(there.requests == (wanted == "ok" ? ["GET /there HTTP/1.1"] : []))
  }

  /// With a proxy, the certificate of the server counts.
  @Test(arguments: [("KEY(rotated)", "tls"), ("KEY(ok)", "ok")]) func tunnels(_ pin: String, _ wanted: String) async throws {
    let certificates = try await Certificates.all
    let server = try await TLSServer("ok", certificates)
    let proxy = try await Tunnel(to: server.port)
    let outcome = try await Secured.call(
      "https://localhost:\(server.port)", "ca: ca.pem, pins: {localhost: [\(pin)]}", certificates,
      proxies: .variables(["https_proxy": "http://127.0.0.1:\(proxy.port)"]))
    await proxy.stop()
    await server.stop()
    #expect(outcome.prefix { $0 != ":" } == wanted)
    #expect(server.requests == (wanted == "ok" ? ["GET /e HTTP/1.1"] : []))
  }

  /// The handshake of a WebSocket is checked like any request.
  @Test func sockets() async throws {
    let certificates = try await Certificates.all
    let server = try await TLSServer("ok", certificates)
    let transport = HTTPTransport()
    var codes: [String] = []
    for pin in ["KEY(rotated)", "KEY(ok)"] {
      let tls = certificates.pins(in: "ca: \"ca.pem\", pins: {localhost: [\(pin)]}")
      let spec = try Secured.spec("https://localhost:\(server.port)", tls, certificates, line: "WS /e")
      codes.append(await connecting(spec, transport))
    }
    await transport.shutdown()
    await server.stop()
    #expect(codes == ["tls", "protocol"])
    #expect(server.requests == ["GET /e HTTP/1.1"])
  }

  private func connecting(_ spec: Spec, _ transport: HTTPTransport) async -> String {
    do throws(CallError) {
      _ = try await Client(spec, transport: transport).connect("e")
      return ""
    } catch {
      return error.code.rawValue
    }
  }
}
