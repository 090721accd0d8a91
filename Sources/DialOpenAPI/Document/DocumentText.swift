import DialBuild
import DialSyntax

/// The tree of a document. Nobody can edit a document of somebody else, so what real ones have and a spec must not is a warning: repeated
/// keys, of which the last one counts, and unknown tags.
struct DocumentText {
  let root: Node?
  /// What does not matter for a call.
  private(set) var notes: [Diagnostic] = []
  private var errors: [Diagnostic] = []
  private let faults: [SyntaxFault]

  init(_ document: YAMLDocument) {
    var isRepeating = false
    for var finding in document.findings {
      switch SyntaxDiagnosticID(rawValue: finding.id) {
      case .duplicateKey:
        isRepeating = true
        finding.message = finding.message.replacing("; \(MappingRules.duplicateAdvice)", with: "; the last one counts")
        finding.severity = .warning
        notes.append(finding)
      case .yamlTag:
        finding.severity = .warning
        notes.append(finding)
      default: errors.append(finding)
      }
    }
    faults = document.faults
    root = isRepeating ? document.root?.withoutRepeatedKeys : document.root
  }

  /// The first reason why there is no whole tree.
  var error: Diagnostic? { errors.first ?? faults.first?.diagnostic }

  func addErrors(to findings: Findings) {
    findings.add(errors)
    for fault in faults { findings.add(fault.diagnostic, about: .syntax(fault)) }
  }
}
