public import DialSyntax

/// A spec that cannot be used: every finding of the file at once, in order.
///
/// ```swift
/// do { try Spec.load("users.yaml") } catch { print(error) }   // users.yaml:4:6: error: unknown method 'get' …
/// ```
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// The errors, and the warnings of the same file.
  public let diagnostics: [Diagnostic]

  /// Creates an error with these findings.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// All findings as text, without color.
  public var description: String { DiagnosticPrinter(color: false).text(diagnostics) }
}
