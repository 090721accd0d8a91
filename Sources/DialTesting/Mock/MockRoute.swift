import Dial

/// Matches the requests of an endpoint.
struct MockRoute: Sendable {
  let endpoint: EndpointModel
  let path: PathPattern
  var method: String { endpoint.isSocket ? "GET" : endpoint.method }
  /// The query items with fixed values in the target: `?action=list`.
  private(set) var fixed: [(name: String, value: String)] = []
  /// The query items with a required placeholder in the target: `?q={q}`.
  private(set) var filled: [String] = []

  /// The `https://host:port` of an absolute target; nil for one below the base, or if only a call knows it.
  private(set) var origin: String?

  /// - Parameters:
  ///   - target: the target; nil for that of the endpoint.
  ///   - prefix: the path of the base. An absolute target has its own path.
  init(_ endpoint: EndpointModel, at target: TargetModel? = nil, prefix: String, _ scope: VariableScope) {
    let parts = TargetParts(target ?? endpoint.target)
    self.endpoint = endpoint
    path = PathPattern(parts, of: endpoint, prefix: parts.authority == nil ? prefix : "", scope)
    origin = parts.authority.flatMap { Self.text($0, scope) }
    let slots = TargetSlots(endpoint.parameters)
    for part in parts.query { add(part, slots, scope) }
    for field in endpoint.query where field.isOwn {
      guard field.value.arguments.isEmpty, let value = scope.text(field.value) else { continue }
      fixed.append((field.name, value))
    }
  }

  private static func text(_ pieces: [TargetParts.Piece], _ scope: VariableScope) -> String? {
    let parts = pieces.compactMap { piece -> String? in
      switch piece {
      case .literal(let part): part
      case .variable(let name): scope.value(name, in: .path)
      case .expression: nil
      }
    }
    return parts.count == pieces.count ? parts.joined() : nil
  }

  private mutating func add(_ part: TargetParts.QueryPart, _ slots: TargetSlots, _ scope: VariableScope) {
    switch part {
    case .expansion(let expression): filled += required(expression, slots)
    case .item(let pieces):
      var text = ""
      var isWhole = true
      for piece in pieces {
        switch piece {
        case .literal(let part): text += part
        case .variable(let name):
          guard let value = scope.value(name, in: .query) else { return }
          text += PercentEncoding.encode(value)
        case .expression(let expression):
          isWhole = false
          guard required(expression, slots).count == expression.variables.count else { return }
        }
      }
      guard let item = FormCoding.decode(text).first else { return }
      if isWhole { fixed.append(item) } else if text.contains("=") { filled.append(item.0) }
    }
  }

  /// The names of the variables that each call fills.
  private func required(_ expression: URITemplate.Expression, _ slots: TargetSlots) -> [String] {
    zip(expression.variables, expression.parameters(of: endpoint, slots)).filter { variable, parameter in
      !variable.isOptional && !variable.explode && parameter?.isRequired ?? false
    }.map(\.0.name)
  }

  /// Whether it is preferred over another route with the same path.
  func isBefore(_ other: MockRoute) -> Bool {
    if path.openness != other.path.openness { return path.openness.lexicographicallyPrecedes(other.path.openness) }
    return fixed.count > other.fixed.count
  }
}

extension VariableScope {
  /// Returns a text with its variables filled in; nil if one has no value.
  fileprivate func text(_ text: Text) -> String? {
    let parts = text.pieces.compactMap { piece -> String? in
      switch piece {
      case .literal(let part): part
      case .argument, .generated: nil
      case .variable(let name): value(name, in: .query)
      }
    }
    return parts.count == text.pieces.count ? parts.joined() : nil
  }
}
