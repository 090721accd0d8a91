import Dial
import Foundation
import TestSupport

@testable import DialBundle

/// Programs that are as small as their formats allow.
enum Programs {
  /// An ELF file with a null section, `.text` and the names of both.
  static var elf: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    let names = Array("\0.text\0.shstrtab\0".utf8)
    bytes += Array("code".utf8) + names
    bytes += [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
    let table = bytes.count
    for (name, start, size) in [(0, 0, 0), (1, 64, 4), (7, 68, names.count)] {
      var section = [UInt8](repeating: 0, count: 64)
      section.set(number: name, at: 0, 4)
      section.set(number: start, at: 24, 8)
      section.set(number: size, at: 32, 8)
      bytes += section
    }
    bytes.set(number: table, at: 40, 8)
    bytes.set(number: 64, at: 58, 2)
    bytes.set(number: 3, at: 60, 2)
    bytes.set(number: 2, at: 62, 2)
    return bytes
  }

  /// A Mach-O file with one segment, which is the whole file.
  static var macho: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32 + 72 + 8)
    bytes.set(number: 0xFEED_FACF, at: 0, 4)
    bytes.set(number: 1, at: 16, 4)
    bytes.set(number: 72, at: 20, 4)
    bytes.set(number: 0x19, at: 32, 4)
    bytes.set(number: 72, at: 36, 4)
    bytes.set(number: bytes.count, at: 32 + 48, 8)
    return bytes
  }

  /// Another format.
  static let script = Array("#!/bin/sh\nexit 0\n".utf8)

  static func opened(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> Executable {
    let path = try folder.write("program-\(UUID().uuidString)", bytes)
    guard let file = OpenFile(path) else { throw CocoaError(.fileReadUnknown) }
    return Executable(file)
  }
}

extension BundleManifest {
  static func of(_ files: [(path: String, bytes: [UInt8])], hidden: [String] = []) -> BundleManifest {
    BundleManifest(
      name: "users", spec: files[0].path, version: "1.4", hidden: hidden,
      files: files.map { BundleManifest.Entry(path: $0.path, size: $0.bytes.count, digest: CacheDigest.sum($0.bytes)) })
  }
}
