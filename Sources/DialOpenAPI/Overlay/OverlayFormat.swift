package import DialBuild
package import DialModel
package import DialSyntax

/// Overlays of the OpenAPI Overlay Specification as specs: the document that `extends` names, after the actions.
package struct OverlayFormat: FrontEnd {
  package init() {}

  /// An overlay of Dial's own has `overlay`, too, but no `actions`.
  package func knows(_ root: Node) -> Bool { root.value(for: "actions") != nil && root.value(for: "overlay") != nil }

  package func namesFiles(_ root: Node) -> Bool { true }

  package func declarations(of document: YAMLDocument, _ files: SpecFiles) -> ServiceDeclaration? {
    files.findings.add(document)
    guard let root = document.root else { return nil }
    var diagnostics: [Diagnostic] = []
    let overlay = OverlayDocument(root, &diagnostics)
    files.findings.add(diagnostics)
    guard let extends = overlay.extends else {
      if root.value(for: "extends") == nil {
        files.findings.add([.error(.overlayKey, "add 'extends' with the file that the overlay changes", at: root.range)])
      }
      return nil
    }
    diagnostics = []
    if let file = extends.text { files.nameService(after: file) }
    var service: ServiceDeclaration?
    _ = files.tree(
      extends, "extends",
      reading: { document in
        let text = DocumentText(document)
        text.addErrors(to: files.findings)
        let edited = text.root.map { overlay.apply(to: $0, &diagnostics) }
        // References and the source of the document are relative to its own place.
        service = edited.map { ServiceReader($0, text.notes, files).service() }
        return edited
      })
    files.findings.add(diagnostics)
    return service
  }
}
