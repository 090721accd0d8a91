import Dial
import DialBuild
import Foundation

/// A page of the documentation: the README, or a file of the DocC catalogue.
struct Page: Sendable, CustomStringConvertible {
  /// The path below the root of the package.
  let path: String
  let text: String

  var name: String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }
  var description: String { path }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let catalogue = "Sources/Dial/Dial.docc"
  static let readme = Page("README.md")
  static let guides = pages(in: catalogue)

  init(_ path: String) { self.init(path: path, text: (try? String(contentsOf: Self.root.appending(path: path), encoding: .utf8)) ?? "") }

  init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  private static func pages(in folder: String) -> [Page] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { Page("\(folder)/\($0)") }
  }

  /// Returns the contents of all blocks that start with three backquotes and this word, with line feeds.
  func blocks(_ language: String) -> [String] {
    var (blocks, current) = ([String](), [Substring]?.none)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = current {
        if line == "```" {
          blocks.append(lines.map { $0 + "\n" }.joined())
          current = nil
        } else {
          current = lines + [line]
        }
      } else if line == "```\(language)" {
        current = []
      }
    }
    return blocks
  }

  /// The specs whose first line is their name: `# users.yaml`.
  var specs: [(name: String, text: String)] {
    blocks("yaml").compactMap { block in block.prefixMatch(of: #/# (\S+\.yaml)\n/#).map { (String($0.1), block) } }
  }

  func spec(_ name: String) throws -> Spec {
    try Spec.load(yaml: specs.first { $0.name == name }?.text ?? "", name: name)
  }

  /// Writes the specs into a new folder next to those of the repository; returns its path.
  func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "specs"), withDestinationURL: Self.root.appending(path: "specs"))
    for spec in specs { try Data(spec.text.utf8).write(to: folder.appending(path: spec.name)) }
    return folder.path
  }
}
