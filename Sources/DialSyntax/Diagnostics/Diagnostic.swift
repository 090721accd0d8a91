/// How severe a finding is.
public enum Severity: String, Sendable, Hashable {
  /// The file is refused.
  case error
  /// A possible problem; the file is accepted.
  case warning
  /// Part of another finding.
  case note
}

/// A finding in a source file. The message starts in lowercase, without a full stop, and quotes names.
public struct Diagnostic: Error, Sendable, Hashable {
  /// A second place or sentence that helps to understand the finding.
  public struct Note: Sendable, Hashable {
    /// The sentence.
    public var message: String
    /// The place, if it has one.
    public var range: SourceRange?

    /// Creates a note, with or without a place.
    public init(_ message: String, range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// A change of the text that fixes the finding.
  public struct FixIt: Sendable, Hashable {
    /// What the change does, as an imperative: "quote the value".
    public var message: String
    /// The range to replace; empty for an insertion.
    public var range: SourceRange
    /// The new text.
    public var replacement: String

    /// Creates a change that replaces `range`.
    public init(_ message: String, range: SourceRange, replacement: String) {
      self.message = message
      self.range = range
      self.replacement = replacement
    }
  }

  /// How severe the finding is.
  public var severity: Severity
  /// A stable name in kebab case, such as `duplicate-key`.
  public var id: String
  /// One sentence about what is wrong.
  public var message: String
  /// The range that is wrong.
  public var range: SourceRange
  /// More places and sentences.
  public var notes: [Note]
  /// Changes that would fix it.
  public var fixIts: [FixIt]
  /// True if the line contains a secret: then its number is printed, but neither its text nor a replacement for it.
  public var hidesLine = false

  /// The replacement of a fix-it as it is shown; nil if it is blank, has several lines or contains a secret.
  package func shownReplacement(_ fixIt: FixIt) -> String? {
    let isBlank = fixIt.replacement.utf8.allSatisfy { $0 == UInt8(ascii: " ") } || fixIt.replacement.utf8.contains(UInt8(ascii: "\n"))
    return isBlank || hidesLine ? nil : fixIt.replacement
  }

  /// A finding with all its parts.
  public init(severity: Severity, id: String, message: String, range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []) {
    self.severity = severity
    self.id = id
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
  }

  /// An error.
  public static func error(_ id: String, _ message: String, at range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(severity: .error, id: id, message: message, range: range, notes: notes, fixIts: fixIts)
  }

  /// Creates a warning.
  public static func warning(
    _ id: String, _ message: String, at range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(severity: .warning, id: id, message: message, range: range, notes: notes, fixIts: fixIts)
  }

  /// An error of the YAML reader.
  static func error(
    _ id: SyntaxDiagnosticID, _ message: String, at range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    error(id.rawValue, message, at: range, notes: notes, fixIts: fixIts)
  }

  /// Returns the error for an unknown tag.
  static func unknownTag(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(.yamlTag, "unknown tag '\(name.excerpt)'; remove it, or quote the value if it only starts with '!'", at: range)
  }
}

extension Sequence<Diagnostic> {
  /// Returns the findings sorted by file, in the order of first appearance, and by position.
  public func inOrder() -> [Diagnostic] {
    let findings = Array(self)
    // Valid specs are the rule, and the types of the sort are created when they are first used.
    if findings.count < 2 { return findings }
    var ranks: [String: Int] = [:]
    let ranked = findings.enumerated().map { offset, finding in
      let name = finding.range.file.name
      let rank = ranks[name] ?? ranks.count
      ranks[name] = rank
      return (rank: rank, start: finding.range.start, offset: offset, finding: finding)
    }
    return ranked.sorted { ($0.rank, $0.start, $0.offset) < ($1.rank, $1.start, $1.offset) }.map(\.finding)
  }
}

/// The ids of all findings of the YAML reader.
public enum SyntaxDiagnosticID: String, Sendable, CaseIterable {
  /// The text is not YAML.
  case yamlSyntax = "yaml-syntax"
  /// A text needs quotes, because YAML reads a character of it as syntax.
  case yamlQuote = "yaml-quote"
  /// A tab instead of spaces.
  case yamlTab = "yaml-tab"
  /// The bytes are not UTF-8.
  case yamlEncoding = "yaml-encoding"
  /// A character that is not allowed in YAML.
  case yamlControl = "yaml-control"
  /// The text is larger than the limit, in bytes or in nodes.
  case yamlSize = "yaml-size"
  /// Lists and mappings are nested deeper than the limit.
  case yamlDepth = "yaml-depth"
  /// The file has no document.
  case yamlEmpty = "yaml-empty"
  /// The file has more than one document.
  case yamlDocuments = "yaml-documents"
  /// An alias without an anchor.
  case yamlAlias = "yaml-alias"
  /// An alias inside of its own anchor.
  case yamlAliasCycle = "yaml-alias-cycle"
  /// Aliases produce more nodes than the limit.
  case yamlAliasLimit = "yaml-alias-limit"
  /// A key that is absent or not a text.
  case yamlKey = "yaml-key"
  /// A key that the mapping already has.
  case duplicateKey = "duplicate-key"
  /// `<<` with something that cannot be merged.
  case yamlMerge = "yaml-merge"
  /// A tag that is unknown, or does not fit.
  case yamlTag = "yaml-tag"
}
