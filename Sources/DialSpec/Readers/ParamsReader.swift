import DialModel
import DialSyntax

/// Reads `params:` of the long form, which map names to a type with an optional default, or to a mapping.
struct ParamsReader {
  /// The keys that apply only to files and parts.
  private static let fileKeys = ["filename", "mimeType", "max"]

  let findings: Findings

  func read(_ node: Node) -> [DeclaredParameter] {
    guard let entries = Values.mapping(node, "'params'", findings), findings.takes(parameters: entries.count, at: node.range) else {
      return []
    }
    // An equal key is a finding of YAML.
    var names = SmallSet()
    return entries.compactMap { entry in parameter(entry).flatMap { names.insert(entry.name) ? $0 : nil } }
  }

  private func parameter(_ entry: Entry) -> DeclaredParameter? {
    if Values.swallowed(entry, findings) { return nil }
    var key = ParameterReader(cursor: Cursor(entry.key, text: entry.name), findings: findings)
    guard let parameter = key.readName(), key.finish(parameter.name) else { return nil }
    switch entry.value.content {
    case .mapping(let entries):
      refine(parameter, entries)
    case .scalar(let scalar):
      if scalar.text.isEmpty, scalar.isPlain { break }
      var reader = ParameterReader(cursor: Cursor(entry.value, text: scalar.text), findings: findings)
      guard reader.readType(into: parameter), reader.readWire(into: parameter), reader.readDefault(into: parameter),
        reader.finish(parameter.name)
      else { return nil }
    case .sequence:
      guard let shape = ShapeNodeReader(findings: findings).read(entry.value) else { return nil }
      parameter.shape = shape
    }
    return parameter
  }

  private func refine(_ parameter: DeclaredParameter, _ entries: [Entry]) {
    for entry in entries where !KeyTable.parameter.contains(entry.name) && !entry.name.hasPrefix("x-") {
      UnknownKey(findings: findings).report(entry, on: .parameter)
    }
    // The type is read first, because it decides how the default is read.
    for index in entries.indices where entries[index].name == "type" {
      parameter.shape = ShapeNodeReader(findings: findings).read(entries[index].value) ?? .json
    }
    for index in entries.indices { refine(parameter, entries[index]) }
  }

  private func refine(_ parameter: DeclaredParameter, _ entry: Entry) {
    let node = entry.value
    if Self.fileKeys.contains(entry.name) { parameter.fileKeys.append((entry.name, entry.key.range)) }
    switch entry.name {
    case "in": place(node, into: parameter)
    case "as":
      parameter.wire = Values.text(node, "a wire name", findings) ?? parameter.wire
      parameter.wireRange = node.range
    case "default":
      parameter.defaultValue = defaultValue(node, parameter)
      parameter.defaultRange = node.range
    case "doc": parameter.doc = Values.prose(node, findings)
    case "raw": parameter.isRaw = Values.bool(node, "raw", findings) ?? false
    case "style": parameter.style = StyleReader.read(node, findings)
    case "values":
      parameter.values = (Values.sequence(node, "'values'", findings) ?? []).compactMap { item in
        Values.text(item, "a value", findings).flatMap { _ in item.scalar }
      }
      if node.sequence?.isEmpty ?? false {
        findings.error(.expectedList, "'values' is empty; list the allowed values, or remove it", at: node.range)
      }
    case "filename": parameter.file.filename = Values.text(node, "a file name", findings)
    case "mimeType": parameter.file.mimeType = mediaType(node)
    case "max": parameter.file.maxBytes = Values.size(node, "max", findings)
    case "secret": parameter.isSecret = Values.bool(node, "secret", findings) ?? false
    case "example": parameter.example = node
    default: break
    }
  }

  private func place(_ node: Node, into parameter: DeclaredParameter) {
    guard let place: Place = WordTable.place.choice(node, findings) else { return }
    if let written = parameter.place, written != place {
      findings.error(
        .place,
        "the location of '\(parameter.name)' is '\(written.rawValue)' in its name, but '\(place.rawValue)' in 'in'; keep one of them",
        at: node.range)
    }
    (parameter.place, parameter.placeRange) = (place, node.range)
  }

  private func mediaType(_ node: Node) -> String? {
    guard let text = Values.text(node, "a media type", findings) else { return nil }
    if MediaType(text) != nil { return text }
    return findings.fail(.expectedValue, "'\(text)' is not a valid media type; write a type such as image/jpeg", at: node.range)
  }

  /// Reads a default: text for `String`, JSON for an untyped parameter.
  private func defaultValue(_ node: Node, _ parameter: DeclaredParameter) -> DefaultValue? {
    if let scalar = node.scalar {
      VariableMistakes.check(scalar.text, of: node, findings)
      if scalar.text.contains("${") { return .text(Text(scalar.text, range: node.range, arguments: false)) }
      if scalar.isPlain, let word = GeneratedWord(rawValue: scalar.text) { return .generated(word) }
    }
    return Values.json(node, of: parameter.shape, findings).map { .json($0) }
  }
}
