import Dial
import DialSyntax
import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// The lines of `Signature.ebnf`, each as an endpoint: `+` is accepted, `~` with a warning, `-` and `!` are errors.
struct GrammarTests {
  struct Line: CustomTestStringConvertible, Sendable {
    var sign: Character
    var text: String
    var testDescription: String { "\(sign) \(text)" }

    /// A spec with the line, quoted for YAML.
    var spec: String {
      let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return """
        base: https://api.test
        types: {User: {id: Int}, Issue: {id: Int}, APIError: {code: String}, Patch: {name: String?}}
        endpoints:
          e: "\(quoted)"
        """
    }
  }

  static let grammar: String = {
    let root = repository
    return (try? String(contentsOf: root.appending(path: "Sources/DialSpec/Signature.ebnf"), encoding: .utf8)) ?? ""
  }()

  static let lines: [Line] = grammar.split(separator: "\n").compactMap { row in
    guard row.hasPrefix("(*"), row.hasSuffix(" *)"), let sign = row.dropFirst(2).first, "+-!~".contains(sign), row.dropFirst(3).first == " "
    else { return nil }
    return Line(sign: sign, text: String(row.dropFirst(4).dropLast(3)))
  }

  @Test(arguments: lines)
  func agreesWithTheReader(line: Line) {
    let found = Spec.check(yaml: Array(line.spec.utf8), name: "spec.yaml")
    let printed = DiagnosticPrinter(color: false).text(found)
    let isRefused = found.contains { $0.severity == .error }
    let isWarned = found.contains { $0.severity == .warning }
    switch line.sign {
    case "+": #expect(!isRefused && !isWarned, "\(printed)")
    case "~": #expect(!isRefused && isWarned, "\(printed)")
    default: #expect(isRefused, "accepted: \(line.text)")
    }
  }

  @Test func everySignIsThere() {
    #expect(Set(Self.lines.map(\.sign)) == ["+", "-", "!", "~"])
    #expect(Self.lines.count == grammarLines, "a line that is no comment by itself is not read")
  }

  private var grammarLines: Int {
    Self.grammar.split(separator: "\n").count {
      $0.hasPrefix("(*+ ") || $0.hasPrefix("(*- ") || $0.hasPrefix("(*! ") || $0.hasPrefix("(*~ ")
    }
  }
}
