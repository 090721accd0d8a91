import Dial
import Foundation
import Testing

/// What the README shows is what happens.
struct SampleTests {
  /// Each Swift block is the text after a line `// sample` of `SwiftSamples.swift`, in the same order, but for its indentation.
  @Test func swiftBlocksAreCompiled() throws {
    let source = try String(contentsOf: Readme.root.appending(path: "Tests/ReadmeTests/SwiftSamples.swift"), encoding: .utf8)
    let samples = source.components(separatedBy: "// sample\n").dropFirst()
    let blocks = Readme.blocks("swift")
    #expect(blocks.count == samples.count)
    for (block, sample) in zip(blocks, samples) {
      let indent = String(sample.prefix { $0 == " " })
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
      #expect(sample.hasPrefix(indented + "\n"), "\(block)")
    }
  }

  static let commands = Readme.blocks("console").map { block in
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    return [String(lines[0].dropFirst(2)), lines.dropFirst().joined(separator: "\n")]
  }

  @Test func thereAreCommands() {
    #expect(Self.commands.count >= 7)
    #expect(Readme.blocks("console").allSatisfy { $0.hasPrefix("$ dial ") })
  }

  /// Each command runs in a folder with the README's specs; what follows its line is all that it prints.
  @Test(arguments: commands) func commandsPrintWhatIsShown(_ command: [String]) async throws {
    let folder = try Readme.folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(try await Shell.run(command[0], in: folder) == command[1])
  }

  /// Lines of the table that are whole endpoints or whole keys of one.
  @Test func theTableOfTheLanguageIsAccepted() throws {
    let rest = Readme.text.components(separatedBy: "## The language at a glance\n")
    let part = try #require(rest.last?.components(separatedBy: "\n## ").first)
    let code = part.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let endpoints = code.filter { $0.contains(#/^(list: )?(GET|PUT|POST) /#) }
    let keys = code.filter { $0.contains(#/^(headers|query|auth|style|timeout|redirects|accept|body|mock): /#) }
    try #require(endpoints.count >= 4 && keys.count >= 9)
    for line in endpoints {
      expectAccepted("e: " + line.replacing("list: ", with: ""))
    }
    for key in keys {
      expectAccepted("e:\n    POST: /a (from?, note?)\n    " + key)
    }
  }

  private func expectAccepted(_ endpoint: String) {
    let yaml = "base: https://api.test\ntypes:\n  User: {id: Int}\nendpoints:\n  \(endpoint)\n"
    let found = Spec.check(yaml: Array(yaml.utf8), name: "table.yaml").filter { $0.severity != .note }
    #expect(found.isEmpty, "\(SpecError(found))")
  }
}
