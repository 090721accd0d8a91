import DialModel
public import DialSyntax

/// Collects the findings of one spec, so that all are reported together.
package final class Findings {
  package private(set) var faults: [Fault]
  /// Findings that count only if a type has this name, which is known when all types are.
  private(set) var dependent: [(type: String, finding: Diagnostic)] = []
  private let advisor: (any Advisor)?
  /// The maximum number of different misspelled keys that are read as what was meant, because each search takes time.
  private static let maxMeant = 100
  private var meant: Set<String> = []

  package init(_ diagnostics: [Diagnostic] = [], advisor: (any Advisor)? = nil) {
    faults = diagnostics.map { Fault($0) }
    self.advisor = advisor
  }

  package var diagnostics: [Diagnostic] { faults.map(\.finding) }

  package var hasErrors: Bool { faults.contains { $0.finding.severity == .error } }

  /// Returns the findings with advice.
  func advised(in declaration: ServiceDeclaration?) -> [Diagnostic] {
    advisor?.findings(for: faults, in: declaration) ?? diagnostics
  }

  package func error(
    _ id: FindingID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], fix: String = "", with text: String? = nil,
    fixIts: [Diagnostic.FixIt] = [], hidesLine: Bool = false
  ) {
    add(.finding(.error, id, message, at: range, notes: notes, fix: fix, with: text, fixIts: fixIts, hidesLine: hidesLine))
  }

  package func warning(
    _ id: FindingID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], fix: String = "", with text: String? = nil,
    fixIts: [Diagnostic.FixIt] = [], hidesLine: Bool = false
  ) {
    add(.finding(.warning, id, message, at: range, notes: notes, fix: fix, with: text, fixIts: fixIts, hidesLine: hidesLine))
  }

  /// Adds an error. Returns nil, as a reader that cannot read its text.
  package func fail<Value>(
    _ id: FindingID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], fix: String = "", with text: String? = nil,
    fixIts: [Diagnostic.FixIt] = [], hidesLine: Bool = false
  ) -> Value? {
    error(id, message, at: range, notes: notes, fix: fix, with: text, fixIts: fixIts, hidesLine: hidesLine)
    return nil
  }

  /// Adds an error. Returns false, as a reader that says whether it could read its text.
  package func fail(
    _ id: FindingID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], fix: String = "", with text: String? = nil,
    fixIts: [Diagnostic.FixIt] = [], hidesLine: Bool = false
  ) -> Bool {
    error(id, message, at: range, notes: notes, fix: fix, with: text, fixIts: fixIts, hidesLine: hidesLine)
    return false
  }

  /// Adds an error. Returns true, as a function that recognizes a mistake.
  package func refuse(
    _ id: FindingID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], fix: String = "", with text: String? = nil,
    fixIts: [Diagnostic.FixIt] = [], hidesLine: Bool = false
  ) -> Bool {
    error(id, message, at: range, notes: notes, fix: fix, with: text, fixIts: fixIts, hidesLine: hidesLine)
    return true
  }

  /// Adds a finding that counts only if the service declares a type with this name.
  package func add(_ finding: Diagnostic, ifTypeIsNamed type: String) { dependent.append((type, finding)) }

  package func add(_ found: [Diagnostic]) { for diagnostic in found { add(diagnostic) } }

  /// Adds what was found in a text.
  package func add(_ document: YAMLDocument) {
    add(document.findings)
    for fault in document.faults { add(fault.diagnostic, about: .syntax(fault)) }
  }

  /// Adds a note to the last finding.
  package func addNote(_ message: String) { faults[faults.count - 1].finding.notes.append(Diagnostic.Note(message)) }

  /// Adds a finding. A line with a secret is named but not printed.
  package func add(_ diagnostic: Diagnostic, about subject: Fault.Subject? = nil) {
    var diagnostic = diagnostic
    if diagnostic.id == FindingID.literalSecret.rawValue || diagnostic.message == BaseURL.userInfo { diagnostic.hidesLine = true }
    faults.append(Fault(diagnostic, subject))
  }

  /// Returns false, with a finding, if a part of the spec has too many items.
  package func takes(_ count: Int, _ items: String, in what: String, atMost limit: Int = EndpointModel.maxParameters, at range: SourceRange)
    -> Bool
  {
    if count <= limit { return true }
    error(.tooManyItems, "\(what) can have at most \(limit) \(items); use fewer", at: range)
    return false
  }

  /// Returns false, with a finding, if an endpoint has too many parameters.
  package func takes(parameters count: Int, at range: SourceRange) -> Bool {
    if count <= EndpointModel.maxParameters { return true }
    error(.tooManyParameters, "an endpoint can have at most \(EndpointModel.maxParameters) parameters, found \(count)", at: range)
    return false
  }

  package func note(_ id: FindingID, _ message: String, at range: SourceRange) {
    add(.finding(.note, id, message, at: range))
  }

  /// Adds a finding about an unknown word: "unknown key 'cal' of 'login'".
  package func unknown(
    _ id: FindingID, _ what: String, _ word: String, of whole: String = "", among known: [String], orElse others: String? = nil,
    at range: SourceRange
  ) {
    let word = UnknownWord(id: id, what: what, word: word, whole: whole, known: known, others: others)
    add(word.finding(at: range), about: .word(word))
  }

  /// Adds a finding about an unknown key. Returns the entry under the key that was probably meant.
  package func unknown(_ entry: Entry, of whole: String, _ table: KeyTable, behind previous: Entry? = nil) -> Entry? {
    let word = UnknownWord(id: .unknownKey, what: "key", word: entry.name, whole: whole, known: table.keys)
    let key = UnknownKey(entry: entry, table: table, word: word, previous: previous)
    add(word.finding(at: entry.key.range), about: .key(key))
    if meant.count < Self.maxMeant { meant.insert(entry.name) }
    return meant.contains(entry.name) ? advisor?.entry(meantBy: key) : nil
  }

  /// Adds a finding about a key of `auth` that means nothing, whose line may contain a secret. Returns whether it does.
  package func refuseKey(_ entry: Entry, of whole: String, _ table: KeyTable) -> Bool {
    let word = UnknownWord(id: .unknownKey, what: "key", word: entry.name, whole: whole, known: table.keys)
    let key = UnknownKey(entry: entry, table: table, word: word, previous: nil)
    guard advisor?.entry(meantBy: key) == nil else { return false }
    var finding = word.finding(at: entry.key.range)
    finding.hidesLine = true
    add(finding, about: .key(key))
    return true
  }

  /// Adds a finding about an entry that is neither an endpoint nor a group, if it is on the wrong level. Returns whether it is.
  package func refuseMisplaced(_ entry: Entry, behind previous: Entry?, on level: KeyTable) -> Bool {
    advisor?.misplaced(entry, behind: previous, on: level).map { add($0) } != nil
  }

  /// Adds a finding about an endpoint without a method. Returns the keys that it explains; nil if there is nothing to say.
  package func adviseMethod(of entry: Entry) -> [String]? {
    advisor?.missingMethod(of: entry).map { finding, keys in
      add(finding)
      return keys
    }
  }

  /// Adds a finding about a mapping that is probably no record. Returns whether it is an error.
  package func refuseShape(_ node: Node, isMember: Bool = false) -> Bool {
    guard let finding = advisor?.shape(meantBy: node, isMember: isMember) else { return false }
    add(finding)
    return finding.severity == .error
  }

  /// Adds an error about the value of a key.
  func error(_ id: FindingID, _ message: String, value node: Node, of key: String) {
    add(.finding(.error, id, message, at: node.range), about: .value(node, key: key))
  }

  /// Adds an error about the value of a key. Returns nil, as a reader that cannot read its text.
  package func fail<Value>(_ id: FindingID, _ message: String, value node: Node, of key: String) -> Value? {
    error(id, message, value: node, of: key)
    return nil
  }
}

extension Diagnostic {
  /// - Parameters:
  ///   - fix: what a fix-it for the whole range does; there is none if `text` is nil.
  ///   - text: what that fix-it writes.
  ///   - fixIts: the fix-its for other ranges.
  package static func finding(
    _ severity: Severity, _ id: FindingID, _ message: String, at range: SourceRange, notes: [Note] = [], fix: String = "",
    with text: String? = nil, fixIts: [FixIt] = [], hidesLine: Bool = false
  ) -> Diagnostic {
    let whole = text.map { [FixIt(fix, range: range, replacement: $0)] } ?? []
    var finding = Diagnostic(severity: severity, id: id.rawValue, message: message, range: range, notes: notes, fixIts: whole + fixIts)
    finding.hidesLine = hidesLine
    return finding
  }
}

/// The stable ids of the findings of the spec reader; each has a golden pair in the tests.
package enum FindingID: String, CaseIterable, Sendable {
  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case expectedText = "expected-text"
  case expectedMapping = "expected-mapping"
  case expectedList = "expected-list"
  case expectedValue = "expected-value"
  case invalidName = "invalid-name"
  case invalidBase = "invalid-base"
  case method = "method"
  case target = "target"
  case encoding = "encoding"
  case codec = "codec"
  case signature = "signature"
  case parameterList = "parameter-list"
  case parameter = "parameter"
  case tooManyParameters = "too-many-parameters"
  case tooManyItems = "too-many-items"
  case place = "place"
  case defaultValue = "default-value"
  case looseComma = "loose-comma"
  case swallowedList = "swallowed-list"
  case duplicateParameter = "duplicate-parameter"
  case duplicateWireName = "duplicate-wire-name"
  case bodyConflict = "body-conflict"
  case bodyUnasked = "body-unasked"
  case connectParameter = "connect-parameter"
  case unknownPlaceholder = "unknown-placeholder"
  case unknownType = "unknown-type"
  case shape = "shape"
  case memberNamedAsType = "member-named-as-type"
  case selection = "selection"
  case headerName = "header-name"
  case headerValue = "header-value"
  case headerOwned = "header-owned"
  case duration = "duration"
  case size = "size"
  case statuses = "statuses"
  case auth = "auth"
  case literalSecret = "literal-secret"
  case expectedNumber = "expected-number"
  case jsonValue = "json-value"
  case mock = "mock"
  case paginate = "paginate"
  case poll = "poll"
  case hiddenName = "hidden-name"
  case fileOutside = "file-outside"
  case fileUnreadable = "file-unreadable"
  case misplacedKey = "misplaced-key"
  case sharedName = "shared-name"
  case sentLiterally = "sent-literally"
  case noEffect = "no-effect"
  case example = "example"
  case constraint = "constraint"
  case singlePin = "single-pin"
  case unsafeRepeat = "unsafe-repeat"
}

/// A spec that cannot be used, with all findings of its files in order.
///
/// ```swift
/// do { try Spec.load("users.yaml") } catch { print(error) }   // users.yaml:4:6: error: unknown method 'get' …
/// ```
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// The errors, and the warnings of the same file.
  public let diagnostics: [Diagnostic]

  /// Creates an error with these findings.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// All findings as text, without color.
  public var description: String { DiagnosticPrinter(color: false).text(diagnostics) }
}
