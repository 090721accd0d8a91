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
  /// A finding of a spec, with its first note or fix-it as the hint.
  init(_ finding: Diagnostic) {
    let fix = finding.fixIts.first.map { "\($0.message)\($0.replacement.isEmpty ? "" : ": \($0.replacement)")" }
    self.init(
      code: finding.id, message: finding.message, hint: fix ?? finding.notes.first?.message, location: finding.range)
  }
}
