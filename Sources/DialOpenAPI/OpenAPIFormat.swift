package import DialBuild
package import DialModel
package import DialSyntax

/// OpenAPI 3.0 to 3.2 and Swagger 2.0, in JSON or YAML, told apart by their first key. Words of one version are accepted in all.
package struct OpenAPIFormat: FrontEnd {
  package init() {}

  package func knows(_ root: Node) -> Bool {
    guard let entries = root.mapping else { return false }
    return entries.contains { $0.name == "openapi" || $0.name == "swagger" } && !entries.contains { $0.name == "endpoints" }
  }

  package func declarations(of document: YAMLDocument, _ files: SpecFiles) -> ServiceDeclaration? {
    // Repeated keys and unknown tags, which real documents have, are no errors: nobody can edit the document.
    let ids = [SyntaxDiagnosticID.duplicateKey, .yamlTag].map(\.rawValue)
    var notes: [Diagnostic] = []
    for var finding in document.findings {
      if ids.contains(finding.id) {
        finding.severity = .warning
        notes.append(finding)
      } else {
        files.findings.add(finding)
      }
    }
    for fault in document.faults { files.findings.add(fault.diagnostic, about: .syntax(fault)) }
    guard let root = document.root else { return nil }
    return ServiceReader(OpenAPIDocument(root), notes).service(files)
  }
}
