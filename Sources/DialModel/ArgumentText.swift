package import DialJSON

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

  package func value(_ text: String, of parameter: ParameterModel) -> JSON {
    guard parameter.shape.isUntyped else { return value(text, as: parameter.shape) }
    if parameter.isFlag { return Shape.bool.value(of: text) }
    switch Self.kind(of: parameter) {
    case .number: if let number = JSON.number(text) { return number }
    case .bool: if let bool = Bool(text) { return .bool(bool) }
    default: break
    }
    // Select the allowed value that is written this way.
    if let values = parameter.values, !values.contains(.string(text)), let match = values.first(where: { ValueText.plain($0) == text }) {
      return match
    }
    return .string(text)
  }

  /// Returns what an untyped parameter requires because of its default, such as "a number"; nil if the text fits or is an allowed value.
  package func wanted(of parameter: ParameterModel, for text: String) -> String? {
    guard parameter.shape.isUntyped, !parameter.isFlag else { return nil }
    let kind = Self.kind(of: parameter)
    guard kind == .number || kind == .bool else { return nil }
    let value = value(text, of: parameter)
    guard value.asKind == .string, parameter.values?.contains(value) != true else { return nil }
    return kind == .number ? "a number" : "true or false"
  }

  private static func kind(of parameter: ParameterModel) -> JSON.Kind? {
    if case .json(let standard)? = parameter.defaultValue { standard.asKind } else { nil }
  }

  package func value(_ text: String, as declared: Shape) -> JSON {
    let shape = types.unwrapped(declared)
    if case .union(let union) = shape {
      let check = ShapeCheck(types: types)
      return zip(union.alternatives.lazy.map { value(text, as: $0) }, union.alternatives).first { check.fits($0, $1) }?.0 ?? .string(text)
    }
    guard case .array(let item) = shape else { return shape.value(of: text) }
    return Self.array(text) ?? .array([value(text, as: item)])
  }

  package func isList(_ declared: Shape) -> Bool {
    if case .array = types.unwrapped(declared) { true } else { false }
  }

  /// Whether the type takes bytes, so that a file is not read as text.
  package func takesBytes(_ declared: Shape) -> Bool { types.unwrapped(declared).takesRaw }

  package func shape(_ declared: Shape, at steps: some Sequence<ArgumentStep>) -> Shape {
    var shape = declared
    for step in steps {
      switch (types.unwrapped(shape), step) {
      case (.record(let record), .member(let name)): shape = record.members.first { $0.label == name }?.shape ?? record.rest ?? .json
      case (.record(let record), .index(let index)): shape = index < record.members.count ? record.members[index].shape : .json
      case (.dictionary(let value), .member): shape = value
      case (.array(let item), .index): shape = item
      case (.union(let union), _):
        // A union inside of a union could name itself.
        let others = union.alternatives.filter { if case .union = types.unwrapped($0) { false } else { true } }
        shape = Shape.union(others.map { self.shape($0, at: [step]) }.filter { !$0.isUntyped })
      default: return .json
      }
    }
    return shape
  }

  private static func array(_ text: String) -> JSON? {
    text.utf8.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "[") ? try? JSON(parsing: text) : nil
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
