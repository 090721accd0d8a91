public import DialJSON

/// A URI template (RFC 6570, levels 1 to 4), parsed once and expanded many times.
///
/// ```swift
/// try URITemplate("/search{?q,lang}").expand(["q": "cat"])   // "/search?q=cat"
/// ```
public struct URITemplate: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    /// Encoded text.
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
    /// The default in `{id=3}`, an extension of RFC 6570.
    package var defaultText: String?
    /// Whether it is `{id?}`, an extension of RFC 6570.
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

  /// Parses a template. Throws if it is not valid by RFC 6570.
  public init(_ text: String) throws(URITemplateError) {
    parts = try TemplateParser.parse(text, isTarget: false)
  }

  package init(target text: String) throws(URITemplateError) {
    parts = try TemplateParser.parse(text, isTarget: true)
  }

  package init(parts: [Part]) { self.parts = parts }

  /// The names of all variables in order, with repetitions.
  package var names: [String] {
    parts.flatMap { part -> [String] in
      if case .expression(let expression) = part { expression.variables.map(\.name) } else { [] }
    }
  }

  /// The number of variables.
  package var variableCount: Int {
    parts.reduce(0) { count, part in
      if case .expression(let expression) = part { count + expression.variables.count } else { count }
    }
  }

  /// Expands the template. Variables that are absent or null are omitted, and so are empty arrays and objects.
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

/// Why a template is invalid, or a value cannot be used in it.
public struct URITemplateError: Error, Sendable, Hashable {
  /// What is wrong, in lowercase, without a full stop.
  public var message: String
  /// The position in the template in UTF-8 bytes from 0; 0 if a value is wrong.
  public var offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
