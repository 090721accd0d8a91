package import DialBuild
package import DialModel
package import DialSyntax

/// Says what was probably meant in a spec: the mechanisms of this folder, each of which knows one kind of slip.
package struct SpecAdvisor: Advisor {
  package init() {}

  package func findings(for faults: [Fault], in declaration: ServiceDeclaration?) -> [Diagnostic] {
    faults.map { fault in
      guard let subject = fault.subject else { return fault.finding }
      return advice(on: subject, fault.finding) ?? fault.finding
    }
  }

  /// Returns a better finding; nil if there is none.
  private func advice(on subject: Fault.Subject, _ finding: Diagnostic) -> Diagnostic? {
    switch subject {
    case .text, .key, .value, .word: nil
    }
  }
}
