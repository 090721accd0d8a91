import DialSyntax

/// The meaning of one kind of finding and how to fix it. It is the source of its page and of `dial check --explain`.
package struct FindingPage: Sendable {
  /// A spec. A literal is one without its `base`.
  package enum Sample: ExpressibleByStringLiteral, Sendable {
    case yaml(String)
    /// A shell command that writes `spec.yaml`, for bytes that a page cannot show.
    case shell(String)

    package init(stringLiteral text: String) { self = .yaml("base: https://api.example.com\n" + text) }

    package var text: String {
      switch self {
      case .yaml(let text), .shell(let text): text
      }
    }
  }

  package let id: String
  /// The first sentence of the page, in Markdown like all texts below.
  package let title: String
  package let wrong: Sample
  package let fix: String
  package let right: Sample
  package let reason: String
  /// The severity, and when it is lower.
  package let severity: String
  package let see: [String]

  package static let all = keys + lines + parameters + types + settings + yaml

  init(_ id: FindingID, title: String, wrong: Sample, fix: String, right: Sample, reason: String, severity: String, see: [String]) {
    (self.id, self.title, self.wrong, self.fix) = (id.rawValue, title, wrong, fix)
    (self.right, self.reason, self.severity, self.see) = (right, reason, severity, see)
  }

  init(
    yaml id: SyntaxDiagnosticID, title: String, wrong: Sample, fix: String, right: Sample, reason: String, severity: String, see: [String]
  ) {
    (self.id, self.title, self.wrong, self.fix) = (id.rawValue, title, wrong, fix)
    (self.right, self.reason, self.severity, self.see) = (right, reason, severity, see)
  }

  package static func printed(_ spec: [UInt8]) -> String {
    DiagnosticPrinter(color: false).text(Spec.check(yaml: spec, name: "spec.yaml"))
  }

  /// Returns the page. `printed` is what `dial check` prints for the wrong sample.
  package func markdown(printed: String) -> String {
    """
    # \(id)

    \(title)

    ## Example

    ```\(language)
    \(wrong.text)
    ```

    ```text
    \(printed)
    ```

    ## How to fix it

    \(fix)

    ```yaml
    \(right.text)
    ```

    ## Why

    \(reason)

    \(severity) See \(see.map { "<doc:\($0)>" }.joined(separator: " and ")).

    """
  }

  package var text: String {
    var parts = ["\(id): \(title)", severity, "Example:", Self.indented(wrong.text)]
    if case .yaml(let text) = wrong { parts.append(Self.indented(Self.printed(Array(text.utf8)))) }
    return (parts + ["How to fix it:", fix, Self.indented(right.text), "Why:", reason]).joined(separator: "\n\n")
  }

  private var language: String {
    switch wrong {
    case .yaml: "yaml"
    case .shell: "sh"
    }
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}
