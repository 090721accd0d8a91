import DialCore
import DialJSON

/// Values that fit declared types, for examples and skeletons.
struct Sample {
  let types: TypeTable

  /// The spec's own example or default, else a value of the type. Nil where no JSON will do: a file.
  func value(of parameter: ParameterModel) -> JSON? {
    if let example = parameter.example { return example }
    if case .json(let standard)? = parameter.defaultValue, !standard.isNull { return standard }
    if let first = parameter.values?.first { return first }
    if parameter.isFlag { return .bool(true) }
    if parameter.shape.isFile || parameter.shape.isFileList { return Optional<JSON>.none }
    if parameter.shape.isUntyped {
      let text = Self.text(named: parameter.name)
      return parameter.isSpread ? .object([("name", .string("text"))]) : .string(text)
    }
    return value(of: parameter.shape, named: parameter.name)
  }

  func value(of shape: Shape, named name: String) -> JSON { value(of: shape, named: name, []) }

  private func value(of shape: Shape, named name: String, _ open: Set<String>) -> JSON {
    switch shape {
    case .json, .string: .string(Self.text(named: name))
    case .int, .int64, .uint64: 7
    case .double, .decimal: JSON.number("1.5") ?? 1
    case .bool: true
    case .date: "2024-01-31T10:00:00Z"
    case .data: "aGVsbG8="
    case .url: "https://example.com/"
    case .uuid: "3f2a8c1e-5b7d-4e9f-8a6b-0c1d2e3f4a5b"
    case .file: "file"
    case .void: .null
    case .literals(let words): .string(words.first ?? "")
    case .array(let item): isOpen(item, open) ? [] : .array([value(of: item, named: name, open)])
    case .dictionary(let item): isOpen(item, open) ? [:] : .object([("name", value(of: item, named: name, open))])
    case .optional(let inner): isOpen(inner, open) ? .null : value(of: inner, named: name, open)
    case .named(let type): open.contains(type) ? .null : value(of: types.resolve(shape), named: name, open.union([type]))
    case .record(let record): .object(record.members.map { ($0.label, value(of: $0.shape, named: $0.label, open)) })
    }
  }

  /// Whether a type stands inside of itself here.
  private func isOpen(_ shape: Shape, _ open: Set<String>) -> Bool {
    switch shape {
    case .named(let name): open.contains(name)
    case .optional(let inner), .array(let inner), .dictionary(let inner): isOpen(inner, open)
    default: false
    }
  }

  private static func text(named name: String) -> String {
    let lower = name.lowercased()
    if lower == "id" || lower.hasSuffix("_id") || name.hasSuffix("Id") || name.hasSuffix("ID") { return "7" }
    if lower.contains("email") { return "ann@example.com" }
    return lower.hasSuffix("name") ? "Ann" : "text"
  }
}
