import DialBuild
import DialModel
package import DialSyntax

/// Where a document comes from, as a file beside the document says: `api.json.source` for `api.json`.
package struct DocumentSource: Sendable, Equatable {
  /// The end of the name of the file.
  package static let ending = ".source"
  private static let keys = ["url", "redirected", "etag", "last-modified", "sha256"]

  /// The URL that was asked for.
  package var url: String
  /// The URL that has the document, if the server redirected to it.
  package var redirected: String?
  /// What a request can name, so that an unchanged document is not sent again. Other values of these headers are ignored.
  package private(set) var etag: String?
  package private(set) var lastModified: String?
  /// The SHA-256 of the document, in hexadecimal digits.
  package var digest: String?

  package init(url: String) { self.url = url }

  /// The URL to which others in the document are relative (RFC 3986 section 5.1.3).
  package var base: String { redirected ?? url }

  /// Returns nil after a finding.
  package init?(_ document: YAMLDocument, _ findings: inout [Diagnostic]) {
    let start = document.file.range(of: 0..<0)
    guard let root = document.root, document.isValid, let url = root.value(for: "url"), let text = url.text, Self.isURL(text) else {
      findings.append(.warning(.documentSource, "'\(document.file.name)' does not say where the document comes from", at: start))
      return nil
    }
    self.init(url: text)
    if let other = root.value(for: "redirected")?.text, Self.isURL(other) { redirected = other }
    setValidators(etag: root.value(for: "etag")?.text, lastModified: root.value(for: "last-modified")?.text)
    digest = root.value(for: "sha256")?.text
  }

  package mutating func setValidators(etag: String?, lastModified: String?) {
    self.etag = etag.flatMap { HeaderRules.isEntityTag($0) ? $0 : nil }
    self.lastModified = lastModified.flatMap { HeaderRules.isValue($0) ? $0 : nil }
  }

  /// Whether a text is a URL from which a document can come: without user, password and fragment.
  package static func isURL(_ text: String) -> Bool {
    guard ["https://", "http://"].contains(where: text.lowercased().hasPrefix), Origin(text) != nil else { return false }
    return AbsoluteURL(text)?.authority.contains("@") == false && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
  }

  /// Returns the text of the file.
  ///
  /// - Parameter comment: its first line, for people.
  package func text(_ comment: String) -> String {
    let values = [url, redirected, etag, lastModified, digest]
    let lines = zip(Self.keys, values).compactMap { key, value in value.map { "\(key): \(Scalar.written($0))\n" } }
    return "# \(comment)\n" + lines.joined()
  }

  /// Reads the file beside a document; nil if there is none.
  ///
  /// - Parameter path: that of the document, from the folder of the spec.
  static func read(beside path: String, in folder: SpecFolder) -> (source: DocumentSource?, findings: [Diagnostic]) {
    guard let found = folder.document(ifExists: path + ending) else { return (nil, []) }
    var findings: [Diagnostic] = []
    switch found {
    case .success(let document): return (DocumentSource(document, &findings), findings)
    case .failure(let refusal):
      let file = SourceFile(name: folder.name(of: path + ending), text: "")
      return (nil, [.warning(.documentSource, refusal.message, at: file.range(of: 0..<0))])
    }
  }
}
