/// The ids of all findings of the YAML reader.
public enum SyntaxDiagnosticID: String, Sendable, CaseIterable {
  /// The text is not YAML.
  case yamlSyntax = "yaml-syntax"
  /// A text needs quotes, because YAML reads a character of it as syntax.
  case yamlQuote = "yaml-quote"
  /// A tab stands where YAML wants spaces.
  case yamlTab = "yaml-tab"
  /// The bytes are not UTF-8.
  case yamlEncoding = "yaml-encoding"
  /// A character that a YAML text may not hold.
  case yamlControl = "yaml-control"
  /// The text is larger than the limit, in bytes or in nodes.
  case yamlSize = "yaml-size"
  /// Lists and mappings are nested deeper than the limit.
  case yamlDepth = "yaml-depth"
  /// The file holds no document.
  case yamlEmpty = "yaml-empty"
  /// The file holds more than one document.
  case yamlDocuments = "yaml-documents"
  /// An alias without an anchor.
  case yamlAlias = "yaml-alias"
  /// An alias inside of its own anchor.
  case yamlAliasCycle = "yaml-alias-cycle"
  /// Aliases stand for more nodes than the limit.
  case yamlAliasLimit = "yaml-alias-limit"
  /// A key that is no text, or none at all.
  case yamlKey = "yaml-key"
  /// A key that the mapping already has.
  case duplicateKey = "duplicate-key"
  /// `<<` with something that cannot be merged.
  case yamlMerge = "yaml-merge"
  /// A tag that is not known, or does not fit.
  case yamlTag = "yaml-tag"
}

extension Diagnostic {
  /// An error of the YAML reader.
  static func error(
    _ id: SyntaxDiagnosticID, _ message: String, at range: SourceRange, notes: [Note] = [], fixIts: [FixIt] = []
  ) -> Diagnostic {
    error(id.rawValue, message, at: range, notes: notes, fixIts: fixIts)
  }

  /// A tag that is not one of YAML's own.
  static func unknownTag(_ name: String, at range: SourceRange) -> Diagnostic {
    let prefix = "tag:yaml.org,2002:"
    let short = name.hasPrefix(prefix) ? "!!" + name.dropFirst(prefix.count) : name
    return .error(
      .yamlTag, "unknown tag '\(short.excerpt)'; remove it, or quote the value if it only starts with '!'", at: range)
  }
}
