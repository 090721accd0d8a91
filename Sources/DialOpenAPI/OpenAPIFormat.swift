package import DialBuild
package import DialModel
package import DialSyntax

/// OpenAPI 3.0 to 3.2 and Swagger 2.0, in JSON or YAML, told apart by their first key. Words of one version are accepted in all.
package struct OpenAPIFormat: FrontEnd {
  package init() {}

  package func knows(_ root: Node) -> Bool {
    guard let entries = root.mapping else { return false }
    guard let version = entries.first(where: { $0.name == "openapi" || $0.name == "swagger" }) else { return false }
    return !entries.contains { $0.name == "endpoints" } && !Self.namesFile(version.value)
  }

  /// Whether the value is the path of a document in place of a version, as in an overlay.
  private static func namesFile(_ version: Node) -> Bool {
    version.text.map { text in [".yaml", ".yml", ".json"].contains(where: text.hasSuffix) } ?? false
  }

  /// Says that the document is of another version.
  private static func versionFault(_ root: Node) -> Diagnostic? {
    for (key, first) in [("openapi", "3"), ("swagger", "2")] {
      guard let version = root.value(for: key) else { continue }
      if version.text?.hasPrefix(first) ?? false { return nil }
      return .error(
        .documentOperation, "'\(key): \(version.text?.excerpt ?? "")' is not supported; supported are OpenAPI 3.0 to 3.2 and Swagger 2.0",
        at: version.range)
    }
    return nil
  }

  package func namesFiles(_ root: Node) -> Bool { ReferenceScan.mayNameFiles(root.range.file.bytes) }

  package func info(of root: Node) -> DocumentInfo? {
    let info = root.value(for: "info")
    func text(_ key: String) -> String? { info?.value(for: key)?.text.flatMap { $0.isEmpty ? nil : $0 } }
    return DocumentInfo(title: text("title"), version: text("version"), description: text("description"))
  }

  package func declarations(of document: YAMLDocument, _ files: SpecFiles) -> ServiceDeclaration? {
    let text = DocumentText(document)
    text.addErrors(to: files.findings)
    if let root = text.root, let fault = Self.versionFault(root) {
      files.findings.add(fault)
      return nil
    }
    return text.root.map { ServiceReader($0, text.notes, files).service() }
  }
}
