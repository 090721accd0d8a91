import Dial
import Foundation
import TestSupport
import Testing

@testable import DialBundle

/// Bundles of programs in each format: what is damaged or cut is never taken for a program without an archive.
@Suite struct ExecutableTests {
  static let files: [(path: String, bytes: [UInt8])] = [("users.yaml", Array("endpoints:\n".utf8)), ("sub/ca.pem", Array("pem".utf8))]

  static func bundle(_ program: [UInt8], _ folder: TemporaryFolder) throws -> [UInt8] {
    try Programs.opened(program, folder).bundle(.of(files), files.map(\.bytes))
  }

  @Test(arguments: [Programs.elf, Programs.macho, Programs.script]) func `A program without an archive has none`(program: [UInt8]) throws {
    let folder = try TemporaryFolder()
    #expect(try Programs.opened(program, folder).archive() == nil)
  }

  @Test(arguments: [Programs.elf, Programs.macho, Programs.script]) func `A bundle has its files`(program: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let archive = try #require(try Programs.opened(Self.bundle(program, folder), folder).archive())
    #expect(archive.manifest.name == "users" && archive.manifest.spec == "users.yaml" && archive.manifest.version == "1.4")
    #expect(archive.paths == ["users.yaml", "sub/ca.pem"])
    for (path, bytes) in Self.files {
      #expect(archive.size(of: path) == bytes.count)
      #expect(archive.bytes(of: path) == bytes)
    }
    #expect(archive.bytes(of: "other") == nil)
  }

  @Test func `A bundle cannot make another one`() throws {
    let folder = try TemporaryFolder()
    let bundle = try Self.bundle(Programs.elf, folder)
    #expect(throws: BundleFault("a bundle cannot make other bundles; use the program that made it")) { try Self.bundle(bundle, folder) }
  }

  @Test(arguments: [Programs.elf, Programs.macho]) func `A bundle that was cut anywhere is damaged`(program: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let bundle = try Self.bundle(program, folder)
    // Without the whole header, the system does not start it.
    let first = program == Programs.elf ? 64 : program.count + 1
    for count in stride(from: first, to: bundle.count, by: 1) {
      let cut = try Programs.opened(Array(bundle[..<count]), folder)
      #expect(throws: BundleFault.damaged, "\(count) of \(bundle.count)") { try cut.archive() }
    }
  }

  @Test func `A changed byte in the archive never makes another program of it`() throws {
    let folder = try TemporaryFolder()
    let bundle = try Self.bundle(Programs.elf, folder)
    for index in Programs.elf.count..<bundle.count {
      var changed = bundle
      changed[index] ^= 0x55
      let program = try Programs.opened(changed, folder)
      let found = Result { () throws(BundleFault) in try program.archive() }
      switch found {
      case .failure(let fault): #expect(fault == .damaged)
      // A byte that nobody reads, such as a date of the ZIP file, leaves the files as they were.
      case .success(let archive):
        let archive = try #require(archive, "byte \(index)")
        for (path, bytes) in Self.files { #expect([nil, bytes].contains(archive.bytes(of: path)), "byte \(index)") }
      }
    }
  }

  @Test func `Dropping the end of a file with a section leaves a bundle`() throws {
    let folder = try TemporaryFolder()
    let bundle = try Self.bundle(Programs.elf, folder)
    // 'strip' writes the table of sections behind the sections.
    let archive = try #require(try Programs.opened(bundle + Array("more".utf8), folder).archive())
    #expect(archive.bytes(of: "users.yaml") == Self.files[0].bytes)
  }

  @Test func `The same files make the same bundle`() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.bundle(Programs.elf, folder) == Self.bundle(Programs.elf, folder))
  }

  @Test func `The archive is a ZIP file`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
    let folder = try TemporaryFolder()
    try folder.write("bundle", Self.bundle(Programs.elf, folder))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      """
      import zipfile
      zip = zipfile.ZipFile("\(folder.path)/bundle")
      assert zip.testzip() is None
      print(zip.namelist(), zip.read("spec/users.yaml"))
      """,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    process.waitUntilExit()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(output == "['spec/users.yaml', 'spec/sub/ca.pem', 'bundle.json'] b'endpoints:\\n'\n")
  }
}
