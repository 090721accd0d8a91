package import DialJSON
package import DialModel

/// Converts the texts of a command line to arguments of the declared types.
///
/// A text that does not fit its type stays text, so that the binder reports it with its name and type. An integer is written in digits: 7
/// for `7.0`, 100 for `1e2`.
///
/// | declared | `7` | `true` | `abc` |
/// | --- | --- | --- | --- |
/// | `Int` | 7 | `"true"` | `"abc"` |
/// | `String` | `"7"` | `"true"` | `"abc"` |
/// | `[Int]` | [7] | `["true"]` | `["abc"]` |
/// | nothing | `"7"` | `"true"` | `"abc"` |
/// | nothing, default 1 | 7 | a fault | a fault |
package struct ArgumentText {
  private let types: TypeTable

  package init(types: TypeTable) { self.types = types }

  /// Converts a text for a parameter.
  package func value(_ text: String, of parameter: ParameterModel) -> JSON {
    guard parameter.shape.isUntyped else { return value(text, as: parameter.shape) }
    if parameter.isFlag, let bool = Self.bool(text) { return bool }
    switch Self.kind(of: parameter) {
    case .number: if let number = JSON.number(text) { return number }
    case .bool: if let bool = Self.bool(text) { return bool }
    default: break
    }
    // Select the allowed value that is written this way.
    if let values = parameter.values, !values.contains(.string(text)), let match = values.first(where: { ValueText.plain($0) == text }) {
      return match
    }
    return .string(text)
  }

  /// Returns what an untyped parameter requires because of its default, such as "a number", if a text is something else; nil if the text
  /// fits.
  ///
  /// An allowed value always fits.
  package func wanted(of parameter: ParameterModel, for text: String) -> String? {
    guard parameter.shape.isUntyped, !parameter.isFlag else { return nil }
    let kind = Self.kind(of: parameter)
    guard kind == .number || kind == .bool else { return nil }
    let value = value(text, of: parameter)
    guard value.asKind == .string, parameter.values?.contains(value) != true else { return nil }
    return kind == .number ? "a number" : "true or false"
  }

  /// The kind of the default.
  private static func kind(of parameter: ParameterModel) -> JSON.Kind? {
    if case .json(let standard)? = parameter.defaultValue { standard.asKind } else { nil }
  }

  /// Converts a text to a type.
  package func value(_ text: String, as declared: Shape) -> JSON {
    switch resolved(declared) {
    case .int, .int64, .uint64: Self.whole(text) ?? .string(text)
    case .double, .decimal: JSON.number(text) ?? .string(text)
    case .bool: Self.bool(text) ?? .string(text)
    case .array(let item): Self.array(text) ?? .array([value(text, as: item)])
    default: .string(text)
    }
  }

  /// Whether repeating the argument adds an item to an array.
  package func isList(_ declared: Shape) -> Bool {
    if case .array = resolved(declared) { true } else { false }
  }

  /// Whether the type takes bytes, so that a file is not read as text.
  package func takesBytes(_ declared: Shape) -> Bool {
    switch resolved(declared) {
    case .data, .file: true
    default: false
    }
  }

  /// Returns the type at a path in a value; any JSON if undeclared.
  package func shape(_ declared: Shape, at steps: some Sequence<ArgumentStep>) -> Shape {
    var shape = declared
    for step in steps {
      switch (resolved(shape), step) {
      case (.record(let record), .member(let name)): shape = record.members.first { $0.label == name }?.shape ?? .json
      case (.record(let record), .index(let index)): shape = index < record.members.count ? record.members[index].shape : .json
      case (.dictionary(let value), .member): shape = value
      case (.array(let item), .index): shape = item
      default: return .json
      }
    }
    return shape
  }

  private func resolved(_ declared: Shape) -> Shape {
    var shape = types.resolve(declared)
    while case .optional(let inner) = shape { shape = types.resolve(inner) }
    return shape
  }

  /// Writes an integer in digits, `100` for `1e2` and `7` for `7.0`, because servers rarely accept other forms. Other numbers are
  /// unchanged, and rejected later.
  private static func whole(_ text: String) -> JSON? {
    let isOther = text == "-0" || text.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 }
    guard isOther, let number = JSON.number(text) else { return JSON.number(text) }
    return number.asInt64.map { JSON($0) } ?? number.asUInt64.map { JSON($0) } ?? number
  }

  private static func bool(_ text: String) -> JSON? {
    // Not a conditional expression, because `nil` would be the JSON literal there.
    if text == "true" { return .bool(true) }
    return text == "false" ? Optional(JSON.bool(false)) : Optional<JSON>.none
  }

  private static func array(_ text: String) -> JSON? {
    guard text.utf8.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "["), let json = try? JSON(parsing: text) else {
      return Optional<JSON>.none
    }
    return json
  }
}

/// A step into a nested argument: `.name` or `[3]`.
package enum ArgumentStep: Sendable, Hashable {
  case member(String)
  case index(Int)

  package var text: String {
    switch self {
    case .member(let name): ".\(name)"
    case .index(let index): "[\(index)]"
    }
  }
}
