package import DialModel
package import DialSyntax

/// A finding, and what it is about, from which advice can say what was probably meant.
package struct Fault: Sendable {
  package var finding: Diagnostic
  package var subject: Subject?

  package init(_ finding: Diagnostic, _ subject: Subject? = nil) {
    (self.finding, self.subject) = (finding, subject)
  }

  package enum Subject: Sendable {
    /// A text that is not in the grammar.
    case text(ParseError)
    /// A key that its mapping does not have.
    case key(Entry, KeyTable)
    /// A value that its key does not accept.
    case value(Node, key: String)
    /// A word that is not one of a set.
    case word(String, among: [String])
  }
}

/// Says what was probably meant, after faults were found.
package protocol Advisor: Sendable {
  /// Returns the findings, in the order of the faults. A fault of which nothing better is known keeps its own.
  ///
  /// - Parameter declaration: what was read; nil if nothing was.
  func findings(for faults: [Fault], in declaration: ServiceDeclaration?) -> [Diagnostic]
}
