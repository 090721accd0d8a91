import DialHTTP
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// A client key whose password is missing.
@Suite struct KeyPasswordTests {
  /// The beginning of a PKCS#12 file with a key and a certificate.
  private static let file: [UInt8] = [0x30] + [1, 3].flatMap { [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x0A, 0x01, $0] }
  private static let flagHint = "hint: name the environment variable with the password: --key-password-var KEY_PASSWORD\n"
  private static let hint =
    flagHint.dropLast() + ", or 'tls: {client: {…, password: \"${KEY_PASSWORD}\"}}' in the spec\n"

  @Test func aHintNamesTheWays() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse() }
    let folder = try TemporaryFolder()
    let path = try folder.write("a.p12", Self.file)
    let base = "https://127.0.0.1:\(server.port)"
    let flag = await dial("get \(base)/x --retry 0 --cert \(path)")
    #expect(flag.err == "error: --cert: the client certificate in '\(path)' is encrypted; pass its password\n" + Self.flagHint, "\(flag)")
    for (more, told) in [
      ("", "the client certificate in 'a.p12' is encrypted; pass its password [io]"),
      (", password: \"${DIAL_TEST_PW}\"", "the password of the client key has no value, because the variable 'DIAL_TEST_PW' has none [io]"),
    ] {
      let spec = try folder.write("s.yaml", "base: \(base)\ntls: {client: {cert: a.p12\(more)}}\nretry: none\nendpoints:\n  x: GET /x\n")
      let ran = await dial("call \(spec) x")
      let hint = more.isEmpty ? Self.hint : "hint: set it with --var DIAL_TEST_PW=… or in the environment\n"
      #expect(ran.err.contains(told) && ran.err.hasSuffix(hint), "\(ran)")
    }
    let wrong = await dial("call \(folder.path)/s.yaml x --var DIAL_TEST_PW=hunter22")
    #expect(wrong.err.contains("cannot be decrypted; check its password") && !wrong.err.contains("hunter22"), "\(wrong)")
    await server.stop()
  }
}
