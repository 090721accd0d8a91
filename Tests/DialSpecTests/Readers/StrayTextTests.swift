import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// No text crashes the reader, and its findings can be printed.
struct StrayTextTests {
  /// Pieces of the language, and others.
  static let pieces =
    Array("(){}[]<>\"'`\\@!?*+=:;,.-_|#$%&~^ \n\té😀0aA").map(String.init) + [
      " as ", " -> ", " @ ", " ! ", "${", "{+", "$uuid", "query.", "_ ", "://", "File", "null", "%2", "\u{0}", "\u{202E}",
    ]

  /// Texts with a few characters removed, repeated or replaced.
  static func mutated(_ texts: [String], _ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(state: seed)
    return (0..<count).map { _ in
      var letters = Array(texts.randomElement(using: &random) ?? "").map(String.init)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !letters.isEmpty {
        let at = Int.random(in: 0..<letters.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: letters.remove(at: at)
        case 1: letters.insert(pieces.randomElement(using: &random) ?? "", at: at)
        case 2: letters[at] = pieces.randomElement(using: &random) ?? ""
        default: letters.removeSubrange(at..<min(letters.count, at + 6))
        }
      }
      return letters.joined()
    }
  }

  @Test func lines() async {
    for text in Self.mutated(GrammarTests.lines.map(\.text), 6000, seed: 11) {
      await Task.yield()
      let printed = findings(GrammarTests.Line(sign: "+", text: text).spec)
      #expect(!printed.contains("\u{202E}"))
    }
  }

  @Test func wholeSpecs() async throws {
    let specs = try GoldenTests.names.map { try fixtures.text("bad/\($0).yaml") }
    for text in Self.mutated(specs, 3000, seed: 12) {
      await Task.yield()
      let printed = findings(text)
      #expect(!printed.contains("\u{202E}"))
    }
  }
}
