import DialSyntax

/// What a reader has found, in the order in which it found it.
final class DiagnosticList {
  private(set) var all: [Diagnostic] = []

  func callAsFunction(_ diagnostic: Diagnostic) { all.append(diagnostic) }
}
