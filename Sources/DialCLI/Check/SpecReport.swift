import Dial
import DialConsole

/// The findings of `dial check` for one spec.
struct SpecReport {
  var findings: [Diagnostic]
  var summary: String

  var fixed: Int?

  /// Checks a spec. With `fixing`, changes the file and reports the remaining findings.
  init(_ word: String, _ finder: SpecFinder, _ stdin: StandardInput, fixing: Bool = false) throws(Failure) {
    guard let source = finder.source(word) else {
      let missing = finder.missing(word)
      self = Self(unreadable: word, missing.message + (URLSpec.isURL(word) ? "; download it with 'dial fetch URL -O FILE'" : ""))
      return
    }
    let name: String
    var folder: String?
    var bytes: [UInt8]
    switch source {
    case .stdin where fixing, .builtIn where fixing:
      throw .usage("--fix requires a file, but '\(word)' is not a file")
    case .stdin: (name, bytes) = ("<stdin>", try stdin.read(for: "the spec"))
    case .builtIn(let builtIn): (name, bytes) = (builtIn, Array((finder.context.builtIn[builtIn] ?? "").utf8))
    case .file(let path):
      (name, folder) = (path, Spec.folder(of: path))
      do throws(Failure) {
        bytes = try LocalFile(path).read()
      } catch {
        self = Self(unreadable: path, error.message)
        return
      }
    }
    var reading = Spec.check(bytes, name: name, folder: folder)
    if fixing {
      let total = SpecFixes.apply(to: &bytes, &reading) { Spec.check($0, name: name, folder: folder) }
      if total > 0 { try FileTarget(name).write(bytes) }
      fixed = total
    }
    let found = reading.all
    findings = found
    if fixing {
      // Each fix-it that was taken back costs a check of its own.
      let tried = found.indices.filter { found[$0].fixIts.count == 1 }.prefix(20)
      for index in found.indices where !found[index].fixIts.isEmpty {
        let next =
          tried.contains(index)
          ? SpecFixes([found[index]], in: bytes).consequence(in: bytes, since: found) { Spec.check($0, name: name, folder: folder) } : nil
        findings[index].notes.append(Diagnostic.Note(Self.reason(found[index], in: name, leadingTo: next)))
      }
    }
    // With errors, some endpoints are not counted, so the number would be misleading.
    let isWhole = !found.contains { $0.severity == .error }
    let fixes = fixed.map { ["\($0.counted("fix", "fixes")) applied"] } ?? []
    let endpoints = isWhole ? [reading.service.endpoints.count.counted("endpoint")] : []
    summary = "\(TerminalText.safe(name)): \((fixes + endpoints + [Self.counts(found)]).joined(separator: ", "))"
  }

  /// Why the fix-its of a finding were not applied.
  private static func reason(_ finding: Diagnostic, in name: String, leadingTo next: Diagnostic?) -> String {
    if finding.fixIts.count > 1 { return "--fix did not apply the fix-its, because they are alternatives; apply one of them" }
    if finding.fixIts[0].range.file.name != name { return "--fix did not apply the fix-it, because it changes another file" }
    return "--fix did not apply the fix-it, because it leads to another finding" + (next.map { ": \($0.message)" } ?? "")
  }

  /// The ID of the finding for a file that cannot be read, which has no lines.
  static let unreadable = "unreadable"

  private init(unreadable name: String, _ message: String) {
    let start = Position(line: 1, column: 1)
    let place = SourceRange(file: SourceFile(name: name, text: ""), start: start, end: start)
    (findings, summary) = ([.error(Self.unreadable, message, at: place)], "error: \(TerminalText.safe(message))")
  }

  private static func counts(_ findings: [Diagnostic]) -> String {
    let parts = [Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}
