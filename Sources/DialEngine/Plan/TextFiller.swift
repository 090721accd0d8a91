import DialMessage
import DialModel

/// Fills the variables of a client into texts of a spec, and collects secret values.
struct TextFiller {
  let scope: VariableScope
  /// The slots of arguments by name.
  var slots: [String: Int] = [:]
  var secrets = Secrets()

  init(_ scope: VariableScope) { self.scope = scope }

  mutating func fill(_ text: Text, in place: VariablePlace) -> FilledText {
    var pieces: [FilledText.Piece] = []
    var problems: [Problem] = []
    for piece in text.pieces {
      switch piece {
      case .literal(let part): pieces.append(.literal(part))
      case .argument(let name): pieces.append(.argument(slots[name]))
      case .variable(let name):
        switch value(of: name, in: place) {
        case .success(let part): pieces.append(.literal(part))
        case .failure(let missing): problems.append(.missing(missing.variable))
        }
        if place == .structure, isSecret(name) { problems.append(.credential(name)) }
      }
    }
    return FilledText(pieces, problems: problems)
  }

  /// Returns a body template with its texts filled in.
  mutating func fill(_ template: BodyTemplate) -> FilledTemplate {
    switch template {
    case .literal(let json): return .literal(json)
    case .text(let text):
      if let name = text.soleArgument { return .argument(slots[name]) }
      return .text(fill(text, in: .structure))
    case .array(let items): return .array(items.map { fill($0) })
    case .object(let members): return .object(members.map { (name: fill($0.name, in: .structure), value: fill($0.value)) })
    }
  }

  struct Missing: Error { var variable: MissingVariable }

  /// Returns the value of a variable, and records it if it is secret.
  mutating func value(of name: String, in place: VariablePlace) -> Result<String, Missing> {
    guard let value = scope.value(name, in: place) else { return .failure(Missing(variable: scope.complaint(name, in: place))) }
    if isSecret(name) { secrets.add(value) }
    return .success(value)
  }

  /// Records the values of all secret variables in a text.
  mutating func keepSecret(_ text: Text) {
    for name in text.variables { if let value = scope.value(name, in: .field) { secrets.add(value) } }
  }

  func isSecret(_ name: String) -> Bool { scope.service.secretVariables.contains(name) }
}
