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
    /// A text that is not YAML.
    case syntax(SyntaxFault)
    /// A text that is not in the grammar.
    case text(ParseError)
    /// A key that its mapping does not have.
    case key(UnknownKey)
    /// A value that its key does not accept.
    case value(Node, key: String)
    /// An entry whose name is not valid.
    case entry(Entry)
    /// A word that is not one of a set.
    case word(UnknownWord)
    /// A part of a text that is not a JMESPath expression.
    case expression(Node, Range<Int>)
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
  /// What is accepted besides the known words: "a lifetime such as 5m".
  package var others: String?
  /// The start of the message, if it is not "unknown key 'cal' of 'login'".
  package var lead: String?
  /// Whether a known word can take the place of the whole range of the finding.
  package var isWhole = true

  package init(id: FindingID, what: String, word: String, whole: String = "", known: [String], others: String? = nil) {
    (self.id, self.what, self.word, self.whole, self.known, self.others) = (id, what, word, whole, known, others)
  }

  /// - Parameter meant: the word that was probably meant.
  package func message(meant: String? = nil) -> String {
    var advice = Suggestion.phrase(meant, among: Suggestion.ordered(known, for: word), what: what)
    if meant == nil, let others { advice += ", or \(others)" }
    return "\(lead ?? "unknown \(what) '\(word)'\(whole.isEmpty ? "" : " of \(whole)")"); \(advice)"
  }

  package func finding(_ severity: Severity = .error, at range: SourceRange) -> Diagnostic {
    .finding(severity, id, message(), at: range)
  }
}

/// A key that its mapping does not have.
package struct UnknownKey: Sendable {
  package let entry: Entry
  package let table: KeyTable
  package let word: UnknownWord
  /// The entry above it.
  package let previous: Entry?
}

/// Says what was probably meant. The first function is called when everything is read, the others where the reader needs an answer to read on.
package protocol Advisor: Sendable {
  /// Returns the findings. A fault of which nothing better is known keeps its own.
  ///
  /// - Parameter declaration: what was read, which can be valid and still not be what was meant; nil if nothing was.
  func findings(for faults: [Fault], in declaration: ServiceDeclaration?) -> [Diagnostic]

  /// Returns the entry under the key that was probably meant, so that its content is checked, too.
  func entry(meantBy key: UnknownKey) -> Entry?

  /// Returns the finding for an entry that is neither an endpoint nor a group, if it is on the wrong level. Its content is not read then.
  func misplaced(_ entry: Entry, behind previous: Entry?, on level: KeyTable) -> Diagnostic?

  /// Returns the finding for an endpoint without a method, and the keys that are explained by it.
  func missingMethod(of entry: Entry) -> (finding: Diagnostic, keys: [String])?

  /// Returns the finding for a mapping that is probably no record. After an error, it is not read.
  ///
  /// - Parameter isMember: whether it is the type of a member.
  func shape(meantBy node: Node, isMember: Bool) -> Diagnostic?
}
