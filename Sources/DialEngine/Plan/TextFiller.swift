import DialMessage
import DialModel

/// Fills the texts of a spec with the variables of a client, once, and gathers which of their values are secret.
struct TextFiller {
  let scope: VariableScope
  /// Slots of arguments by name.
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
      case .generated(let word): pieces.append(.generated(word))
      case .variable(let name):
        switch value(of: name, in: place) {
        case .success(let part): pieces.append(.literal(part))
        case .failure(let missing): problems.append(.missing(missing.variable))
        }
        if place == .structure, isCredential(name) { problems.append(.credential(name)) }
      }
    }
    return FilledText(pieces, problems: problems)
  }

  /// A body of the spec, with its texts filled in.
  mutating func fill(_ template: BodyTemplate) -> FilledTemplate {
    switch template {
    case .literal(let json): return .literal(json)
    case .text(let text):
      if let name = text.soleArgument { return .argument(slots[name]) }
      if let word = text.soleGenerated { return .generated(word) }
      return .text(fill(text, in: .structure))
    case .array(let items): return .array(items.map { fill($0) })
    case .object(let members): return .object(members.map { (name: fill($0.name, in: .structure), value: fill($0.value)) })
    }
  }

  struct Missing: Error { var variable: MissingVariable }

  /// The value of a variable; what is secret in it is noted.
  mutating func value(of name: String, in place: VariablePlace) -> Result<String, Missing> {
    guard let value = scope.value(name, in: place) else { return .failure(Missing(variable: scope.complaint(name, in: place))) }
    for secret in scope.service.secrets(in: name) { if let value = scope.value(secret, in: place) { secrets.add(value) } }
    return .success(value)
  }

  /// Notes the values of all variables of a text that may not be shown.
  mutating func keepSecret(_ text: Text) {
    for name in text.variables { if let value = scope.value(name, in: .field) { secrets.add(value) } }
  }

  /// Whether a variable belongs to the origin of the base.
  func isCredential(_ name: String) -> Bool { scope.service.secretVariables.contains(name) }
}
