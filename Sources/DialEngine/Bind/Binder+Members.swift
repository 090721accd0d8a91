import DialJSON
import DialMessage
import DialModel

extension Binder {
  /// A member of a body, an item of a form or a part.
  package struct Member {
    var name: String
    var value: ArgumentValue
    var style: Style
    var rules = FileRules()
    /// Whether reserved characters of a form stay as they are.
    var isRaw = false
    /// The parameter that was spread into it and others.
    var source: String?
  }

  /// What template, parameters and extras give, in this order; nil where the endpoint declares no members and none are given.
  mutating func members(beside template: JSON?, of body: String) -> [Member]? {
    var members = template?.asObject?.map { Member(name: $0.name, value: .json($0.value), style: plan.body.style) } ?? []
    var isSpread = false
    for declared in plan.body.members {
      guard let value = given.slots[declared.slot] else { continue }
      let parameter = declared.model
      let rules = given.files[declared.slot].map { parameter.file.or($0) } ?? parameter.file
      guard parameter.isSpread else {
        members.append(Member(name: parameter.wire, value: value, style: parameter.style, rules: rules, isRaw: parameter.isRaw))
        continue
      }
      guard let inner = value.json?.asObject else {
        refuse(.type, parameter, "'\(parameter.name)' is spread into the \(body) and must be a dictionary")
        continue
      }
      isSpread = true
      members += inner.map {
        Member(
          name: parameter.wire + $0.name, value: .json($0.value), style: parameter.style, rules: parameter.file, isRaw: parameter.isRaw,
          source: parameter.name)
      }
    }
    let keys = plan.body.style.keys ?? .asIs
    let extras = given.extras.filter { $0.place == .field || $0.place == .part }
    members += extras.map {
      Member(name: $0.isVerbatim ? $0.name : keys.apply(to: $0.name), value: $0.value, style: plan.body.style, rules: $0.file)
    }
    if isSpread { members = settled(members) }
    return members.isEmpty && template == nil && plan.body.members.isEmpty && extras.isEmpty ? nil : members
  }

  /// A named member beats a spread one of the same name, and each keeps its place. Two dictionaries cannot give the same one.
  private mutating func settled(_ members: [Member]) -> [Member] {
    let named = Set(members.lazy.filter { $0.source == nil }.map(\.name))
    var sources: [String: String] = [:]
    return members.filter { member in
      guard let source = member.source else { return true }
      if named.contains(member.name) { return false }
      if let other = sources.updateValue(source, forKey: member.name), other != source {
        refuse(.repeated, source, "'\(member.name)' is given twice, in '\(other)' and in '\(source)'")
      }
      return true
    }
  }

  // MARK: templates

  /// A template filled in; a member whose argument is absent is left out, a lone `{x}` keeps its JSON type.
  mutating func fill(_ template: FilledTemplate) -> JSON? {
    switch template {
    case .literal(let json): return json
    case .argument(let slot): return given.value(slot)
    case .generated(let word): return generated[word]
    case .text(let text): return fill(text).map { .string($0) }
    case .array(let items): return .array(items.compactMap { fill($0) })
    case .object(let members):
      var filled: [(String, JSON)] = []
      for member in members {
        guard let name = fill(member.name), let value = fill(member.value) else { continue }
        filled.append((name, value))
      }
      return .object(filled)
    }
  }
}
