import DialSyntax

/// The keys of a mapping beside the line.
extension EndpointGlance {
  /// `30s`: a number of four digits at most, with a unit.
  mutating func isTime(_ value: Node) -> Bool {
    guard let time = value.scalar?.text else { return false }
    text.open(time)
    guard let digits = text.takeDigits(), digits.count <= 4, text.bytes[digits.lowerBound] != UInt8(ascii: "0"),
      let unit = text.takeName(), text.isAtEnd
    else { return false }
    return ["ms", "s", "m", "h", "d"].contains(text.text(unit))
  }

  /// One header, of letters that neither the protocol nor a secret has.
  mutating func isHeader(_ value: Node) -> Bool {
    guard let entries = value.mapping, entries.count == 1, let content = entries[0].value.scalar?.text else { return false }
    let name = entries[0].name
    guard !content.isEmpty, !name.isEmpty, name.utf8.allSatisfy(Name.isASCIIPart), !HeaderRules.isOwned(name),
      !HeaderRules.isSensitive(name)
    else { return false }
    // What begins in a small letter is no type, and what holds none of these signs neither a variable nor a placeholder.
    return content.utf8.first ?? 0 > 0x60
      && content.utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "$") && $0 != UInt8(ascii: "{") }
  }

  /// Words of a style, but not the case of names, which names may share then.
  func isStyle(_ value: Node) -> Bool {
    guard let entries = value.mapping else { return false }
    return entries.indices.allSatisfy { index in
      guard let word = entries[index].value.scalar?.text else { return false }
      switch entries[index].name {
      case "arrays": return Style.Arrays(rawValue: word) != nil
      case "objects": return Style.Objects(rawValue: word) != nil
      case "nesting": return Style.Nesting(rawValue: word) != nil
      case "bools": return Style.Bools(rawValue: word) != nil
      case "dates": return Style.Dates(rawValue: word) != nil
      default: return false
      }
    }
  }

  /// `paginate: {next: link}`.
  func isLinked(_ value: Node) -> Bool {
    guard let entries = value.mapping, entries.count == 1 else { return false }
    return entries[0].name == "next" && entries[0].value.scalar?.text == "link"
  }

  // MARK: parameters

  mutating func isParams(_ value: Node) -> Bool {
    guard let entries = value.mapping else { return false }
    for index in entries.indices {
      guard isParameter(entries[index].name, entries[index].value) else { return false }
    }
    return true
  }

  private mutating func isParameter(_ key: String, _ value: Node) -> Bool {
    text.open(key)
    guard var parameter = takeName(), text.isAtEnd else { return false }
    switch value.content {
    case .scalar(let scalar):
      if scalar.text.isEmpty {
        guard scalar.isPlain else { return false }
      } else {
        guard let shape = shape(of: scalar.text) else { return false }
        parameter.shape = shape
      }
    case .mapping(let entries):
      guard isDeclared(entries, &parameter) else { return false }
    case .sequence: return false
    }
    return isPlaced(parameter)
  }

  /// A type that is the whole of a text.
  private mutating func shape(of type: String) -> GlanceShape? {
    text.open(type)
    guard let shape = takeShape() else { return nil }
    text.skipBlanks()
    return text.isAtEnd ? shape : nil
  }

  private mutating func isDeclared(_ entries: [Entry], _ parameter: inout GlanceParameter) -> Bool {
    var (type, value): (String?, Node?)
    for index in entries.indices {
      switch entries[index].name {
      case "doc": guard entries[index].value.scalar != nil else { return false }
      case "type":
        guard type == nil, let text = entries[index].value.scalar?.text, !text.isEmpty else { return false }
        type = text
      case "default":
        guard value == nil else { return false }
        value = entries[index].value
      default: return false
      }
    }
    guard let type, let shape = shape(of: type) else { return false }
    parameter.shape = shape
    guard let value else { return true }
    parameter.isOptional = true
    return isDefault(value, shape)
  }

  /// The default of a mapping: an empty list, a text, or a word that its type has.
  private mutating func isDefault(_ value: Node, _ shape: GlanceShape) -> Bool {
    if let items = value.sequence { return items.isEmpty && shape.kind == .array }
    guard let scalar = value.scalar, value.tag == nil else { return false }
    if shape.kind == .string { return !scalar.text.utf8.contains(UInt8(ascii: "$")) }
    guard scalar.isPlain, shape.kind == .whole || shape.kind == .bool else { return false }
    text.open(scalar.text)
    guard let word = text.takeWord(), text.isAtEnd else { return false }
    return isDefault(word, shape)
  }
}
