import DialJSON

extension EndpointModel: SnapshotValue {
  package static func code(_ value: EndpointModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> EndpointModel {
    try EndpointModel(
      name: coder(value.name), range: coder(value.range), doc: coder(value.doc), method: coder(value.method),
      hasBody: coder(value.hasBody), isBodyOptional: coder(value.isBodyOptional), isSocket: coder(value.isSocket),
      encoding: coder(value.encoding), target: coder(value.target),
      parameters: coder(value.parameters), isOpen: coder(value.isOpen), headers: coder(value.headers), query: coder(value.query),
      body: coder(value.body), selection: coder(value.selection), result: coder(value.result),
      failure: coder(value.failure), events: coder(value.events), style: coder(value.style),
      auth: coder(value.auth), ownsAuth: coder(value.ownsAuth),
      policy: coder(value.policy), mock: coder(value.mock), pagination: coder(value.pagination), poll: coder(value.poll),
      tags: coder(value.tags), isDeprecated: coder(value.isDeprecated), sunset: coder(value.sunset), authHint: coder(value.authHint),
      responses: coder(value.responses), mediaType: coder(value.mediaType), variants: coder(value.variants))
  }
}

extension EndpointVariant: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try EndpointVariant(coder(value.choice), coder(value.model))
  }
}

extension EndpointVariant.Choice: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let type = try coder.part(value, \.mediaType) { return .mediaType(type) }
    if let status = try coder.part(value, \.status) { return .status(status) }
    let found = try coder.part(value) { choice -> SnapshotPair<String, Bool>? in
      if case .argument(let name, let isDefault) = choice { SnapshotPair(name, isDefault) } else { nil }
    }
    guard let found else { throw SnapshotFault() }
    return .argument(found.first, isDefault: found.second)
  }
}

extension ParameterModel: SnapshotValue {
  package static func code(_ value: ParameterModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> ParameterModel {
    try ParameterModel(
      name: coder(value.name), place: coder(value.place), wire: coder(value.wire), shape: coder(value.shape),
      memberShape: coder(value.memberShape), isTyped: coder(value.isTyped), isSpread: coder(value.isSpread), isFlag: coder(value.isFlag),
      isRaw: coder(value.isRaw),
      isRequired: coder(value.isRequired), isNeeded: coder(value.isNeeded), defaultValue: coder(value.defaultValue),
      style: coder(value.style),
      constraints: coder(value.constraints), isSecret: coder(value.isSecret), file: coder(value.file), doc: coder(value.doc),
      example: coder(value.example), range: coder(value.range), wireRange: coder(value.wireRange),
      defaultRange: coder(value.defaultRange))
  }
}

extension Place: SnapshotValue {}
extension GeneratedWord: SnapshotValue {}
extension Style.Arrays: SnapshotValue {}
extension Style.Objects: SnapshotValue {}
extension Style.Nesting: SnapshotValue {}
extension Style.Bools: SnapshotValue {}
extension Style.Dates: SnapshotValue {}
extension Style.Single: SnapshotValue {}
extension Style.Strings: SnapshotValue {}
extension Style.Binary: SnapshotValue {}
extension Style.Keys: SnapshotValue {}

extension Style: SnapshotValue {
  package static func code(_ value: Style!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Style {
    var style = value ?? Style()
    (style.arrays, style.objects, style.nesting) = try (coder(style.arrays), coder(style.objects), coder(style.nesting))
    (style.first, style.single, style.strings) = try (coder(style.first), coder(style.single), coder(style.strings))
    (style.bools, style.dates, style.data, style.keys) = try (coder(style.bools), coder(style.dates), coder(style.data), coder(style.keys))
    return style
  }
}

extension FileRules: SnapshotValue {
  package static func code(_ value: FileRules!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> FileRules {
    try FileRules(filename: coder(value.filename), mimeType: coder(value.mimeType), maxBytes: coder(value.maxBytes))
  }
}

extension Encoding: SnapshotValue {
  package static func code(_ value: Encoding!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Encoding {
    Encoding(try coder(value.word))
  }
}

extension TargetModel: SnapshotValue {
  package static func code(_ value: TargetModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> TargetModel {
    let text = try coder(value.text)
    // Mostly the text says it all; a path of another format has other rules.
    let parts = try coder(value.flatMap { (try? URITemplate(target: $0.text)) == $0.template ? nil : $0.template.parts })
    guard let template = parts.map({ URITemplate(parts: $0) }) ?? (try? URITemplate(target: text)) else { throw SnapshotFault() }
    return try TargetModel(
      template: template, text: text, range: coder(value.range), isAbsolute: coder(value.isAbsolute), own: coder(value.own))
  }
}

extension OwnServer: SnapshotValue {
  package static func code(_ value: OwnServer!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> OwnServer {
    try OwnServer(
      below: coder(value.below), isSecured: coder(value.isSecured), hasCredentials: coder(value.hasCredentials))
  }
}

extension URITemplate.Part: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let text = try coder.part(value, { if case .literal(let text) = $0 { text } else { nil } }) { return .literal(text) }
    if let name = try coder.part(value, { if case .variable(let name) = $0 { name } else { nil } }) { return .variable(name) }
    if let found = try coder.part(value, { if case .expression(let found) = $0 { found } else { nil } }) { return .expression(found) }
    throw SnapshotFault()
  }
}

extension URITemplate.Expression: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    try URITemplate.Expression(operation: coder(value.operation), variables: coder(value.variables))
  }
}

extension URITemplate.Variable: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    var variable = try URITemplate.Variable(name: coder(value.name), explode: coder(value.explode))
    variable.prefix = try coder(value.prefix)
    variable.defaultText = try coder(value.defaultText)
    variable.isOptional = try coder(value.isOptional)
    return variable
  }
}

extension FieldModel: SnapshotValue {
  package static func code(_ value: FieldModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> FieldModel {
    try FieldModel(
      name: coder(value.name), value: coder(value.value), isOwn: coder(value.isOwn), isSecret: coder(value.isSecret))
  }
}

extension Text: SnapshotValue {
  package static func code(_ value: Text!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Text {
    try Text(pieces: coder(value.pieces), range: coder(value.range))
  }
}

extension Text.Piece: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let text = try coder.part(value, { if case .literal(let text) = $0 { text } else { nil } }) { return .literal(text) }
    if let name = try coder.part(value, { if case .variable(let name) = $0 { name } else { nil } }) { return .variable(name) }
    if let word = try coder.part(value, { if case .generated(let word) = $0 { word } else { nil } }) { return .generated(word) }
    if let pair = try coder.part(value, { if case .argument(let name, let sign) = $0 { SnapshotPair(name, sign) } else { nil } }) {
      return .argument(pair.first, pair.second)
    }
    throw SnapshotFault()
  }
}

extension URITemplate.Operator: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    let sign = try coder(String(value.rawValue))
    guard sign.count == 1, let operation = Self(rawValue: Character(sign)) else { throw SnapshotFault() }
    return operation
  }
}

extension DefaultValue: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let value = try coder.part(value, { if case .json(let value) = $0 { value } else { nil } }) { return .json(value) }
    if let text = try coder.part(value, { if case .text(let text) = $0 { text } else { nil } }) { return .text(text) }
    if let word = try coder.part(value, { if case .generated(let word) = $0 { word } else { nil } }) { return .generated(word) }
    throw SnapshotFault()
  }
}

extension BodyTemplate: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let value = try coder.part(value, { if case .literal(let value) = $0 { value } else { nil } }) { return .literal(value) }
    if let text = try coder.part(value, { if case .text(let text) = $0 { text } else { nil } }) { return .text(text) }
    if let items = try coder.part(value, { if case .array(let items) = $0 { items } else { nil } }) { return .array(items) }
    let members = try coder.part(value) { whole -> [SnapshotPair<Text, BodyTemplate>]? in
      if case .object(let members) = whole { members.map { SnapshotPair($0.name, $0.value) } } else { nil }
    }
    guard let members else { throw SnapshotFault() }
    return .object(members.map { ($0.first, $0.second) })
  }
}

extension SelectionModel: SnapshotValue {
  package static func code(_ value: SelectionModel!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> SelectionModel {
    try SelectionModel(path: coder(value.path), range: coder(value.range))
  }
}
