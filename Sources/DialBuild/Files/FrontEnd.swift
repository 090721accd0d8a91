package import DialModel
package import DialSyntax

/// A format of documents that describe services. It makes declarations, and knows nothing of what becomes of them.
package protocol FrontEnd: Sendable {
  /// Whether a document is in this format.
  func knows(_ root: Node) -> Bool

  /// Returns the declarations of a document; nil after a finding that leaves nothing.
  ///
  /// - Parameter files: the other files that the document may name, and the findings.
  func declarations(of document: YAMLDocument, _ files: SpecFiles) -> ServiceDeclaration?

  /// Whether a document in this format names other files.
  func namesFiles(_ root: Node) -> Bool

  /// Returns how many keys of a path lead to a part that a syntax error can be left out with, so that the rest is read; nil for a path of
  /// another format.
  func depth(ofPart path: [String]) -> Int?

  /// Returns what a document in this format says about its service as a whole; nil if the format has no such part.
  func info(of root: Node) -> DocumentInfo?

  /// Returns the declaration of an endpoint in one text, for typed requests; nil after a finding, or if the format has no such texts.
  func endpoint(_ signature: String, name: String, _ findings: Findings) -> Shared<EndpointDeclaration>?
}

extension FrontEnd {
  package func namesFiles(_ root: Node) -> Bool { false }

  package func depth(ofPart path: [String]) -> Int? { nil }

  package func info(of root: Node) -> DocumentInfo? { nil }

  package func endpoint(_ signature: String, name: String, _ findings: Findings) -> Shared<EndpointDeclaration>? { nil }
}

/// The formats that are known, of which the last one takes every document.
extension [any FrontEnd] {
  func document(_ bytes: [UInt8], name: String) -> YAMLDocument {
    YAMLReader.read(bytes, name: name) { path in lazy.compactMap { $0.depth(ofPart: path) }.first ?? 0 }
  }

  func declarations(of document: YAMLDocument, _ files: SpecFiles) -> ServiceDeclaration? {
    format(of: document)?.declarations(of: document, files)
  }

  func namesFiles(_ document: YAMLDocument) -> Bool { document.root.flatMap { format(of: document)?.namesFiles($0) } ?? false }

  func info(of document: YAMLDocument) -> DocumentInfo? { document.root.flatMap { format(of: document)?.info(of: $0) } }

  private func format(of document: YAMLDocument) -> (any FrontEnd)? {
    document.root.flatMap { root in first { $0.knows(root) } } ?? last
  }
}

/// The title, version and description that a document gives its service: `info` of OpenAPI.
package struct DocumentInfo: Sendable {
  package var title: String?
  package var version: String?
  package var description: String?

  package init(title: String? = nil, version: String? = nil, description: String? = nil) {
    (self.title, self.version, self.description) = (title, version, description)
  }
}
