import DialModel
package import DialSyntax

/// Why a text is not in the grammar: what is expected at a place, and the text that is there.
package struct ParseError: Error, Sendable {
  package enum Expected: Sendable {
    case type, typeAfterColon, literal, string, member, memberName, stringKey, wireName
    /// The closing bracket for one at an offset.
    case closing(Character, of: Int)
    /// The end of the text, after a whole part of it.
    case end(after: String)
    case lessNesting(Int)
    case fewerMembers

    case parameterType, parameterWire, parameterName, validName, nameEnd, nameAfterPlus, bodyName, noLocation, location, defaultValue,
      parameter
    /// The end of a type in a parameter.
    case typeEnd
    /// The end of a parameter, whose type begins at an offset.
    case parameterEnd(type: Int?)
    case wireBeforeDefault(name: String)

    case line, method, encoding, closed, spacedArrow, listEnd, path
    case target
    case targetBehind(String)
    case typeBehind(String)
    case noFragment
    /// A URI template, with what is wrong in it, and where it is.
    case template(String, in: Range<Int>)
    /// A part of a line that may follow the parts before it, of which the last is the 1st, 2nd, 3rd or 4th kind.
    case part(after: Int)
    case order
  }

  package let expected: Expected
  package let node: Node
  /// Where the part begins that cannot be read, as an offset into the text of the node.
  package let start: Int
  /// The text that was found.
  package let found: Range<Int>

  package init(_ expected: Expected, in node: Node, from start: Int, found: Range<Int>) {
    (self.expected, self.node, self.start, self.found) = (expected, node, start, found)
  }

  /// The finding without advice.
  package var finding: Diagnostic { .finding(.error, id, message, at: range) }

  /// The text that was found.
  package var text: String { text(found) }

  package func text(_ part: Range<Int>) -> String { String(decoding: Array((node.text ?? "").utf8)[part], as: UTF8.self) }

  private var id: FindingID {
    switch expected {
    case .type, .typeAfterColon, .literal, .string, .member, .memberName, .stringKey, .wireName, .closing, .end, .lessNesting,
      .typeBehind:
      .shape
    case .fewerMembers: .tooManyItems
    case .parameterName, .validName, .nameEnd, .nameAfterPlus, .bodyName: .invalidName
    case .noLocation, .location: .place
    case .defaultValue, .wireBeforeDefault: .defaultValue
    case .parameterType, .parameterWire, .typeEnd, .parameterEnd: .parameter
    case .parameter, .listEnd: .parameterList
    case .line, .closed, .spacedArrow, .part, .order: .signature
    case .method: .method
    case .encoding: .encoding
    case .target, .targetBehind, .noFragment, .template: .target
    case .path: .selection
    }
  }

  private var message: String {
    switch expected {
    case .type: found.isEmpty ? "missing type" : "expected a type, found '\(text.prefix(20))'"
    case .typeBehind(let marker): "missing type after '\(marker)'"
    case .typeAfterColon, .parameterType: "missing type after ':'"
    case .literal: literalMessage
    case .string: "the quoted string is not closed, or contains an invalid escape"
    case .member: "a record must have at least one member; for no result, write Void"
    case .memberName: "expected a member name, found '\(text.prefix(20))'"
    case .stringKey: "the keys of a dictionary must be String"
    case .wireName, .parameterWire: "missing wire name after 'as'"
    case .closing(let bracket, let open):
      found.isEmpty
        ? "'\(text(open..<(open + 1)))' is not closed; add '\(bracket)'" : "expected '\(bracket)', found '\(text.prefix(20))'"
    case .end(let part): "unexpected '\(text)' after \(part)"
    case .lessNesting(let limit): "the shape is nested deeper than \(limit) levels"
    case .fewerMembers: "a type can have at most \(EndpointModel.maxParameters) members; use fewer"
    case .parameterName: "expected a parameter name\(found.isEmpty ? "" : ", found '\(text)'")"
    case .validName: "'\(text)' is not a valid parameter name; use \(Name.rule)"
    case .nameEnd:
      "?*!".contains(text)
        ? "unexpected '\(text)'; a name can end in only one of '?', '*' and '!'"
        : "'\(text)' is not allowed in a parameter name; use letters, digits, '_' and '-'"
    case .nameAfterPlus: "'+' must be directly before the name"
    case .bodyName: "missing name after '_'; write the whole body as '_ user'"
    case .noLocation: "the whole body cannot have a location; write '_ user', not '_ \(text)…'"
    case .location: "unknown place '\(text)'; \(Suggestion.phrase(nil, among: Place.written.map(\.rawValue), what: "place"))"
    case .defaultValue: found.isEmpty ? "missing default after '='; for an empty string, write \"\"" : "expected a default, found '\(text)'"
    case .wireBeforeDefault(let name):
      "'as' must be before '='; write \(name) as … = …, or quote the default if it contains 'as'"
    case .typeEnd: "unexpected '\(text)' after the type"
    case .parameterEnd: "unexpected '\(text)'; write a parameter as 'name type as wire = default'"
    case .parameter: "missing parameter next to a comma"
    case .line: "the endpoint is empty; write a line such as 'GET /users/{id}'"
    case .method: methodMessage
    case .encoding: "unknown encoding '\(text)'; \(Suggestion.phrase(nil, among: Encoding.words, what: "encoding"))"
    case .target: "expected a target, found '\(text)'"
    case .template(let fault, _): fault
    case .noFragment: "a target cannot contain a fragment; remove '#' and the text after it"
    case .targetBehind(let word): "missing target after '\(word)'; write a line such as 'GET /users'"
    case .closed: "\(quoteOrBracket) that starts with '\(text)' is not closed"
    case .spacedArrow: "missing spaces around '->'"
    case .listEnd: text.hasPrefix(")") ? "unexpected ')'" : "missing space after the parameter list"
    case .path:
      found.isEmpty
        ? "missing path after '@'" : "a path after '@' cannot contain spaces; use the long form with 'select:' for the whole expression"
    case .part:
      "unexpected '\(text)'; after the target, write '(parameters)', '@ path', '-> result' and '! failure', in this order"
    case .order:
      "'\(text.hasPrefix("(") ? "(…)" : text)' is in the wrong order; write '(parameters)', '@ path', '-> result', '! failure'"
    }
  }

  private var literalMessage: String {
    switch text {
    case "true", "false": "'\(text)' cannot be one of several values; write Bool, or the text \"\(text)\""
    default: "expected a type, or a text such as 'closed', after '|'"
    }
  }

  private var methodMessage: String {
    Methods.isCustom(text)
      ? "the custom method '\(text)' requires the long form '{\(text): /target, hasBody: false}', or with 'hasBody: true'"
      : "unknown method '\(text)'; \(Suggestion.phrase(nil, among: Methods.all, what: "method"))"
  }

  private var quoteOrBracket: String {
    switch text {
    case "\"", "`": "the quoted string"
    case "{": "the placeholder"
    case "(": "the list"
    default: "the bracket"
    }
  }

  private var range: SourceRange {
    let whole = ScalarText(node, text: node.text ?? "")
    switch expected {
    case .line: return node.range
    case .closing(_, let open) where found.isEmpty: return whole.range(open..<(open + 1))
    case .type, .memberName, .closing, .member, .wireName, .parameterWire, .parameterName: break
    case .literal where !Name.isValid(text): break
    default: if !found.isEmpty { return whole.range(found) }
    }
    // The first character; at the end, the last one.
    return whole.range(found.isEmpty ? max(found.lowerBound - 1, 0)..<found.lowerBound : found.lowerBound..<(found.lowerBound + 1))
  }
}

extension Findings {
  package func add(_ error: ParseError) { add(error.finding, about: .text(error)) }

  /// Adds the finding for a text that is not in the grammar. Returns nil, as a reader that cannot read its text.
  package func fail<Value>(_ error: ParseError) -> Value? {
    add(error)
    return nil
  }
}
