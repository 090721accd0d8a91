import DialJSON
import DialModel
public import DialSyntax

/// Collects what is found while one spec is read, so that all of it is reported at once.
package final class Findings {
  package private(set) var diagnostics: [Diagnostic]
  /// Types of the spec that are another name of one of the language.
  var aliases: [String: Shape] = [:]

  /// Names of types that were used, to be checked once all types are known.
  /// The change is the one that mends a word that is none.
  var typeUses: [(name: String, range: SourceRange, fixIt: Diagnostic.FixIt?)] = []
  /// The places of words in lower case that are whole results: they may mean a type, or a mode such as `bytes`.
  var resultWords: Set<SourceRange> = []
  /// Labels of members, likewise: one that is named as a type is suspicious.
  var memberLabels: [(name: String, range: SourceRange)] = []

  /// Examples of parameters, likewise, to be compared with their types.
  var examples: [(parameter: String, value: JSON, shape: Shape, range: SourceRange)] = []

  /// What the service is called.
  var service = ""

  /// Where the spec stands; nil where it comes from no file, or may read none.
  var folder: String?

  /// The folders of files below that of the spec, by the names of the files: paths that they name begin there.
  var folders: [String: String] = [:]

  /// The entries that syntax errors left out of the tree.
  var unread: [SourceRange] = []

  /// Likenesses are looked for so often: a file with more unknown words holds no slip of a key, and each look takes time.
  private var likenessesLeft = 100

  /// An endpoint with a header of its own holds a copy of all that it inherits, so that copies are counted.
  private var fieldsLeft = 1_000_000

  /// Selections by their text: many endpoints share one.
  private var selections: [String: JMESPath] = [:]

  package init(_ diagnostics: [Diagnostic] = []) { self.diagnostics = diagnostics }

  /// The selection of a text, parsed once.
  func selection(_ text: String) throws(JMESPathError) -> JMESPath {
    // Texts that are equal to Unicode but differ in their bytes are different selections.
    if let path = selections[text], path.text.utf8.elementsEqual(text.utf8) { return path }
    let made = try JMESPath(text)
    selections[text] = made
    return made
  }

  package func error(
    _ id: FindingID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], fixIts: [Diagnostic.FixIt] = [],
    hidesLine: Bool = false
  ) {
    var diagnostic = Diagnostic.error(id.rawValue, message, at: range, notes: notes, fixIts: fixIts)
    diagnostic.hidesLine = hidesLine
    add(diagnostic)
  }

  package func warning(
    _ id: FindingID, _ message: String, at range: SourceRange, notes: [Diagnostic.Note] = [], fixIts: [Diagnostic.FixIt] = []
  ) {
    add(.warning(id.rawValue, message, at: range, notes: notes, fixIts: fixIts))
  }

  /// What the reader of YAML found.
  package func add(_ found: [Diagnostic]) { diagnostics += found }

  /// A line that holds a secret is named and never printed.
  private func add(_ diagnostic: Diagnostic) {
    // Warnings, and errors of what is around an entry that was left out, may only be due to its absence.
    let isSure = diagnostic.severity == .error && !unread.contains { $0.overlaps(diagnostic.range) }
    guard unread.isEmpty || isSure else { return }
    var diagnostic = diagnostic
    diagnostic.hidesLine =
      diagnostic.hidesLine || diagnostic.id == FindingID.literalSecret.rawValue || diagnostic.message == BaseURL.userInfo
    diagnostics.append(diagnostic)
  }

  /// Counts headers and query items of an endpoint; false, and a finding the first time, where there are too many in all.
  func takes(fields count: Int, at range: SourceRange) -> Bool {
    if fieldsLeft >= 0, fieldsLeft < count {
      error(.size, "the endpoints have more than 1000000 headers and query items, including inherited ones; remove some", at: range)
      fieldsLeft = -1
    }
    guard fieldsLeft >= count else { return false }
    fieldsLeft -= count
    return true
  }

  /// False, and a finding, where an endpoint has more parameters than one may have.
  func takes(parameters count: Int, at range: SourceRange) -> Bool {
    if count <= EndpointModel.maxParameters { return true }
    error(.tooManyParameters, "an endpoint can have at most \(EndpointModel.maxParameters) parameters, found \(count)", at: range)
    return false
  }

  package func note(_ id: FindingID, _ message: String, at range: SourceRange) {
    diagnostics.append(Diagnostic(severity: .note, id: id.rawValue, message: message, range: range))
  }

  /// The nearest of known names, as long as there are not too many unknown ones.
  package func nearest(to word: String, among known: [String]) -> String? {
    guard likenessesLeft > 0 else { return nil }
    likenessesLeft -= 1
    return Suggestion.nearest(to: word, among: known)
  }

  /// An unknown word among known ones, with the nearest of them and a fix-it: "unknown key 'cal' of 'login'".
  package func unknown(
    _ id: FindingID, _ what: String, _ word: String, of whole: String = "", among known: [String], at range: SourceRange
  ) {
    unknown(id, what, word, of: whole, nearest(to: word, among: known), among: known, at: range)
  }

  /// The same where the nearest was looked for already.
  func unknown(
    _ id: FindingID, _ what: String, _ word: String, of whole: String, _ nearest: String?, among known: [String], at range: SourceRange
  ) {
    let place = whole.isEmpty ? "" : " of \(whole)"
    error(
      id, "unknown \(what) '\(word)'\(place); \(Suggestion.phrase(nearest, among: Suggestion.ordered(known, for: word), what: what))",
      at: range,
      fixIts: nearest.map { [.init("replace it", range: range, replacement: $0)] } ?? [])
  }
}

/// The stable ids of what the reader of specs finds; each has a golden pair in the tests.
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
  case singlePin = "single-pin"
  case unsafeRepeat = "unsafe-repeat"
}

/// A spec that cannot be used: every finding of the file at once, in order.
///
/// ```swift
/// do { try Spec.load("users.yaml") } catch { print(error) }   // users.yaml:4:6: error: unknown method 'get' …
/// ```
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// Errors, and the warnings beside them.
  public let diagnostics: [Diagnostic]

  /// An error with these findings, in the order given.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// All findings as text, without colour.
  public var description: String { DiagnosticPrinter(color: false).text(diagnostics) }
}
