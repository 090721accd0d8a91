public import DialJSON
public import DialSyntax

/// YAML read as a JSON place is: YAML 1.2 core schema, a quoted scalar is a string (language section 11).
public enum YAMLText {
  /// The value of a stream of one document. Throws ``SpecError`` with every finding.
  public static func json(_ bytes: [UInt8], name: String) throws(SpecError) -> JSON { try json(YAMLReader.read(bytes, name: name)) }

  /// The value of a document that was read already. An empty one is null.
  public static func json(_ document: YAMLDocument) throws(SpecError) -> JSON {
    let findings = Findings(document.diagnostics.filter { $0.id != "yaml-empty" })
    guard let root = document.root else { throw SpecError(findings.diagnostics) }
    let value = Values.json(root, findings)
    guard let value, !findings.diagnostics.contains(where: { $0.severity == .error }) else {
      throw SpecError(findings.diagnostics.inOrder())
    }
    return value
  }
}
