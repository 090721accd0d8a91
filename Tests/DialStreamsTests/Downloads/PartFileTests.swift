import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// A part that becomes a file, or does not.
struct PartFileTests {
  private static func part(_ target: String) throws -> PartFile {
    let head = ReplyHead(status: .ok, headers: [.eTag: "\"v1\"", .contentLength: "3"])
    let part = try PartFile(of: target, PartMetadata(url: "https://api.test/x", head, mayResume: true), mayReplace: true)
    try part.writer.append([1, 2, 3])
    return part
  }

  @Test func `a part that could not take its name leaves alone what another one makes then`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let part = try Self.part(folder.path + "/x")
    try FileManager.default.createDirectory(atPath: folder.path + "/x/y", withIntermediateDirectories: true)
    let error = #expect(throws: TransportError.self) { try part.finish() }
    #expect(error?.kind == .io && error?.message.hasPrefix("cannot write '\(folder.path)/x': ") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x"])
    try folder.write("x.part", [7])
    try folder.write("x.part.json", [7])
    part.remove()
    #expect(folder.bytes("x.part") == [7] && folder.bytes("x.part.json") == [7])
  }

  @Test func `what has become the file is not removed`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let part = try Self.part(folder.path + "/x")
    try part.finish()
    try folder.write("x.part", [7])
    part.remove()
    #expect(folder.bytes("x") == [1, 2, 3] && folder.bytes("x.part") == [7])
  }

  @Test func `only what has a disk is waited for`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    #expect(Disk.sync(ends[1]))
    for end in ends { close(end) }
    #expect(!Disk.sync(-1) && errno == EBADF)
  }
}
