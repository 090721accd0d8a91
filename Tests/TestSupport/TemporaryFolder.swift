import Foundation

/// A folder of a test's own, which is removed with the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes the folder with these files: for each its path below the folder, and its text.
  package init(_ files: KeyValuePairs<String, String> = [:]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { remove() }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The path of the file that is written.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return "\(path)/\(name)"
  }

  package func read(_ name: String) throws -> String { try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8) }

  /// The bytes of a file, or nil where there is none.
  package func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) }

  /// Makes a symbolic link at a name in the folder.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// The names of what is in the folder, sorted.
  package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
