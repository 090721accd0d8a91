import DialSyntax
import Foundation
import Testing

@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec
@testable import DialStreams

/// The folder of this target's fixtures.
let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

/// The names, without their ending, of the files of a fixtures folder.
func fixtureNames(_ folder: String, ending: String) -> [String] {
  let files = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.appending(path: folder).path)) ?? []
  return files.filter { $0.hasSuffix("." + ending) }.map { String($0.dropLast(ending.count + 1)) }.sorted()
}

/// The bytes of a fixture.
func fixture(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: fixtures.appending(path: path)))
}

/// All that is printed about a spec.
func findings(_ yaml: String) -> String {
  DiagnosticPrinter(color: false).text(Spec.check(yaml: Array(yaml.utf8), name: "spec.yaml"))
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
