import Dial
import DialBuild
import Foundation
import Testing

/// The Swift of `SpecFile.md`.
struct SpecFileSamples {
  /// Replaces the folder of the page by one with a large spec.
  private enum Spec {
    static let folder = FileManager.default.temporaryDirectory.appending(path: "dial-large-\(UUID().uuidString)").path

    static func load(_ name: String, store: SpecStore) throws -> Dial.Spec {
      let lines = (0..<1000).map { "  e\($0): GET /things/{id}/\($0)\n" }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
        try Data(("base: https://api.example.com\nendpoints:\n" + lines.joined()).utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      return try Dial.Spec.load("\(folder)/\(name)", store: SpecStore(folder + "/specs"))
    }
  }

  @Test func large() throws {
    defer { try? FileManager.default.removeItem(atPath: Spec.folder) }
    for _ in 0..<2 {
      // sample
      let spec = try Spec.load("large.yaml", store: SpecStore("/var/cache/app/specs"))
      // end
      #expect(spec.endpoints.count == 1000)
      #expect(try FileManager.default.contentsOfDirectory(atPath: Spec.folder + "/specs").count == 1)
    }
  }
}
