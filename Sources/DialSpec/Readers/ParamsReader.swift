import DialBuild
import DialModel
import DialSyntax

/// Reads `params:` of the long form, which map names to a type with an optional default, or to a mapping.
struct ParamsReader {
  let findings: Findings
  let isOverlay: Bool

  func read(_ node: Node) -> [ParameterDeclaration] {
    guard let entries = Values.mapping(node, "'params'", findings), findings.takes(parameters: entries.count, at: node.range) else {
      return []
    }
    // An equal key is a finding of YAML.
    var names = SmallSet()
    return entries.compactMap { entry in parameter(entry).flatMap { names.insert(entry.name) ? $0 : nil } }
  }

  private func parameter(_ entry: Entry) -> ParameterDeclaration? {
    if Values.swallowed(entry, findings) { return nil }
    do throws(ParseError) {
      return try read(entry)
    } catch {
      return findings.fail(error)
    }
  }

  private func read(_ entry: Entry) throws(ParseError) -> ParameterDeclaration? {
    var parameter = ParameterDeclaration(name: entry.name, range: entry.key.range)
    // Most names have no location, mark or quotes.
    if entry.name == "_" || !Name.isASCII(entry.name) || entry.key.scalar?.isPlain != true {
      var key = ParameterReader(cursor: Cursor(entry.key, text: entry.name), findings: findings)
      parameter = try key.readName()
      try key.finish()
    }
    if isOverlay, entry.value.isNull {
      parameter.isRemoved = true
      return parameter
    }
    switch entry.value.content {
    case .mapping(let entries):
      parameter.isPartial = isOverlay
      read(entries, into: &parameter)
    case .scalar(let scalar):
      if scalar.text.isEmpty, scalar.isPlain {
        parameter.isPartial = isOverlay
      } else if let shape = Shape.plain(scalar.text) {
        parameter.shape = ShapeDeclaration(shape)
      } else {
        var reader = ParameterReader(cursor: Cursor(entry.value, text: scalar.text), findings: findings)
        try reader.readValue(into: &parameter)
      }
    case .sequence:
      guard let shape = ShapeNodeReader.read(entry.value, findings) else { return nil }
      parameter.shape = shape
    }
    return parameter
  }

  private func read(_ entries: [Entry], into parameter: inout ParameterDeclaration) {
    for entry in entries where !entry.name.hasPrefix("x-") {
      if !KeyTable.parameter.contains(entry.name) {
        _ = findings.unknown(entry, of: KeyTable.parameter.words, .parameter)
      } else if entry.name == "type", !(isOverlay && entry.value.isNull) {
        parameter.shape = ShapeNodeReader.read(entry.value, findings, isOverlay: isOverlay) ?? ShapeDeclaration(.json)
      } else {
        parameter.settings.append(entry)
      }
    }
  }
}
