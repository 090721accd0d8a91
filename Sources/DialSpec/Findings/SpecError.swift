public import DialSyntax

/// A spec that cannot be used: every finding of the file at once, in order.
///
/// ```swift
/// do { try Spec.load("users.yaml") } catch { print(error) }   // users.yaml:4:6: error: unknown method 'get' …
/// ```
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// Errors, and the warnings beside them.
  public let diagnostics: [Diagnostic]

  /// An error with these findings, in the order given.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// All findings as text, without colour.
  public var description: String { DiagnosticPrinter(color: false).text(diagnostics) }
}
