/// Reads YAML text into a tree in which every node knows its place.
public enum YAMLReader {
  /// Reads the bytes of a file: UTF-8, or UTF-16 with a byte order mark. Findings are in the document's `diagnostics`; time and memory are
  /// linear in the size.
  public static func read(_ bytes: [UInt8], name: String, limits: YAMLLimits = .init()) -> YAMLDocument {
    read(bytes, name: name, limits: limits, keeping: nil)
  }

  /// Reads the bytes of a file, and leaves out entries with syntax errors. `depth` returns how many of the keys around an error stay.
  package static func read(_ bytes: [UInt8], name: String, keeping depth: @escaping ([String]) -> Int) -> YAMLDocument {
    read(bytes, name: name, limits: .init(), keeping: depth)
  }

  private static func read(_ bytes: [UInt8], name: String, limits: YAMLLimits, keeping depth: (([String]) -> Int)?) -> YAMLDocument {
    guard bytes.count <= limits.maxBytes else {
      let file = SourceFile(name: name, text: "")
      let message = "the file has \(bytes.count) bytes, more than the maximum of \(limits.maxBytes) bytes; split it into several files"
      return refused(file, .error(.yamlSize, message, at: file.range(of: 0..<0)))
    }
    let (text, fault) = SourceText.decode(bytes)
    let file = SourceFile(name: name, text)
    if let fault { return refused(file, .error(.yamlEncoding, fault.message, at: file.range(of: fault.range))) }
    // JSON allows characters in texts that YAML does not (RFC 8259 section 7).
    if let read = JSONTree.read(file, limits) { return YAMLDocument(file, root: read.root(), read.findings, nodes: read.nodes) }
    if let finding = ControlCharacters.firstFault(in: file) { return refused(file, finding) }
    let pass = Pass(file, SurrogatePairs.joined(file.bytes), limits)
    guard let depth, let fault = pass.fault else { return pass.document() }
    return recovered(pass, fault, limits, SyntaxRecovery(file, depth: depth))
  }

  /// Reads a text.
  public static func read(text: String, name: String, limits: YAMLLimits = .init()) -> YAMLDocument {
    read(Array(text.utf8), name: name, limits: limits)
  }

  /// Leaves out one entry with an error after another, until the rest can be read. If it cannot, only the errors found are reported.
  private static func recovered(_ first: Pass, _ fault: SyntaxFault, _ limits: YAMLLimits, _ recovery: SyntaxRecovery) -> YAMLDocument {
    var recovery = recovery
    var fault = fault
    while recovery.leaveOut(fault) {
      let pass = Pass(first.file, recovery.text, limits)
      guard let next = pass.fault else { return pass.document(besides: recovery.faults, unread: recovery.ranges) }
      fault = next
    }
    let faults = recovery.faults.isEmpty ? [fault] : recovery.faults
    return YAMLDocument(first.file, root: nil, first.events.builder.findings, faults)
  }

  private static func refused(_ file: SourceFile, _ finding: Diagnostic) -> YAMLDocument {
    YAMLDocument(file, root: nil, [finding])
  }
}

/// One run of libyaml over a text.
private struct Pass {
  let file: SourceFile
  let events: EventReader
  /// The mistake that ended the run.
  let fault: SyntaxFault?

  /// - Parameter bytes: the text of the file, or one of the same length with entries left out.
  init(_ file: SourceFile, _ bytes: [UInt8], _ limits: YAMLLimits) {
    self.file = file
    let marks = MarkConverter(file)
    var events = EventReader(marks: marks, limits: limits)
    let error = LibYAML.events(of: bytes) { events.take($0) }
    fault = error.map { FaultFinder($0, marks, lastQuoted: events.lastQuoted).fault() }
    self.events = events
  }

  /// - Parameters:
  ///   - faults: the mistakes that ended other runs.
  ///   - unread: the entries that this run did not read.
  func document(besides faults: [SyntaxFault] = [], unread: [SourceRange] = []) -> YAMLDocument {
    var (findings, faults) = (events.builder.findings, faults)
    var root = events.isOverLimit || fault != nil ? nil : events.builder.root()
    if let fault {
      faults.append(fault)
    } else if events.documents == 0 {
      // A text whose entries were all left out is not empty.
      if unread.isEmpty {
        findings.append(.error(.yamlEmpty, "the file is empty; write at least one 'key: value'", at: file.range(of: 0..<0)))
      }
      root = unread.isEmpty ? Node(.scalar(Scalar(text: "")), range: file.range(of: 0..<0)) : nil
    }
    return YAMLDocument(file, root: root, findings, faults, unread: unread, nodes: events.builder.nodes)
  }
}

/// A YAML file that was read: its tree, as far as it could be read, and all findings in the order of the text.
public struct YAMLDocument: Sendable {
  /// The text, for further diagnostics.
  public let file: SourceFile
  /// The tree, also beside findings that leave the rest readable; nil if the text is not YAML or over a limit.
  public let root: Node?
  /// The findings in the order of the text.
  public let diagnostics: [Diagnostic]

  /// The findings except for syntax errors.
  package let findings: [Diagnostic]
  /// The syntax errors. Those that could be left out are in the order of the text.
  package let faults: [SyntaxFault]

  /// The entries that were removed because of syntax errors, so that uses of their names may be valid.
  package let unread: [SourceRange]
  /// The number of keys, values, lists and mappings in the text.
  package let nodes: Int

  fileprivate init(
    _ file: SourceFile, root: Node?, _ findings: [Diagnostic], _ faults: [SyntaxFault] = [], unread: [SourceRange] = [], nodes: Int = 0
  ) {
    (self.file, self.root, self.findings, self.faults, self.unread, self.nodes) = (file, root, findings, faults, unread, nodes)
    diagnostics = (findings + faults.map(\.diagnostic)).inOrder()
  }

  package var isEmpty: Bool { diagnostics.contains { $0.id == SyntaxDiagnosticID.yamlEmpty.rawValue } }

  /// True if there are no errors.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
}

/// The anchors of a document and what their aliases cost.
struct AliasTable: Sendable {
  /// The result of looking up an alias.
  enum Use {
    case node(Int, Weight)
    case refused(Diagnostic)
    case overLimit(Diagnostic)
  }

  private enum Anchor: Sendable {
    case open
    case closed(Int, Weight)
  }

  private let limits: YAMLLimits
  private var anchors: [String: Anchor] = [:]
  private var total = Weight()
  /// How many more unknown aliases get a suggestion. Each search takes time.
  private var suggestionsLeft = 100

  init(limits: YAMLLimits) {
    self.limits = limits
  }

  /// Notes that a sequence or mapping with this anchor begins.
  mutating func open(_ name: String) { anchors[name] = .open }

  mutating func close(_ name: String, _ index: Int, _ weight: Weight) { anchors[name] = .closed(index, weight) }

  /// Looks up an alias, which is at `range` and `depth` levels deep.
  mutating func use(_ name: String, at range: SourceRange, depth: Int) -> Use {
    switch anchors[name] {
    case nil: return .refused(undefined(name, at: range))
    case .open:
      return .refused(
        .error(
          .yamlAliasCycle, "the alias '*\(name.excerpt)' is inside its own anchor '&\(name.excerpt)'; replace it with the value",
          at: range))
    case .closed(let index, let weight):
      total.add(weight)
      if total.nodes > limits.maxAliasNodes {
        return .overLimit(tooMuch("\(limits.maxAliasNodes) nodes", at: range))
      }
      if total.bytes > limits.maxAliasBytes {
        return .overLimit(tooMuch("\(limits.maxAliasBytes) bytes of text", at: range))
      }
      if depth + weight.height > limits.maxDepth { return .overLimit(.tooDeep(limits, at: range)) }
      return .node(index, weight)
    }
  }

  private mutating func undefined(_ name: String, at range: SourceRange) -> Diagnostic {
    suggestionsLeft -= 1
    if suggestionsLeft >= 0, let nearest = Suggestion.nearest(to: name, among: anchors.keys.sorted()) {
      return .error(
        .yamlAlias, "unknown anchor '&\(name.excerpt)'; did you mean '*\(nearest.excerpt)'?", at: range,
        fixIts: [.init("replace with", range: range, replacement: "*\(nearest)")])
    }
    return .error(
      .yamlAlias, "unknown anchor '&\(name.excerpt)'; define it before this alias, or quote the value if it only starts with '*'",
      at: range)
  }

  private func tooMuch(_ what: String, at range: SourceRange) -> Diagnostic {
    .error(.yamlAliasLimit, "the aliases of this file expand to more than \(what); use fewer aliases", at: range)
  }
}

/// The characters that a YAML text may contain only as escapes.
enum ControlCharacters {
  /// The finding for the first such character.
  static func firstFault(in file: SourceFile) -> Diagnostic? {
    guard file.scan.mayHoldControls else { return nil }
    let bytes = file.bytes
    guard let at = bytes.indices.first(where: { bytes[$0] < 0x20 || bytes[$0] >= 0x7F ? isFault(at: $0, in: bytes) : false }),
      let scalar = String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    else { return nil }
    let code = scalar.value < 0x100 ? "\\x\(hex(scalar.value, 2))" : "\\u\(hex(scalar.value, 4))"
    let looksLikeUTF16 = scalar.value == 0 && at < 2
    let notes = looksLikeUTF16 ? [Diagnostic.Note("if the file is UTF-16, save it as UTF-8")] : []
    return .error(
      .yamlControl,
      "the character U+\(hex(scalar.value, 4)) is not allowed in YAML; remove it, or write '\(code)' in double quotes",
      at: file.range(of: at..<at + scalar.utf8.count), notes: notes)
  }

  private static func isFault(at: Int, in bytes: [UInt8]) -> Bool {
    func byte(_ distance: Int) -> UInt8 { at + distance < bytes.count ? bytes[at + distance] : 0 }
    switch bytes[at] {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return false
    case 0..<0x20, 0x7F: return true
    case 0xC2: return byte(1) < 0xA0 && byte(1) != 0x85
    case 0xEF: return byte(1) == 0xBB && byte(2) == 0xBF || byte(1) == 0xBF && byte(2) >= 0xBE
    default: return false
    }
  }
}
