import DialBuild
import DialModel
package import DialSyntax

/// A document as it was received.
package struct ReceivedDocument: Sendable {
  /// The version of its format: `OpenAPI 3.1.0`.
  package let version: String
  /// The number of its operations.
  package let count: Int
  private let root: Node

  /// Throws why the bytes are not a document.
  package init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    let text = DocumentText(YAMLReader.read(bytes, name: name))
    if let error = text.error { throw error }
    guard let root = text.root, OpenAPIFormat().knows(root), let version = root.value(for: "openapi") ?? root.value(for: "swagger"),
      let number = version.text
    else {
      let range = SourceFile(name: name, utf8: bytes).range(of: 0..<0)
      throw .error(.documentOperation, "it has neither 'openapi' nor 'swagger' with a version", at: range)
    }
    (self.root, self.version) = (root, (root.value(for: "openapi") == nil ? "Swagger " : "OpenAPI ") + number.excerpt)
    count = OperationTable(OpenAPIDocument(root, path: "", in: .none, nil)).operations.count
  }

  package func addresses(_ source: DocumentSource?) -> DocumentAddresses { DocumentAddresses(root, source) }

  /// The other files that references name, as they are written, without their fragments.
  package var files: [String] {
    var (waiting, found): ([(node: Node, isNamed: Bool)], [String]) = ([(root, false)], [])
    while let (node, isNamed) = waiting.popLast() {
      if let items = node.sequence { waiting += items.reversed().map { ($0, false) } }
      if let reference = node.reference?.text, !isNamed, !reference.hasPrefix("#") {
        found.append(String(reference.prefix { $0 != "#" }))
      }
      waiting += ReferenceCheck.parts(of: node, isNamed: isNamed)
    }
    return found.distinct()
  }
}
