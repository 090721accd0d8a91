import DialEngine
import DialJSON
import DialModel
import DialSpec
import DialSyntax

/// Says on stderr what is no fault of a line, and yet most likely not what was meant.
struct CallWarnings {
  let line: CallLine
  let console: Console

  /// Warnings of the spec, for those who want to see everything; `dial check` is the place for them.
  func warn(of spec: Spec) {
    // Of a spec that is read in part the whole is read for them.
    guard line.inspection.verbose, !line.behaviour.quiet else { return }
    let warnings = spec.findings.filter { $0.severity == .warning }
    if warnings.isEmpty { return }
    console.note(DiagnosticPrinter(color: console.errHasColor).text(warnings))
  }

  func warn(of arguments: Arguments, for spec: Spec) {
    guard !line.behaviour.quiet else { return }
    let variables = SpecVariables(spec.service)
    var doubts = line.target.service.variables.compactMap { text in
      // What is written in another way may be a value, and a secret one.
      text.firstIndex(of: "=").flatMap { $0 == text.startIndex ? nil : variables.doubt(String(text[..<$0]), "--var") }
    }
    doubts += line.target.service.environment.compactMap { variables.doubt($0, "--env") }
    if let index = spec.service.endpoints.place(of: line.endpoint) {
      doubts += ArgumentWarnings(model: spec.service.endpoints[index], types: spec.service.types).all(in: arguments)
    }
    doubts += Self.texts(line.output.select, "--select")
    for doubt in doubts { console.warn(doubt) }
  }

  /// An expression that compares with a name in double quotes, where most likely a text is meant.
  static func texts(_ expression: String?, _ flag: String) -> [String] {
    guard let expression, let path = try? JMESPath(expression) else { return [] }
    return path.likelyTexts.map { "\(flag): \"\($0.name)\" in double quotes is the member of that name: a text is '\($0.name)'" }
  }
}
