import DialMessage
import DialSyntax

/// One of the faults of a failure: those of arguments are told together, and so are the findings of a spec.
struct Fault: Sendable, Equatable {
  /// A stable word: `arguments`, `variable`, `io`, or the id of a finding.
  var code: String
  var message: String
  /// The argument or parameter that it is about.
  var argument: String?
  var hint: String?
  var location: SourceRange?
}

extension Fault {
  /// A fault of an argument; where nothing of the spec is meant by it, the endpoint is its place.
  init(_ fault: ArgumentFault, of error: CallError) {
    self.init(code: error.code.rawValue, message: fault.message, argument: fault.name, location: fault.location ?? error.location)
    switch fault.kind {
    case .variable:
      code = CallError.Code.variable.rawValue
      argument = nil
      hint = fault.name.map { "set it with --var \($0)=…" }
    case .file: code = CallError.Code.io.rawValue
    case .base, .option, .spec: argument = nil
    default: break
    }
  }

  /// A finding of a spec, with its first note or fix-it as the hint.
  init(_ finding: Diagnostic) {
    let fix = finding.fixIts.first.map { "\($0.message)\($0.replacement.isEmpty ? "" : ": \($0.replacement)")" }
    self.init(
      code: finding.id, message: finding.message, hint: fix ?? finding.notes.first?.message, location: finding.range)
  }
}
