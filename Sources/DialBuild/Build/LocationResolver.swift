import DialJSON
import DialModel
import DialSyntax

/// Locates every parameter (Parameters.md#Where-an-argument-is-sent).
struct LocationResolver {
  let range: SourceRange
  let templates: Set<String>
  /// The names in the template of the body.
  let bodyNames: Set<String>
  let hasBody: Bool
  let encoding: Encoding
  let style: Style
  let context: BuildContext
  /// The placeholders of the target, and an index by name if there are many.
  private let variables: [TargetVariable]
  private let byName: [String: TargetVariable]

  init(
    target: TargetModel, templates: Set<String>, bodyNames: Set<String>, hasBody: Bool, encoding: Encoding, style: Style,
    context: BuildContext
  ) {
    range = target.range
    (self.templates, self.bodyNames) = (templates, bodyNames)
    self.hasBody = hasBody
    self.encoding = encoding
    self.style = style
    self.context = context
    variables = TargetVariable.withDefaults(of: target.template)
    byName = variables.count <= 8 ? [:] : Dictionary(variables.map { ($0.variable.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private var findings: Findings { context.findings }

  private func variable(_ name: String) -> TargetVariable? {
    byName.isEmpty ? variables.first { $0.variable.name == name } : byName[name]
  }

  func resolve(_ declared: ParameterParts) -> ParameterModel {
    let variable = variable(declared.wire ?? declared.name)
    let place = place(of: declared, variable)
    let style = style(at: place, own: declared.settings?.style)
    let wire = declared.wire ?? wireName(declared, place, style)
    // A spread dictionary can be empty, and a flag is sent or not, so both may be absent.
    let isOptional =
      declared.isSpread || declared.isFlag || declared.isOptional || declared.shape.isOptional && !declared.isRequired
      || declared.defaultValue != nil
    if place == .query, declared.location == nil, case .data = declared.shape.wrapped {
      findings.error(
        .place, "a Data parameter requires a location; write 'query.\(declared.name)' (sent as base64) or '_ \(declared.name)' (the body)",
        at: declared.range)
    }
    DeclarationRules(declared: declared, place: place, encoding: encoding, findings: findings).check()
    let leavesOut = variable.map { $0.variable.isOptional || $0.variable.defaultText != nil } ?? false
    // `a? Int` accepts null, as `a Int?` does.
    let shape = declared.isOptional && !declared.shape.isOptional ? Shape.optional(declared.shape) : declared.shape
    let example = declared.settings?.example.flatMap { Values.json($0, of: declared.shape, findings) }
    if let example, let node = declared.settings?.example { context.examples.append((declared.name, example, shape, node.range)) }
    return ParameterModel(
      name: declared.name, place: place, wire: wire, shape: shape, memberShape: declared.memberShape, isTyped: declared.isTyped,
      isSpread: declared.isSpread,
      isFlag: declared.isFlag,
      isRaw: declared.isRaw, isRequired: !isOptional && !(place == .path && leavesOut), isNeeded: declared.isNeeded,
      defaultValue: declared.defaultValue ?? variable?.variable.defaultText.map { .json(declared.shape.json($0)) }, style: style,
      constraints: constraints(declared), isSecret: declared.settings?.isSecret ?? false || isSensitive(place, wire),
      file: declared.settings?.file ?? FileRules(),
      doc: declared.settings?.doc,
      example: example, range: declared.range, wireRange: declared.wireRange,
      defaultRange: declared.defaultRange)
  }

  private func wireName(_ declared: ParameterParts, _ place: Place, _ style: Style) -> String {
    if declared.isSpread, place != .path { return "" }
    guard place.has(.styled), let keys = style.keys else { return declared.name }
    return keys.apply(to: declared.name)
  }

  private func place(of declared: ParameterParts, _ variable: TargetVariable?) -> Place {
    if let place = declared.location {
      // The body has it already.
      if place == .field || place == .part, bodyNames.contains(declared.name) { return .template }
      if place == .path, variable == nil {
        findings.error(
          .unknownPlaceholder, "the target has no placeholder '{\(declared.wire ?? declared.name)}' for 'path.\(declared.name)'",
          at: declared.range)
      }
      if place == .field, encoding == .multipart { return .part }
      return place
    }
    if variable != nil { return .path }
    if templates.contains(declared.name) { return .template }
    if declared.isFlag { return .query }
    guard hasBody else { return .query }
    return encoding == .multipart ? .part : .field
  }

  private func isSensitive(_ place: Place, _ wire: String) -> Bool {
    place.has(.secret) || place == .header && HeaderRules.isSensitive(wire)
  }

  /// Returns the rules of the declaration, without those that keys replace, and those of the keys.
  private func constraints(_ declared: ParameterParts) -> [Constraint] {
    guard let settings = declared.settings else { return declared.constraints }
    var all = declared.constraints
    if !all.isEmpty { for key in settings.constraintKeys { all.removeAll { $0.isReplaced(by: key) } } }
    if let range = settings.valuesRange, !settings.values.isEmpty {
      all.append(Constraint(.values(settings.values.map { declared.shape.json($0.text, isPlain: $0.isPlain) }), at: range))
    }
    return all + settings.constraints
  }

  /// A repeated placeholder has one default.
  func checkDefaults(of target: TargetModel) {
    guard variables.count > 1, variables.contains(where: { $0.variable.defaultText != nil }) else { return }
    var texts: [String: String] = [:]
    for found in TargetVariable.all(of: target.template) {
      guard let text = found.variable.defaultText, let other = texts.updateValue(text, forKey: found.variable.name), other != text else {
        continue
      }
      findings.error(
        .target, "the placeholder '{\(found.variable.name)}' has two defaults, '\(other)' and '\(text)'; keep one of them", at: target.range
      )
    }
  }

  /// Returns path parameters that only the target declares.
  func implicit(beside declared: [ParameterModel]) -> [ParameterModel] {
    if variables.isEmpty { return [] }
    var known = SmallSet()
    for parameter in declared where parameter.place == .path { _ = known.insert(parameter.wire) }
    return variables.filter { known.insert($0.variable.name) }.map {
      blank(
        $0.variable.name, place: .path, isRequired: $0.isRequired, default: $0.variable.defaultText, isRaw: $0.operation.keepsReserved)
    }
  }

  /// Returns parameters that only templates of an open endpoint declare; they are optional.
  func fromTemplates(beside known: [ParameterModel]) -> [ParameterModel] {
    templates.isEmpty
      ? []
      : templates.subtracting(known.map(\.name)).sorted().map {
        blank($0, place: .template, isRequired: false, isRaw: false)
      }
  }

  /// Returns the style of a parameter. What a level says of items of a query and a form is not said of header lines, segments and parts, and
  /// that objects are spread is how a query does it anyway.
  private func style(at place: Place, own: Style?) -> Style {
    var all = own?.inheriting(style) ?? style
    switch place {
    case .header, .path: all.arrays = own?.arrays
    case .part:
      // Names with brackets are those of a form; what joins values is said of a part itself.
      if own?.arrays == nil, all.arrays != .brackets, all.arrays != .indices { all.arrays = nil }
      if own?.objects == nil, all.objects != .nest { all.objects = nil }
    case .query, .field: if own?.objects == nil, all.objects == .spread { all.objects = nil }
    default: break
    }
    return all
  }

  private func blank(_ name: String, place: Place, isRequired: Bool, default text: String? = nil, isRaw: Bool) -> ParameterModel {
    ParameterModel(
      name: name, place: place, wire: name, shape: .json, isSpread: false, isFlag: false, isRaw: isRaw, isRequired: isRequired,
      defaultValue: text.map { .json(.string($0)) }, style: style(at: place, own: nil), isSecret: false, file: FileRules(), range: range)
  }
}

/// The rules between the declaration of a parameter and its location.
struct DeclarationRules {
  let declared: ParameterParts
  let place: Place
  let encoding: Encoding
  let findings: Findings

  func check() {
    if declared.wire == "", !declared.isSpread { checkEmptyWire() }
    if declared.isFlag { checkFlag() }
    if case .void = declared.shape.wrapped { checkVoid() }
    if declared.isRaw { checkRaw() }
    checkFileKeys()
  }

  /// Reports a flag such as `dry!` whose type is not Bool, because it is sent without a value.
  private func checkFlag() {
    switch declared.shape.wrapped {
    case .bool, .json, .named: return
    default:
      findings.error(
        .parameter, "'\(declared.name)!' is a query key without a value, so its type must be Bool, not \(declared.shape.spelling)",
        at: declared.range)
    }
  }

  /// Void is a result type without values.
  private func checkVoid() {
    findings.error(
      .parameter, "a parameter cannot be Void; give '\(declared.name)' another type, or omit the type to accept any JSON",
      at: declared.range)
  }

  /// An empty name would be sent: `?=1`.
  private func checkEmptyWire() {
    guard place.has(.named), place != .header else { return }
    findings.error(
      .parameter, "the wire name of '\(declared.name)' is empty; write the name that the server uses, or remove 'as'",
      at: declared.wireRange ?? declared.range)
  }

  private func checkRaw() {
    let isKept = place == .field ? encoding == .form : place.has(.raw)
    if isKept { return }
    let here = place == .field ? "a \(encoding.word) body" : "the \(place.words)"
    findings.warning(
      .noEffect, "'+' has no effect in \(here); it applies only to a target, a query or a form",
      at: declared.range)
  }

  private func checkFileKeys() {
    for key in declared.settings?.fileKeys ?? [] {
      let isFile = declared.shape.holdsFile
      if key.name == "max" {
        if isFile || declared.shape.isData || declared.shape.isDataList { continue }
        findings.warning(.noEffect, "'max' has no effect on '\(declared.name)'; it applies only to File and Data", at: key.range)
      } else if !isFile, !place.has(.file) {
        findings.warning(
          .noEffect, "'\(key.name)' has no effect on '\(declared.name)'; it applies only to a File or a part of a multipart body",
          at: key.range)
      }
    }
  }
}

extension Shape {
  /// Returns a value of the type; a string if the text is not one. Only a plain text without a type can be a number.
  fileprivate func json(_ text: String, isPlain: Bool = false) -> JSON {
    isPlain && isUntyped ? JSON.number(text) ?? .string(text) : wrapped.value(of: text)
  }

  fileprivate var isData: Bool {
    if case .data = wrapped { true } else { false }
  }

  fileprivate var isDataList: Bool {
    if case .array(let item) = wrapped { item.isData } else { false }
  }
}
