import Dial
import DialDoctor
import Testing

/// What a connection with TLS says about itself, and what is said about a certificate that is broken on purpose.
@Suite(.enabled(if: Certificates.isPossible)) struct InspectionTests {
  private func checks(
    _ name: String, trusting authority: String? = "ca", at now: Double = WallClock.now()
  ) async throws -> [Check] {
    let certificates = try await Certificates.all
    let server = try await TLSServer(name, certificates)
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .none
    configuration.trustedCertificates = authority.map { "\(certificates.folder)/\($0).pem" }
    let base = "https://localhost:\(server.port)"
    let service = try Spec.load(yaml: "base: \(base)\nendpoints: {get: GET /}\n").service
    let checks = await ServiceChecks(base: base, configuration: configuration, service: service, now: { now }).checks()
    await server.stop()
    return checks
  }

  @Test func `A certificate that is valid for long`() async throws {
    let check = try #require(try await checks("ok").first { $0.name == "TLS" })
    #expect(check.state == .ok)
    #expect(check.text.hasPrefix("TLS 1.3; the certificate for localhost, 127.0.0.1 ends on 2049-01-01, in "))
  }

  @Test func `A certificate that ends soon`() async throws {
    // Nine days before 2049-01-01.
    let check = try #require(try await checks("ok", at: 2_493_072_000 - 9 * 86_400).first { $0.name == "TLS" })
    #expect(
      check
        == .warning(
          "TLS", "TLS 1.3; the certificate for localhost, 127.0.0.1 ends on 2049-01-01, in 9 days",
          "ask the operator of the server to renew the certificate"))
  }

  @Test(arguments: [
    ("expired", "ca", "expired on 2020-02-01"), ("notyet", "ca", "is not valid before 2048-01-01"),
    ("wronghost", "ca", "is for wrong.example, not for localhost"), ("ok", "other", "is not trusted"),
  ]) func `A certificate that is not valid`(name: String, authority: String, why: String) async throws {
    let last = try #require(try await checks(name, trusting: authority).last)
    #expect(last.state == .problem && last.name == "TLS" && last.text.contains(why), "\(last)")
    #expect(last.advice == (why == "is not trusted" ? .trust : last.advice) && last.advice != nil)
  }

  @Test func `A file of certificates that does not exist`() async throws {
    let last = try #require(try await checks("ok", trusting: "absent").last)
    #expect(last.state == .problem && last.advice == .certificateFiles)
  }
}
