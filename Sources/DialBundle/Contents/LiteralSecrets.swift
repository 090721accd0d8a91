import Dial

/// Literal secrets in a spec, found by the names that pages and logs mask. A secret of a spec can be short and need not look like a token.
struct LiteralSecrets {
  let service: ServiceModel

  var problems: [BundleContents.Problem] {
    variables
      + service.endpoints.flatMap { endpoint in
        endpoint.parameters.compactMap(problem) + endpoint.headers.compactMap(problem)
          + (endpoint.body.map { members(of: $0, at: endpoint.range) } ?? [])
      }
  }

  private var variables: [BundleContents.Problem] {
    service.vars.sorted { $0.key < $1.key }.filter { service.isSecret($0.key) && Self.hasLiteral($0.value) }.map { name, text in
      .init("the secret variable '\(name)' has a value in the spec; remove it, and set it when calling", at: text.range)
    }
  }

  private func problem(_ parameter: ParameterModel) -> BundleContents.Problem? {
    guard service.hides(parameter), isSet(parameter) else { return nil }
    return .init(
      "the secret parameter '\(parameter.name)' has a default in the spec; remove it", at: parameter.defaultRange ?? parameter.range)
  }

  private func isSet(_ parameter: ParameterModel) -> Bool {
    switch parameter.defaultValue {
    case .json(let json)?:
      if json.isNull || json.asString?.isEmpty == true { return false }
      // By its name alone, a switch is not secret, nor is one of several values that the spec lists.
      return parameter.isSecret || json.asBool == nil && (parameter.offeredValues?.count ?? 0) < 2
    case .text(let text)?: return parameter.isSecret ? Self.hasLiteral(text) : text.variables.isEmpty && Self.hasLiteral(text)
    default: return false
    }
  }

  /// The reader of specs finds the values of the other headers, such as `Authorization`.
  private func problem(_ header: FieldModel) -> BundleContents.Problem? {
    guard SecretNames.contains(header.name, in: .header), !HeaderRules.isSensitive(header.name), header.value.variables.isEmpty,
      header.value.arguments.isEmpty, Self.hasLiteral(header.value)
    else { return nil }
    return .init("the secret header '\(header.name)' has a value in the spec; use a variable such as ${TOKEN}", at: header.value.range)
  }

  private func members(of body: BodyTemplate, at range: SourceRange) -> [BundleContents.Problem] {
    switch body {
    case .literal(let json): members(of: json, at: range)
    case .text: []
    case .array(let items): items.flatMap { members(of: $0, at: range) }
    case .object(let entries):
      entries.flatMap { entry -> [BundleContents.Problem] in
        let name = entry.name.literal ?? ""
        switch entry.value {
        case .literal(let json): return members(of: .object([(name, json)]), at: range)
        case .text(let text) where SecretNames.contains(name) && text.literal?.isEmpty == false: return [Self.member(name, range)]
        default: return members(of: entry.value, at: range)
        }
      }
    }
  }

  private func members(of json: JSON, at range: SourceRange) -> [BundleContents.Problem] {
    if let items = json.asArray { return items.flatMap { members(of: $0, at: range) } }
    return (json.asObject ?? [:]).flatMap { name, value in
      let isValue = value.asString?.isEmpty == false || value.asDouble != nil
      return isValue && SecretNames.contains(name) ? [Self.member(name, range)] : members(of: value, at: range)
    }
  }

  private static func member(_ name: String, _ range: SourceRange) -> BundleContents.Problem {
    .init("the body has a value for the secret member '\(name)'; use a variable such as ${TOKEN}", at: range)
  }

  private static func hasLiteral(_ text: Text) -> Bool {
    text.pieces.contains { if case .literal(let part) = $0 { part.contains { $0 != " " } } else { false } }
  }

  /// Returns the lines of a file that contain a token by its shape, counted from 1. A name such as `TokenV2`, which is a type of the spec,
  /// is not one.
  func tokenLines(in bytes: [UInt8]) -> [Int] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().compactMap { number, line in
      let text = String(decoding: line, as: UTF8.self)
      let tokens = TokenShapes.ranges(in: text).filter { service.types[String(text[$0])] == nil && !text[$0].hasPrefix("-----") }
      return tokens.isEmpty ? nil : number + 1
    }
  }
}
