/// Reads YAML text into a tree in which every node knows its place.
public enum YAMLReader {
  /// Reads the bytes of a file: UTF-8, or UTF-16 with a byte order mark.
  ///
  /// Never throws: the findings are in the document's `diagnostics`. Time and memory are linear in the size of the
  /// text, whatever it holds.
  public static func read(_ bytes: [UInt8], name: String, limits: YAMLLimits = .init()) -> YAMLDocument {
    let file: SourceFile
    guard bytes.count <= limits.maxBytes else {
      file = SourceFile(name: name, text: "")
      let message = "the text has \(bytes.count) bytes, more than the limit of \(limits.maxBytes): split it into files"
      return refused(file, .error(.yamlSize, message, at: file.range(of: 0..<0)))
    }
    let scan = TextScan(bytes)
    if scan.isPlain { return read(SourceFile(name: name, bytes, scan), limits: limits) }
    switch SourceEncoding.decode(bytes, from: scan.firstLetter) {
    // Mostly the bytes are the text, which was scanned above.
    case .utf8(let text): file = text == bytes ? SourceFile(name: name, text, scan) : SourceFile(name: name, utf8: text)
    case .unreadable(let bytes, let fault):
      file = SourceFile(name: name, utf8: bytes)
      return refused(file, .error(.yamlEncoding, fault.message, at: file.range(of: fault.range)))
    }
    if let finding = ControlCharacters.firstFault(in: file) { return refused(file, finding) }
    return read(file, limits: limits)
  }

  /// Reads a text.
  public static func read(text: String, name: String, limits: YAMLLimits = .init()) -> YAMLDocument {
    read(Array(text.utf8), name: name, limits: limits)
  }

  /// Reads a part of a text that was read as a whole before, so its encoding and characters are not checked again.
  ///
  /// - Parameter other: a part whose anchors this part may use.
  package static func read(part bytes: [UInt8], name: String, numbers: LineNumbers, anchorsOf other: YAMLDocument? = nil) -> YAMLDocument {
    read(SourceFile(name: name, bytes, TextScan(bytes), numbers: numbers), limits: .init(), anchors: other?.anchors)
  }

  private static func read(_ file: SourceFile, limits: YAMLLimits, anchors: AliasTable? = nil) -> YAMLDocument {
    let anchors = anchors.map { AliasTable($0) } ?? AliasTable(limits: limits)
    let marks = MarkConverter(file)
    var builder = TreeBuilder(marks: marks, limits: limits, aliases: anchors)
    let error = LibYAML.events(of: file.bytes) { builder.take($0) }
    var findings = builder.findings
    var root = builder.isOverLimit ? nil : builder.root
    if let error {
      findings.append(SyntaxFault(error, marks).diagnostic())
      root = nil
    } else if builder.documents == 0 {
      findings.append(.error(.yamlEmpty, "the file is empty: write at least one 'key: value'", at: file.range(of: 0..<0)))
      root = Node(.scalar(Scalar(text: "")), range: file.range(of: 0..<0))
    }
    return YAMLDocument(file: file, root: root, diagnostics: findings.inOrder(), anchors: builder.aliases)
  }

  private static func refused(_ file: SourceFile, _ finding: Diagnostic) -> YAMLDocument {
    YAMLDocument(file: file, root: nil, diagnostics: [finding], anchors: AliasTable(limits: .init()))
  }
}

/// A YAML file that was read: its tree, as far as it could be read, and all findings in the order of the text.
public struct YAMLDocument: Sendable {
  /// The text, for further diagnostics.
  public let file: SourceFile
  /// The tree. Nil if the text is not YAML or over a limit. There is a tree beside findings that leave the rest readable
  /// (duplicate keys, an undefined alias, an unknown tag, a second document, an empty file), so that all findings of a
  /// file can be reported at once.
  public let root: Node?
  /// The findings in the order of the text.
  public let diagnostics: [Diagnostic]

  /// The anchors that the text defines.
  let anchors: AliasTable

  /// True if the file holds no document, which is its only finding.
  package var isEmpty: Bool { diagnostics.contains { $0.id == SyntaxDiagnosticID.yamlEmpty.rawValue } }

  /// True if there are no errors.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
}
