/// A YAML file that was read: its tree, as far as it could be read, and all findings in the order of the text.
public struct YAMLDocument: Sendable {
  /// The text, for further diagnostics.
  public let file: SourceFile
  /// The tree. Nil if the text is not YAML or over a limit. There is one beside findings that leave the rest readable
  /// (duplicate keys, an undefined alias, an unknown tag, a second document, an empty file), so that all findings of a
  /// file can be told at once.
  public let root: Node?
  /// What is wrong, in the order of the text.
  public let diagnostics: [Diagnostic]

  /// What its aliases may name.
  let anchors: AliasTable

  /// True if the file holds no document, which is told by its one finding.
  package var isEmpty: Bool { diagnostics.contains { $0.id == SyntaxDiagnosticID.yamlEmpty.rawValue } }

  /// True if nothing is wrong.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
}
