/// How much a finding weighs.
public enum Severity: String, Sendable, Hashable {
  /// Refuses the file.
  case error
  /// Something to look at; the file is good.
  case warning
  /// Belongs to another finding.
  case note
}

/// A finding in a source file, as data; text, colour and JSON are views of it.
///
/// A message is lower case without a full stop, has tokens in 'single quotes' and says what to do.
public struct Diagnostic: Error, Sendable, Hashable {
  /// A second place or sentence that helps to understand the finding.
  public struct Note: Sendable, Hashable {
    /// The sentence.
    public var message: String
    /// The place, if it has one.
    public var range: SourceRange?

    /// A note, at a place or without one.
    public init(_ message: String, range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// A change of the text that mends the finding.
  public struct FixIt: Sendable, Hashable {
    /// What the change does, as an order: "quote the value".
    public var message: String
    /// The stretch that is replaced; empty for an insertion.
    public var range: SourceRange
    /// The text that comes in its place.
    public var replacement: String

    /// "Put `replacement` in the place of `range`."
    public init(_ message: String, range: SourceRange, replacement: String) {
      self.message = message
      self.range = range
      self.replacement = replacement
    }
  }

  /// Whether the finding refuses the file.
  public var severity: Severity
  /// A stable name in kebab case, such as `duplicate-key`.
  public var id: String
  /// What is wrong and what to do.
  public var message: String
  /// The culprit.
  public var range: SourceRange
  /// Places and sentences beside the message.
  public var notes: [Note]
  /// Changes that would mend it.
  public var fixIts: [FixIt]
  /// Whether the line holds a secret, so that it is named and not printed.
  public var hidesLine = false

  /// A finding with all its parts.
  public init(
    severity: Severity, id: String, message: String, range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.severity = severity
    self.id = id
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
  }

  /// A finding that refuses the file.
  public static func error(
    _ id: String, _ message: String, at range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(severity: .error, id: id, message: message, range: range, notes: notes, fixIts: fixIts)
  }

  /// A finding that does not.
  public static func warning(
    _ id: String, _ message: String, at range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(severity: .warning, id: id, message: message, range: range, notes: notes, fixIts: fixIts)
  }
}
