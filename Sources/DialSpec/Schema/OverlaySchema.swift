import DialBuild
import DialJSON

/// The schema of files with `overlay`, derived from that of whole specs: no key is required, and null is allowed for every key.
///
/// Definitions that are the same in both are not repeated.
struct OverlaySchema {
  let spec: JSON
  let definitions: [(String, JSON)]

  init(spec: JSON, definitions all: [(String, JSON)]) {
    let changed = Self.changed(all)
    self.spec = Self.loosened(spec, changed)
    definitions = all.filter { changed.contains($0.0) }.map { (Self.name($0.0), Self.loosened($0.1, changed)) }
  }

  private static func name(_ name: String) -> String { "overlay.\(name)" }

  private static let prefix = "#/definitions/"

  /// Returns the definitions that change, and those that refer to one of them.
  private static func changed(_ all: [(String, JSON)]) -> Set<String> {
    var changed: Set<String> = []
    while true {
      let found = Set(all.filter { loosened($0.1, changed) != $0.1 }.map(\.0))
      if found == changed { return changed }
      changed = found
    }
  }

  /// Returns a schema that also accepts null, unless it is an item of a list, and requires no key.
  private static func loosened(_ schema: JSON, _ changed: Set<String>, isItem: Bool = false) -> JSON {
    guard let members = schema.asObject else { return schema }
    return .object(
      members.compactMap { member in
        switch member.name {
        case "anyOf" where member.value.asArray?.allSatisfy { $0[member: "required"].asKind == .array } ?? false: nil
        case "anyOf": (member.name, .array((member.value.asArray.map(Array.init) ?? []).map { loosened($0, changed, isItem: isItem) }))
        case "$ref": (member.name, reference(member.value, changed))
        case "type", "enum": (member.name, isItem ? member.value : withNull(member.value, member.name == "enum" ? .null : "null"))
        case "properties", "patternProperties":
          (member.name, .object(member.value.asObject!.map { ($0.name, loosened($0.value, changed)) }))
        // An endpoint of a document can have any name.
        case "propertyNames" where member.value == SpecSchema.endpointNames: nil
        case "additionalProperties", "then": (member.name, loosened(member.value, changed))
        case "items": (member.name, loosened(member.value, changed, isItem: true))
        default: (member.name, member.value)
        }
      })
  }

  private static func reference(_ value: JSON, _ changed: Set<String>) -> JSON {
    guard let name = value.asString.map({ String($0.dropFirst(prefix.count)) }), changed.contains(name) else { return value }
    return .string(prefix + self.name(name))
  }

  private static func withNull(_ value: JSON, _ null: JSON) -> JSON {
    let all = value.asArray.map { Array($0) } ?? [value]
    return all.contains(null) ? value : .array(all + [null])
  }
}
