import DialAdvice
public import DialBuild
public import DialJSON
public import DialSyntax

/// Reads YAML as JSON by the YAML 1.2 core schema; quoted scalars are strings (language section 11).
public enum YAMLText {
  /// Returns the value of one document. Throws ``SpecError`` with all findings.
  public static func json(_ bytes: [UInt8], name: String) throws(SpecError) -> JSON { try json(YAMLReader.read(bytes, name: name)) }

  /// Returns the value of a document that has already been read. An empty one is null.
  public static func json(_ document: YAMLDocument) throws(SpecError) -> JSON {
    let findings = Findings(SyntaxSlip.diagnostics(of: document).filter { $0.id != "yaml-empty" })
    guard let root = document.root else { throw SpecError(findings.diagnostics) }
    let value = Values.json(root, findings)
    guard let value, !findings.diagnostics.contains(where: { $0.severity == .error }) else {
      throw SpecError(findings.diagnostics.inOrder())
    }
    return value
  }
}
