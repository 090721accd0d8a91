import Dial
import Foundation
import TestSupport
import Testing

@testable import DialDoctor

/// Certificates, tokens and proxies, each broken on purpose.
@Suite struct MachineCheckTests {
  // MARK: Certificates

  @Test func `A machine without authorities`() throws {
    let folder = try TemporaryFolder(["broken.crt": "none"])
    let absent = "\(folder.path)/absent.crt"
    #expect(
      TrustCheck.check([absent], folder: "\(folder.path)/certs", usesKeychain: false)
        == .problem("certificates", "no trusted certificates found in '\(absent)' or '\(folder.path)/certs'", .authorities))
    let broken = "\(folder.path)/broken.crt"
    #expect(
      TrustCheck.check([broken], folder: "\(folder.path)/certs", usesKeychain: false)
        == .problem("certificates", "'\(broken)' cannot be read, or contains no certificates", .authorities))
    try folder.write("certs/a.pem", "any")
    #expect(TrustCheck.check([absent], folder: "\(folder.path)/certs", usesKeychain: false).state == .ok)
    #expect(TrustCheck.check([], usesKeychain: true) == .ok("certificates", "the keychain of the system"))
  }

  // MARK: Tokens

  private func tokens(_ lines: String, mode: Int = 0o600) throws -> (TemporaryFolder, [Check]) {
    let folder = try TemporaryFolder(["tokens.json": #"{"version": 1, "tokens": ["# + lines + "]}"])
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder.path)/tokens.json")
    // 2026-01-01T00:00:00Z
    return (folder, TokenChecks.checks("\(folder.path)/tokens.json", now: 1_767_225_600))
  }

  private static let start = #"{"label": "session", "origin": "https://a.test", "access": "planted-1""#

  @Test func `A token with time left, without an end, and one that is renewed`() throws {
    let (_, checks) = try tokens(
      [
        Self.start + #", "expires": "2026-01-01T03:00:00Z"}"#, Self.start + #", "profile": "work"}"#,
        Self.start + #", "expires": "2025-12-31T00:00:00Z", "refresh": "planted-2"}"#,
      ].joined(separator: ","))
    #expect(
      checks == [
        .ok("token", "session at https://a.test: ends on 2026-01-01T03:00:00Z, in 3 hours"),
        .ok("token", "session at https://a.test, profile 'work': no end is known"),
        .ok("token", "session at https://a.test: ended on 2025-12-31T00:00:00Z; the next call renews it"),
      ])
  }

  @Test func `A token that ended`() throws {
    let (_, checks) = try tokens(Self.start + #", "expires": "2025-12-31T00:00:00Z"}"#)
    #expect(checks == [.problem("token", "session at https://a.test: ended on 2025-12-31T00:00:00Z", .signIn)])
  }

  @Test func `A file that others can read, and one that is not of tokens`() throws {
    let (_, checks) = try tokens(Self.start + "}", mode: 0o644)
    #expect(checks.map(\.state) == [.problem] && checks[0].text.contains("readable by other users"))
    let folder = try TemporaryFolder()
    #expect(TokenChecks.checks("\(folder.path)/tokens.json") == [])
    try folder.write("tokens.json", "[]")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(folder.path)/tokens.json")
    #expect(TokenChecks.checks("\(folder.path)/tokens.json").map(\.state) == [.problem])
  }

  // MARK: Proxies

  private func proxies(_ environment: [String: String]) async -> [Check] { await ProxyChecks { environment[$0] }.checks() }

  @Test func `Without proxies`() async { #expect(await proxies([:]) == [.ok("proxies", "none")]) }

  @Test func `A proxy that accepts connections`() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse() }
    #expect(
      await proxies(["https_proxy": "http://ann:planted-1@127.0.0.1:\(server.port)"])
        == [.ok("https_proxy", "http://127.0.0.1:\(server.port) accepts connections")])
    await server.stop()
  }

  @Test func `A dead proxy`() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse() }
    await server.stop()
    #expect(
      await proxies(["http_proxy": "http://ann:planted-1@127.0.0.1:\(server.port)"]) == [
        .problem(
          "http_proxy", "http://127.0.0.1:\(server.port) does not accept connections", "start the proxy, or run: unset http_proxy")
      ])
  }

  @Test(arguments: ["ftp://127.0.0.1:80", "http:/127.0.0.1", "http://a b"]) func `The address of a proxy is not valid`(text: String) async {
    let checks = await proxies(["all_proxy": text])
    #expect(checks.map(\.state) == [.problem] && checks[0].advice == "correct the variable, as in: export all_proxy=http://HOST:PORT")
  }

  @Test func `A variable that is ignored`() async {
    #expect(await proxies(["HTTP_PROXY": "http://127.0.0.1:1"]).map(\.state) == [.warning])
  }
}
