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
    /// A word that is not one of a set.
    case word(UnknownWord)
  }
}

/// A word that is not one of those that are known: "unknown key 'cal' of 'login'".
package struct UnknownWord: Sendable {
  package let id: FindingID
  /// What the word should be: "key".
  package let what: String
  package let word: String
  /// What it belongs to; empty if that is clear.
  package let whole: String
  package let known: [String]

  /// - Parameter meant: the word that was probably meant.
  package func finding(meant: String? = nil, at range: SourceRange, fix: String = "replace with") -> Diagnostic {
    let place = whole.isEmpty ? "" : " of \(whole)"
    let advice = Suggestion.phrase(meant, among: Suggestion.ordered(known, for: word), what: what)
    return .finding(.error, id, "unknown \(what) '\(word)'\(place); \(advice)", at: range, fix: fix, with: meant)
  }
}

/// Says what was probably meant, after faults were found.
package protocol Advisor: Sendable {
  /// Returns the findings, in the order of the faults. A fault of which nothing better is known keeps its own.
  ///
  /// - Parameter declaration: what was read; nil if nothing was.
  func findings(for faults: [Fault], in declaration: ServiceDeclaration?) -> [Diagnostic]
}
