public import DialJSON

/// A URI template (RFC 6570, levels 1 to 4), taken apart once and expanded as often as wanted.
///
/// ```swift
/// try URITemplate("/search{?q,lang}").expand(["q": "cat"])   // "/search?q=cat"
/// ```
public struct URITemplate: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    /// Text that is already encoded.
    case literal(String)
    case expression(Expression)
    /// `${NAME}` in a target.
    case variable(String)
  }

  package struct Expression: Sendable, Hashable {
    package var operation: Operator
    package var variables: [Variable]
  }

  package struct Variable: Sendable, Hashable {
    package var name: String
    package var explode = false
    package var prefix: Int?
    /// Beyond RFC 6570: `{id=3}`.
    package var defaultText: String?
    /// Beyond RFC 6570: `{id?}`.
    package var isOptional = false
  }

  /// The operators of RFC 6570 section 3.2, with the columns of its appendix A.
  package enum Operator: Character, Sendable {
    case simple = " "
    case reserved = "+"
    case fragment = "#"
    case label = "."
    case segment = "/"
    case parameter = ";"
    case query = "?"
    case continuation = "&"

    var first: String { self == .simple || self == .reserved ? "" : String(rawValue) }
    var separator: String {
      switch self {
      case .simple, .reserved, .fragment: ","
      case .query: "&"
      default: String(rawValue)
      }
    }
    var isNamed: Bool { self == .parameter || self == .query || self == .continuation }
    var ifEmpty: String { self == .query || self == .continuation ? "=" : "" }
    package var keepsReserved: Bool { self == .reserved || self == .fragment }
  }

  package var parts: [Part]

  /// Reads a template; throws where it is not one of RFC 6570.
  public init(_ text: String) throws(URITemplateError) {
    parts = try TemplateParser.parse(text, isTarget: false)
  }

  package init(target text: String) throws(URITemplateError) {
    parts = try TemplateParser.parse(text, isTarget: true)
  }

  package init(parts: [Part]) { self.parts = parts }

  /// The names of all variables, in order, each as often as it stands there.
  package var names: [String] {
    parts.flatMap { part -> [String] in
      if case .expression(let expression) = part { expression.variables.map(\.name) } else { [] }
    }
  }

  /// The template with its variables filled in. A variable that is absent or null is left out; so is an empty array or object.
  public func expand(_ variables: [String: JSON]) throws(URITemplateError) -> String {
    var out = ""
    for part in parts {
      switch part {
      case .literal(let text): out += text
      case .variable(let name): out += "${\(name)}"
      case .expression(let expression):
        out += try expression.expand { variables[expression.variables[$0].name] } ?? ""
      }
    }
    return out
  }
}

/// Why a text is no URI template, or a value cannot stand in one; `offset` counts UTF-8 bytes from 0.
public struct URITemplateError: Error, Sendable, Hashable {
  /// What is wrong; lower case, no full stop.
  public var message: String
  /// Where in the template, in UTF-8 bytes from 0; 0 where a value is at fault.
  public var offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
