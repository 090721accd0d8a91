import DialBuild
import DialJSON
import DialModel
import DialSpec
import DialSyntax

/// A text that is not in the grammar. The mechanisms that say what was meant are tried in their order.
struct TextSlip {
  let error: ParseError
  let finding: Diagnostic
  /// Whether a name is a type of the service.
  let isType: (String) -> Bool
  /// At the text that was found.
  let cursor: Cursor

  init(_ error: ParseError, _ finding: Diagnostic, isType: @escaping (String) -> Bool) {
    (self.error, self.finding, self.isType) = (error, finding, isType)
    var cursor = Cursor(error.node, text: error.node.text ?? "")
    cursor.at = error.found.lowerBound
    self.cursor = cursor
  }

  var advice: Diagnostic? {
    switch error.expected {
    case .parameterType, .parameterName, .nameEnd, .nameAfterPlus, .location, .defaultValue: parameterAdvice
    case .typeEnd, .parameterEnd: foreignType ?? parameterAdvice ?? typeAdvice
    case .method, .encoding, .closed, .spacedArrow, .listEnd, .path, .target, .part, .order: lineAdvice
    case .type, .literal, .memberName, .closing: typeAdvice
    case .end: marker ?? typeAdvice
    case .noFragment, .template: targetAdvice
    case .string, .member, .stringKey, .wireName, .typeAfterColon, .typeBehind, .lessNesting, .fewerMembers, .validName, .bodyName,
      .noLocation, .parameter, .parameterWire, .wireBeforeDefault, .line, .targetBehind:
      nil
    }
  }

  var found: Range<Int> { error.found }
  /// The text that was found.
  var text: String { error.text }
  var whole: Range<Int> { 0..<cursor.bytes.count }

  /// Returns the finding with other words, and one fix-it for its range.
  func better(
    _ id: FindingID? = nil, _ message: String? = nil, at part: Range<Int>? = nil, fix: String = "", with text: String? = nil
  ) -> Diagnostic {
    var better = finding
    if let id { better.id = id.rawValue }
    if let message { better.message = message }
    if let part { better.range = cursor.range(part) }
    better.fixIts = text.map { [.init(fix, range: better.range, replacement: $0)] } ?? []
    return better
  }

  /// Returns the finding with other words, and a fix-it for another range.
  func better(
    _ id: FindingID? = nil, _ message: String? = nil, at part: Range<Int>? = nil, fix: String, _ fixed: Range<Int>?, with text: String
  ) -> Diagnostic {
    var better = better(id, message, at: part)
    better.fixIts = fixed.map { [.init(fix, range: cursor.range($0), replacement: text)] } ?? []
    return better
  }

  func text(_ part: Range<Int>) -> String { cursor.text(part) }

  func cursor(at offset: Int) -> Cursor {
    var cursor = cursor
    cursor.at = offset
    return cursor
  }

  /// Returns the range of spaces before an offset; nil if there are none.
  func blanks(before offset: Int) -> Range<Int>? {
    let start = cursor.trimmed(offset)
    return start < offset ? start..<offset : nil
  }
}
