/// Reads YAML text into a tree in which every node knows its place.
public enum YAMLReader {
  /// Reads the bytes of a file: UTF-8, or UTF-16 with a byte order mark.
  ///
  /// Never throws: the findings are in the document's `diagnostics`. Time and memory are linear in the size of the
  /// text, whatever it holds.
  public static func read(_ bytes: [UInt8], name: String, limits: YAMLLimits = .init()) -> YAMLDocument {
    read(bytes, name: name, limits: limits, keeping: nil)
  }

  /// Reads the bytes of a file, and goes on after a syntax error: the entry that has it is left out of the tree.
  ///
  /// - Parameter depth: how many of the keys around an error stay, given all of them from the outermost. The entry of the next one is
  ///   left out.
  package static func read(_ bytes: [UInt8], name: String, keeping depth: @escaping ([String]) -> Int) -> YAMLDocument {
    read(bytes, name: name, limits: .init(), keeping: depth)
  }

  private static func read(_ bytes: [UInt8], name: String, limits: YAMLLimits, keeping depth: (([String]) -> Int)?) -> YAMLDocument {
    let file: SourceFile
    guard bytes.count <= limits.maxBytes else {
      file = SourceFile(name: name, text: "")
      let message = "the file has \(bytes.count) bytes, more than the limit of \(limits.maxBytes); split it into several files"
      return refused(file, .error(.yamlSize, message, at: file.range(of: 0..<0)))
    }
    let scan = TextScan(bytes)
    if scan.isPlain {
      file = SourceFile(name: name, bytes, scan)
    } else {
      switch SourceEncoding.decode(bytes, from: scan.firstLetter) {
      // Mostly the bytes are the text, which was scanned above.
      case .utf8(let text): file = text == bytes ? SourceFile(name: name, text, scan) : SourceFile(name: name, utf8: text)
      case .unreadable(let bytes, let fault):
        file = SourceFile(name: name, utf8: bytes)
        return refused(file, .error(.yamlEncoding, fault.message, at: file.range(of: fault.range)))
      }
      if let finding = ControlCharacters.firstFault(in: file) { return refused(file, finding) }
    }
    let pass = Pass(file, file.bytes, limits, AliasTable(limits: limits))
    guard let depth, let error = pass.syntaxError else { return pass.document() }
    return recovered(pass, error, limits, SyntaxRecovery(file, depth: depth))
  }

  /// Reads a text.
  public static func read(text: String, name: String, limits: YAMLLimits = .init()) -> YAMLDocument {
    read(Array(text.utf8), name: name, limits: limits)
  }

  /// Reads a part of a text that was read as a whole before, so its encoding and characters are not checked again.
  ///
  /// - Parameter other: a part whose anchors this part may use.
  package static func read(part bytes: [UInt8], name: String, numbers: LineNumbers, anchorsOf other: YAMLDocument? = nil) -> YAMLDocument {
    let anchors = other.map { AliasTable($0.anchors) } ?? AliasTable(limits: .init())
    return Pass(SourceFile(name: name, bytes, TextScan(bytes), numbers: numbers), bytes, .init(), anchors).document()
  }

  /// Leaves out one entry with an error after another, until the rest can be read. If it cannot, only the errors found are reported.
  private static func recovered(_ first: Pass, _ error: Diagnostic, _ limits: YAMLLimits, _ recovery: SyntaxRecovery) -> YAMLDocument {
    var recovery = recovery
    var error = error
    while recovery.leaveOut(error) {
      let pass = Pass(first.file, recovery.text, limits, AliasTable(limits: limits))
      guard let next = pass.syntaxError else {
        return pass.document(besides: recovery.findings, unread: recovery.ranges)
      }
      error = next
    }
    let errors = recovery.findings.isEmpty ? [error] : recovery.findings
    return YAMLDocument(
      file: first.file, root: nil, diagnostics: (first.builder.findings + errors).inOrder(), anchors: AliasTable(limits: limits))
  }

  private static func refused(_ file: SourceFile, _ finding: Diagnostic) -> YAMLDocument {
    YAMLDocument(file: file, root: nil, diagnostics: [finding], anchors: AliasTable(limits: .init()))
  }
}

/// One run of libyaml over a text.
private struct Pass {
  let file: SourceFile
  let builder: TreeBuilder
  /// The error that ended the run.
  let syntaxError: Diagnostic?

  /// - Parameter bytes: the text of the file, or one of the same length with entries left out.
  init(_ file: SourceFile, _ bytes: [UInt8], _ limits: YAMLLimits, _ aliases: AliasTable) {
    self.file = file
    let marks = MarkConverter(file)
    var builder = TreeBuilder(marks: marks, limits: limits, aliases: aliases)
    let error = LibYAML.events(of: bytes) { builder.take($0) }
    syntaxError = error.map { SyntaxFault($0, marks, lastQuoted: builder.lastQuoted).diagnostic() }
    self.builder = builder
  }

  /// - Parameters:
  ///   - errors: syntax errors of other runs.
  ///   - unread: the entries that this run did not read.
  func document(besides errors: [Diagnostic] = [], unread: [SourceRange] = []) -> YAMLDocument {
    var findings = builder.findings + errors
    var root = builder.isOverLimit ? nil : builder.root
    if let syntaxError {
      findings.append(syntaxError)
      root = nil
    } else if builder.documents == 0 {
      // A text whose entries were all left out is not empty.
      if unread.isEmpty {
        findings.append(.error(.yamlEmpty, "the file is empty; write at least one 'key: value'", at: file.range(of: 0..<0)))
      }
      root = unread.isEmpty ? Node(.scalar(Scalar(text: "")), range: file.range(of: 0..<0)) : nil
    }
    return YAMLDocument(file: file, root: root, diagnostics: findings.inOrder(), unread: unread, anchors: builder.aliases)
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

  /// The entries that the tree lacks because of syntax errors. What uses their names may be right.
  package var unread: [SourceRange] = []

  /// The anchors that the text defines.
  let anchors: AliasTable

  /// True if the file holds no document, which is its only finding.
  package var isEmpty: Bool { diagnostics.contains { $0.id == SyntaxDiagnosticID.yamlEmpty.rawValue } }

  /// True if there are no errors.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
}
