import Foundation
import Testing

/// The Swift blocks of a page are compiled and run: they are in `Samples/PAGE.swift` in the same order, each after a line `// sample`.
struct SwiftTests {
  static let pages = ([.readme] + Page.guides).filter { !$0.blocks("swift").isEmpty }

  @Test func aBlockThatIsNotCompiledIsNoticed() {
    let source = "import Dial\n\nstruct S {\n  // sample\n  let a = 1\n  let b = 2\n}\n"
    #expect(Self.problem(with: "import Dial\n\nlet a = 1\n", at: 0, of: source) == nil)
    #expect(Self.problem(with: "let a = 2\n", at: 0, of: source) == "it is not the sample")
    #expect(Self.problem(with: "let a = 1\n", at: 1, of: source) == "there is no such sample")
    #expect(Self.problem(with: "import Other\n\nlet a = 1\n", at: 0, of: source) == "its imports are not those of the file")
  }

  @Test(arguments: pages) func blocksAreCompiled(_ page: Page) throws {
    let file = Page.root.appending(path: "Tests/DocumentationTests/Samples/\(page.name).swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let blocks = page.blocks("swift")
    #expect(blocks.count == Self.samples(of: source).count)
    for (index, block) in blocks.enumerated() { #expect(Self.problem(with: block, at: index, of: source) == nil, "\(block)") }
  }

  private static func samples(of source: String) -> [String] { Array(source.components(separatedBy: "// sample\n").dropFirst()) }

  /// A block can start with imports, which are at the top of the file.
  private static func problem(with block: String, at index: Int, of source: String) -> String? {
    let samples = samples(of: source)
    guard index < samples.count else { return "there is no such sample" }
    var lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.prefix { $0.hasPrefix("import ") }
    guard imports.allSatisfy({ source.contains("\($0)\n") }) else { return "its imports are not those of the file" }
    lines = Array(lines.dropFirst(imports.count).drop { imports.isEmpty ? false : $0.isEmpty })
    let indent = String(samples[index].prefix { $0 == " " })
    let indented = lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
    return samples[index].hasPrefix(indented) ? nil : "it is not the sample"
  }
}
