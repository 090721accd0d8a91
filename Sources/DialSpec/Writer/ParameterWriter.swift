import DialJSON
import DialModel
import DialSyntax

/// Writes the parameters of one endpoint, with names of the language.
struct ParameterWriter {
  private let parameters: [ParameterDeclaration]
  /// The names in the language, in the order of the parameters.
  private let names: [String]
  /// The placeholders of the target, by the name in the declaration.
  private(set) var placeholders: [String: String] = [:]
  private let hasBody: Bool
  private let isMultipart: Bool

  init(_ parameters: [ParameterDeclaration], in target: URITemplate, hasBody: Bool, isMultipart: Bool) {
    let parameters = parameters.map { ConstraintWriter.written(Self.plain($0)) }
    (self.parameters, self.hasBody, self.isMultipart) = (parameters, hasBody, isMultipart)
    // Names are unique in one location; in several, the location is written before them.
    var makers: [Place?: NameMaker] = [:]
    let written = parameters.map { parameter in
      // In the language, `_` is the whole body.
      let isWhole = parameter.location == .body && parameter.name == "_"
      return isWhole ? "body" : parameter.name == "_" && !parameter.isSpread ? "underscore" : parameter.name
    }
    var names = written
    for indices in Dictionary(grouping: parameters.indices, by: { parameters[$0].location }).values {
      let made = makers[parameters[indices[0]].location, default: NameMaker()].names(indices.map { written[$0] }, fallback: "value")
      for (index, name) in zip(indices, made) { names[index] = name }
    }
    self.names = names
    for (parameter, name) in zip(parameters, names) where parameter.location == .path { placeholders[parameter.name] = name }
    for name in target.names where placeholders[name] == nil {
      placeholders[name] = makers[.path, default: NameMaker()].name(name, fallback: "value")
    }
  }

  /// Returns a parameter without the words of its style that its type cannot use.
  private static func plain(_ parameter: ParameterDeclaration) -> ParameterDeclaration {
    guard let index = parameter.settings.firstIndex(where: { $0.name == "style" }), let words = parameter.settings[index].value.mapping,
      let shape = parameter.shape?.shape.wrapped
    else { return parameter }
    let kept: [Entry]
    switch shape {
    case .json, .dictionary, .record, .named, .union: return parameter
    case .array(let item):
      // In a header, `objects` also says that an array is written without blanks.
      if item.isUntyped || parameter.location == .header { return parameter }
      kept = words.filter { $0.name == "arrays" && !(parameter.location == .query && $0.value.text == "repeat") }
    case .string, .int, .int64, .uint64, .double, .decimal, .bool, .literals, .url, .uuid, .void, .optional, .file: kept = []
    case .date, .day, .data: kept = words.filter { $0.name != "arrays" && $0.name != "objects" }
    }
    var parameter = parameter
    let range = parameter.settings[index].value.range
    if kept.isEmpty {
      parameter.settings.remove(at: index)
    } else {
      parameter.settings[index] = Entry(key: parameter.settings[index].key, value: Node(.mapping(kept), range: range))
    }
    return parameter
  }

  /// The list of a line.
  var list: String {
    "(" + parameters.indices.map { head($0) + value(parameters[$0], as: names[$0], separator: " ") }.joined(separator: ", ") + ")"
  }

  /// Whether there are keys that a list cannot hold.
  var needsKeys: Bool { parameters.contains { !$0.settings.isEmpty } }

  /// Returns the lines of `params`.
  ///
  /// - Parameter isWhole: whether the line has no list, so that everything is written here.
  func lines(indent: Int, isWhole: Bool) -> [String] {
    parameters.indices.flatMap { index -> [String] in
      let parameter = parameters[index]
      if !isWhole, parameter.settings.isEmpty { return [] }
      let blanks = String(repeating: " ", count: indent)
      let key = blanks + Scalar.written(head(index)) + ":"
      if parameter.settings.isEmpty {
        let text = value(parameter, as: names[index], separator: "")
        return [text.isEmpty ? key : key + " " + Scalar.written(text, inFlow: false)]
      }
      let own = isWhole ? entries(parameter, as: names[index]) : []
      let line = key + " {" + (own + parameter.settings.map(Self.entry)).joined(separator: ", ") + "}"
      if line.unicodeScalars.count <= NodeWriter.width { return [line] }
      let more = parameter.settings.flatMap { NodeWriter.lines($0.name, $0.value, indent: indent + 2) }
      return [key] + own.map { blanks + "  " + $0 } + more
    }
  }

  private static func entry(_ entry: Entry) -> String { "\(Scalar.written(entry.name)): \(NodeWriter.flow(entry.value))" }

  /// The location, if it is not the one that follows from the rest, the name, and its mark: `query.id?`.
  private func head(_ index: Int) -> String {
    let (parameter, name) = (parameters[index], names[index])
    let mark = parameter.isSpread ? "*" : parameter.isFlag ? "!" : parameter.isOptional ? "?" : ""
    let plus = parameter.isRaw ? "+" : ""
    guard let location = parameter.location else { return plus + name + mark }
    if location == .body { return "_ " + name + mark }
    let isTwin = names.indices.contains { $0 != index && names[$0] == name }
    let isShown = isTwin || location != standardPlace(of: parameter, name)
    return (isShown ? location.rawValue + "." : "") + plus + name + mark
  }

  /// The location without a prefix (Parameters.md#Where-an-argument-is-sent).
  private func standardPlace(of parameter: ParameterDeclaration, _ name: String) -> Place {
    if placeholders.values.contains(wire(parameter, name) ?? name) { return .path }
    if parameter.isFlag || !hasBody { return .query }
    return isMultipart ? .part : .field
  }

  /// The name that is sent, if it is another one than the name.
  private func wire(_ parameter: ParameterDeclaration, _ name: String) -> String? {
    if parameter.location == .path || parameter.location == .body { return nil }
    if parameter.isSpread { return parameter.wire.flatMap { $0.name.isEmpty ? nil : $0.name } }
    return parameter.wire.map(\.name) ?? (name == parameter.name ? nil : parameter.name)
  }

  private func type(_ parameter: ParameterDeclaration) -> String? {
    parameter.shape.map { ShapeWriter.text(parameter.isOptional ? $0.shape.wrapped : $0.shape) }
  }

  /// Everything after the name: type, wire name and default.
  private func value(_ parameter: ParameterDeclaration, as name: String, separator: String) -> String {
    var words: [String] = []
    if let type = type(parameter) { words.append(type) }
    if let wire = wire(parameter, name) { words.append("as " + ShapeWriter.wire(wire)) }
    if let standard = standard(parameter) { words.append("= " + standard) }
    return words.isEmpty ? "" : separator + words.joined(separator: " ")
  }

  /// The same as entries of a mapping.
  private func entries(_ parameter: ParameterDeclaration, as name: String) -> [String] {
    var entries: [String] = []
    if let type = type(parameter) { entries.append("type: " + Scalar.written(type)) }
    if let wire = wire(parameter, name) { entries.append("as: " + Scalar.written(wire)) }
    if let standard = parameter.standard {
      // JSON is YAML, too.
      entries.append("default: " + JSONWriter.text(Self.value(standard.value, of: parameter)))
    } else if let value = parameter.value {
      entries.append("default: " + Scalar.written(value.text))
    }
    return entries
  }

  private func standard(_ parameter: ParameterDeclaration) -> String? {
    guard let standard = parameter.standard else { return parameter.value?.text }
    let value = Self.value(standard.value, of: parameter)
    guard let text = value.asString else { return JSONWriter.text(value) }
    let isBare = !text.isEmpty && text.utf8.allSatisfy { Name.isASCIIPart($0) || $0 == UInt8(ascii: ".") }
    let isText = parameter.shape?.shape.wrapped.isText ?? false
    let isLiteral = ["null", "true", "false"].contains(text) || (try? JSON(parsing: text)) != nil
    return isBare && (isText || !isLiteral) ? text : JSONWriter.quote(text)
  }

  /// Returns a default as it is written. Its text names variables, which that of another format does not; in arrays and objects, it does
  /// not, either. Outside of a body, a number in quotes is the number.
  private static func value(_ value: JSON, of parameter: ParameterDeclaration) -> JSON {
    guard let text = value.asString else { return value }
    switch parameter.shape?.shape.wrapped {
    case .int?, .int64?, .uint64?, .double?, .decimal?:
      if parameter.location?.has(.json) != true, let number = JSON.number(text) { return number }
    default: break
    }
    return .string(Text.escaped(text, arguments: false))
  }
}
