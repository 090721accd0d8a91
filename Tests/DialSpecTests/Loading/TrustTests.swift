import Dial
import DialBuild
import DialSpec
import Foundation
import Testing

/// Text from a pipe or an open file is as untrusted as that of standard input.
struct TrustTests {
  private static let yaml = "base: https://api.test\nendpoints: {e: GET /x}\n"

  @Test func onlyAFileIsTrusted() throws {
    let path = NSTemporaryDirectory() + "dial-trust-\(UUID().uuidString).yaml"
    try Data(Self.yaml.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try Spec.load(path).trust == .folder)
    for trust in [Spec.Trust.folder, .full, .untrusted] {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      #expect(try Spec.load("/dev/fd/\(file.fileDescriptor)", trust: trust).trust == (trust == .folder ? .untrusted : trust))
      let pipe = Pipe()
      pipe.fileHandleForWriting.write(Data(Self.yaml.utf8))
      try pipe.fileHandleForWriting.close()
      let other = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
      #expect(try Spec.load(other, trust: trust).trust == (trust == .folder ? .untrusted : trust))
    }
  }

  @Test func aNamedPipeIsNotAFile() async throws {
    let path = NSTemporaryDirectory() + "dial-trust-\(UUID().uuidString)"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let writer = Task.detached { try Data(Self.yaml.utf8).write(to: URL(fileURLWithPath: path), options: []) }
    #expect(try Spec.load(path).trust == .untrusted)
    _ = try? await writer.value
  }
}
