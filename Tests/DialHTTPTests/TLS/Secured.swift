import Dial
import DialBuild
import DialEngine
import DialJSON
import DialMessage
import Foundation
import Testing

@testable import DialHTTP

/// A call of a spec with `tls:` to its own server, and the result.
struct Secured: Sendable, CustomTestStringConvertible {
  var server: String
  /// The value of `tls:`, with `KEY(ok)` and `CERT(ok)` for pins.
  var tls: String
  /// `ok`, or the error with names for pins and `PORT` for the port; then the received requests.
  var gives: String
  var wants: String?
  var host = "localhost"
  var insecure = false

  init(_ server: String, _ tls: String, wants: String? = nil, host: String = "localhost", insecure: Bool = false, gives: String) {
    (self.server, self.tls, self.gives) = (server, tls, gives)
    (self.wants, self.host, self.insecure) = (wants, host, insecure)
  }

  var testDescription: String { "\(server): \(tls)" }

  func run(_ certificates: Certificates) async throws -> String {
    let server = try await TLSServer(server, certificates, wants: wants)
    let base = "https://\(host):\(server.port)"
    var outcome = try await Self.call(base, tls, certificates, insecure: insecure)
    await server.stop()
    outcome = outcome.replacing("\(server.port)", with: "PORT")
    return server.requests.isEmpty ? outcome : ([outcome] + server.requests).joined(separator: " | ")
  }

  static func call(
    _ base: String, _ tls: String, _ certificates: Certificates, insecure: Bool = false, proxies: HTTPTransport.Proxies = .none,
    trusted: String? = nil, more: String = ""
  ) async throws -> String {
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = proxies
    configuration.insecure = insecure
    configuration.trustedCertificates = trusted
    let transport = HTTPTransport(configuration: configuration)
    let outcome = await outcome(of: try spec(base, tls, certificates, more: more), transport)
    await transport.shutdown()
    return certificates.names(in: outcome).replacing(certificates.folder + "/", with: "")
  }

  static func outcome(of spec: Spec, _ transport: HTTPTransport, variables: Variables = [:]) async -> String {
    do throws(CallError) {
      return try await Client(spec, variables: variables, transport: transport).call("e").value.asString ?? ""
    } catch {
      // A server that requires a certificate reports it and closes; if the end is seen first, the report is lost.
      let message = error.message.replacing("closed the connection after the TLS handshake; it may require a", with: "requires a")
      return "\(error.code): \(message)"
    }
  }

  /// The spec, in a file beside the certificates.
  static func spec(
    _ base: String, _ tls: String, _ certificates: Certificates, line: String = "GET /e -> String", more: String = ""
  ) throws -> Spec {
    let path = "\(certificates.folder)/\(UUID().uuidString).yaml"
    let text = "base: \(base)\nretry: none\ntls: {\(certificates.pins(in: tls))}\n\(more)endpoints:\n  e: \(line)\n"
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Spec.load(path)
  }
}
