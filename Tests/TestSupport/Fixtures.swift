package import Foundation

/// The folder `Fixtures` next to the file that creates the value.
package struct Fixtures: Sendable {
  package let folder: URL

  package init(beside file: String = #filePath) {
    folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures")
  }

  /// Returns the names of the files in a folder without their extension, sorted.
  package func names(_ folder: String, ending: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: self.folder.appending(path: folder).path)) ?? []
    return files.filter { $0.hasSuffix("." + ending) }.map { String($0.dropLast(ending.count + 1)) }.sorted()
  }

  package func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: path))) }

  package func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  /// Returns the content of a fixture. With `DIAL_RECORD=1` in the environment, records `text` and returns it.
  package func golden(_ path: String, _ text: String) throws -> String {
    if ProcessInfo.processInfo.environment["DIAL_RECORD"] == "1" {
      try Data(text.utf8).write(to: folder.appending(path: path))
    }
    return try self.text(path)
  }
}

/// The root of the repository.
package let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
