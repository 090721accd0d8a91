import Dial
import Foundation

/// The README of this package, and its fenced blocks by their language.
enum Readme {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let text = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""

  /// The contents of all blocks that begin with three backquotes and this word.
  static func blocks(_ language: String) -> [String] {
    var (blocks, current) = ([String](), [Substring]?.none)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = current {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
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

  /// The specs of the README by the name in their first line, `# users.yaml`.
  static let specs: [(name: String, text: String)] = blocks("yaml").map { block in
    (String(block.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }), block + "\n")
  }

  static func spec(_ name: String) throws -> Spec {
    try Spec.load(yaml: specs.first { $0.name == name }?.text ?? "", name: name)
  }

  /// Writes the specs into a folder of their own, and gives its path.
  static func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for spec in specs { try Data(spec.text.utf8).write(to: folder.appending(path: spec.name)) }
    return folder.path
  }
}
