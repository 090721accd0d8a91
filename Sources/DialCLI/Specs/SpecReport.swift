import DialCore
import DialSyntax

/// What `dial check` finds in one spec.
struct SpecReport {
  var findings: [Diagnostic]
  /// `specs/users.yaml: 12 endpoints, no findings`
  var summary: String

  init(_ word: String, _ finder: SpecFinder, _ stdin: StandardInput) throws(Failure) {
    guard let source = finder.source(word) else {
      let failure = finder.missing(word)
      findings = [Self.unreadable(word, failure.message)]
      summary = "\(TerminalText.safe(word)): not found"
      return
    }
    let name: String
    let bytes: [UInt8]
    switch source {
    case .stdin: (name, bytes) = ("<stdin>", try stdin.read(for: "the spec"))
    case .builtIn(let builtIn): (name, bytes) = (builtIn, Array((finder.context.builtIn[builtIn] ?? "").utf8))
    case .file(let path):
      name = path
      do throws(LocalFile.Unreadable) {
        bytes = try LocalFile(path).read()
      } catch {
        findings = [Self.unreadable(path, "cannot read '\(path)': \(error.reason)")]
        summary = "\(TerminalText.safe(path)): cannot be read"
        return
      }
    }
    let (service, found) = Spec.check(bytes, name: name)
    findings = found
    summary = "\(TerminalText.safe(name)): \(Self.count(service.endpoints.count, "endpoint")), \(Self.counts(found))"
  }

  private static func unreadable(_ name: String, _ message: String) -> Diagnostic {
    let start = Position(line: 1, column: 1)
    return .error("unreadable", message, at: SourceRange(file: SourceFile(name: name, text: ""), start: start, end: start))
  }

  private static func counts(_ findings: [Diagnostic]) -> String {
    let parts = [Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : self.count(count, severity.rawValue)
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }

  private static func count(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
}
