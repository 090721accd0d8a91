import DialJSON
import DialModel
import DialSyntax

/// The keys of a parameter in `params`, besides its type.
final class ParameterSettings {
  /// The keys that apply only to files and parts.
  private static let fileKeys = ["filename", "mimeType", "max"]

  private(set) var location: (value: Place, range: SourceRange)?
  private(set) var wire: (name: String, range: SourceRange)?
  private(set) var value: (value: DefaultValue?, range: SourceRange)?
  private(set) var doc: String?
  private(set) var isRaw = false
  private(set) var style = Style()
  /// Whether the slashes of its value are parts of the path.
  private(set) var keepsSlashes = false
  private(set) var values: [Scalar] = []
  private(set) var valuesRange: SourceRange?
  /// The rules of the other keys.
  private(set) var constraints: [Constraint] = []
  private(set) var constraintKeys: [String] = []
  private(set) var file = FileRules()
  private(set) var fileKeys: [(name: String, range: SourceRange)] = []
  private(set) var isSecret = false
  private(set) var example: Node?

  /// - Parameter shape: the type, which decides how a default is read.
  init(_ entries: [Entry], of parameter: borrowing ParameterDeclaration, _ shape: Shape, _ findings: Findings) {
    for entry in entries { read(entry, of: parameter, shape, findings) }
  }

  private func read(_ entry: Entry, of parameter: borrowing ParameterDeclaration, _ shape: Shape, _ findings: Findings) {
    let node = entry.value
    if ConstraintReader.reads(entry, of: shape) {
      constraintKeys.append(entry.name)
      constraints += ConstraintReader.read(entry, findings)
      return
    }
    if Self.fileKeys.contains(entry.name) { fileKeys.append((entry.name, entry.key.range)) }
    switch entry.name {
    case "in":
      guard let place: Place = WordTable.place.choice(node, findings) else { return }
      if let written = parameter.location, written != place {
        findings.error(
          .place,
          "the location of '\(parameter.name)' is '\(written.rawValue)' in its name, but '\(place.rawValue)' in 'in'; keep one of them",
          at: node.range)
      }
      location = (place, node.range)
    case "as": wire = Values.text(node, "a wire name", findings).map { ($0, node.range) }
    case "default": value = (defaultValue(node, shape, findings), node.range)
    case "doc": doc = Values.prose(node, findings)
    case "raw": isRaw = Values.bool(node, "raw", findings) ?? false
    case "style" where node.text == "path": keepsSlashes = true
    case "style": style = StyleReader.read(node, findings)
    case "values":
      constraintKeys.append(entry.name)
      valuesRange = entry.key.range
      values = (Values.sequence(node, "'values'", findings) ?? []).compactMap { item in
        Values.text(item, "a value", findings).flatMap { _ in item.scalar }
      }
      if node.sequence?.isEmpty ?? false {
        findings.error(.expectedList, "'values' is empty; list the allowed values, or remove it", at: node.range)
      }
    case "filename": file.filename = Values.text(node, "a file name", findings)
    case "mimeType": file.mimeType = mediaType(node, findings)
    case "max": file.maxBytes = Values.size(node, "max", findings)
    case "secret": isSecret = Values.bool(node, "secret", findings) ?? false
    case "example": example = node
    default: break
    }
  }

  private func mediaType(_ node: Node, _ findings: Findings) -> String? {
    guard let text = Values.text(node, "a media type", findings) else { return nil }
    if MediaType(text) != nil { return text }
    return findings.fail(.expectedValue, "'\(text)' is not a valid media type; write a type such as image/jpeg", at: node.range)
  }

  /// Reads a default: text for `String`, JSON for an untyped parameter.
  private func defaultValue(_ node: Node, _ shape: Shape, _ findings: Findings) -> DefaultValue? {
    if let scalar = node.scalar {
      TextRules.check(scalar.text, of: node, findings)
      if scalar.text.contains("${") { return .text(Text(scalar.text, range: node.range, arguments: false)) }
      if scalar.isPlain, let word = GeneratedWord(rawValue: scalar.text) { return .generated(word) }
    }
    return Values.json(node, of: shape, findings).map { .json($0) }
  }
}

/// Reads the text of a default in a line; a declared type is checked when all types are known.
package enum DefaultReader {
  static func read(_ text: String, shape: Shape, name: String, at range: SourceRange, _ findings: Findings) -> DefaultValue? {
    let isQuoted = text.utf8.first.map { "\"[{".utf8.contains($0) } ?? false
    guard isQuoted || text.utf8.contains(UInt8(ascii: "$")) else { return bare(text, shape) }
    if let word = GeneratedWord(rawValue: text) { return .generated(word) }
    let json = try? JSON(parsing: Array(text.utf8))
    if text.contains("${"), let value = Optional(json?.asString ?? text), json == nil || json?.asString != nil {
      TextRules.check(value, at: range, findings)
      return .text(Text(value, range: range, arguments: false))
    }
    if isQuoted {
      guard let json else { return findings.fail(.defaultValue, "the default of '\(name)' is not valid JSON", at: range) }
      if case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last {
        return findings.fail(.defaultValue, "duplicate key '\(twice)' in the default of '\(name)'", at: range)
      }
      return .json(json)
    }
    return bare(text, shape)
  }

  /// Reads a text without quotes: by its type, otherwise as a JSON literal, otherwise as text.
  private static func bare(_ text: String, _ shape: Shape) -> DefaultValue {
    if shape.wrapped.isText { return .json(.string(text)) }
    return .json(text == "null" ? .null : Bool(text).map { .bool($0) } ?? JSON.number(text) ?? .string(text))
  }
}
