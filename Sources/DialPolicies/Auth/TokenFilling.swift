import DialJSON
import DialMessage
import DialModel

/// Fills the variables of a client into the arguments of a call that fetches or renews a token.
struct TokenFilling {
  private let delegate: any AuthDelegate
  private(set) var secrets: [String] = []

  init(_ delegate: any AuthDelegate) { self.delegate = delegate }

  /// Returns the arguments, without those that need an absent part of the token.
  mutating func arguments(_ call: NamedCall, _ old: Token?) throws(CallError) -> [(String, JSON)] {
    var arguments: [(String, JSON)] = []
    for (name, template) in call.arguments {
      if let value = try fill(template, old) { arguments.append((name.literal ?? "", value)) }
    }
    return arguments
  }

  private mutating func fill(_ template: BodyTemplate, _ old: Token?) throws(CallError) -> JSON? {
    switch template {
    case .literal(let json): return json
    case .text(let text): return try fill(text, old).map(JSON.string)
    case .array(let items):
      var filled: [JSON] = []
      for item in items { if let value = try fill(item, old) { filled.append(value) } }
      return .array(filled)
    case .object(let members):
      var filled: [(String, JSON)] = []
      for (name, value) in members {
        if let name = try fill(name, old), let value = try fill(value, old) { filled.append((name, value)) }
      }
      return .object(filled)
    }
  }

  /// Fills in a text of `auth`; nil if it needs an absent part of the token.
  mutating func fill(_ text: Text, _ old: Token? = nil) throws(CallError) -> String? {
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let part): whole += part
      case .generated(let word): whole += word.rawValue
      case .argument(let name):
        guard let part = name == "access_token" ? old?.access : old?.refresh else { return nil }
        whole += part
      case .variable(let name):
        let value = try delegate.variable(name)
        secrets.append(value)
        whole += value
      }
    }
    return whole
  }
}
