import DialSyntax

/// Rules for the names of members and types.
enum ShapeNames {
  static func check(_ label: String, at range: SourceRange, _ findings: Findings) {
    if !Name.isValid(label) {
      findings.error(.invalidName, "'\(label)' is no name: \(Name.rule)", at: range)
    }
    findings.memberLabels.append((label, range))
  }
}
