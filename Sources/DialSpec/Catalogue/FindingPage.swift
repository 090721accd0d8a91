import DialSyntax

/// What one kind of finding means and how to fix it.
///
/// The page of the documentation and the text of `dial check --explain` are made from it.
package struct FindingPage: Sendable {
  /// A spec with the finding.
  package enum Sample: Sendable {
    /// The text of the spec.
    case yaml(String)
    /// A shell command that writes `spec.yaml`, for bytes that a page cannot show.
    case shell(String)
  }

  package let id: String
  /// The first sentence of the page, in Markdown like all texts below.
  package let title: String
  package let wrong: Sample
  package let fix: String
  /// The sample without the finding.
  package let right: String
  package let reason: String
  /// How severe the finding is, and when it is less severe.
  package let severity: String
  /// The names of guides that tell more.
  package let see: [String]

  /// The pages of all findings, in the order of the overview.
  package static let all = keys + lines + parameters + types + settings + yaml

  init(_ id: FindingID, title: String, wrong: Sample, fix: String, right: String, reason: String, severity: String, see: [String]) {
    (self.id, self.title, self.wrong, self.fix) = (id.rawValue, title, wrong, fix)
    (self.right, self.reason, self.severity, self.see) = (right, reason, severity, see)
  }

  init(
    yaml id: SyntaxDiagnosticID, title: String, wrong: Sample, fix: String, right: String, reason: String, severity: String, see: [String]
  ) {
    (self.id, self.title, self.wrong, self.fix) = (id.rawValue, title, wrong, fix)
    (self.right, self.reason, self.severity, self.see) = (right, reason, severity, see)
  }

  /// What checking a spec prints.
  package static func printed(_ spec: [UInt8]) -> String {
    DiagnosticPrinter(color: false).text(Spec.check(yaml: spec, name: "spec.yaml"))
  }

  /// The page of the documentation.
  ///
  /// - Parameter printed: what checking the wrong sample prints.
  package func markdown(printed: String) -> String {
    """
    # \(id)

    \(title)

    ## Example

    ```\(language)
    \(sample)
    ```

    ```text
    \(printed)
    ```

    ## How to fix it

    \(fix)

    ```yaml
    \(right)
    ```

    ## Why

    \(reason)

    \(severity) See \(see.map { "<doc:\($0)>" }.joined(separator: " and ")).

    """
  }

  /// The explanation as it is printed in a terminal.
  package var text: String {
    let example: [String] =
      switch wrong {
      case .yaml(let text): [Self.indented(text), Self.indented(Self.printed(Array(text.utf8)))]
      case .shell(let command): [Self.indented(command)]
      }
    let parts =
      ["\(id): \(title)", severity, "Example:"] + example + ["How to fix it:", fix, Self.indented(right), "Why:", reason]
    return parts.joined(separator: "\n\n")
  }

  private var language: String {
    switch wrong {
    case .yaml: "yaml"
    case .shell: "sh"
    }
  }

  private var sample: String {
    switch wrong {
    case .yaml(let text), .shell(let text): text
    }
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}
