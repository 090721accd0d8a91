import DialBuild
import DialJSON

/// A JSON Schema: the kinds of values that are allowed, and the rules for each kind.
///
/// The rules of one kind do not affect the others (a pattern applies to strings, keys to objects), so two schemas can be merged into one
/// flat schema, which editors handle better than alternatives.
package struct Schema: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case string, integer, number, boolean, null, object, array

    /// The kinds that YAML can make of a text without quotes.
    static let text: [Kind] = [.string, .number, .boolean, .null]
    static let any: [Kind] = text + [.object, .array]
  }

  /// The allowed kinds, the usual one first; editors use it to insert a key.
  var kinds: [Kind]
  private(set) var members: [(name: String, value: JSON)]

  init(_ kinds: [Kind], _ members: [(String, JSON)] = []) {
    self.kinds = kinds
    self.members = members.map { (name: $0.0, value: $0.1) }
  }

  /// A reference to a definition. Draft 7 ignores everything beside it.
  static func reference(_ name: String) -> Schema { Schema(Kind.any, [("$ref", .string("#/definitions/\(name)"))]) }

  /// Returns the schema with another member, which replaces one with the same name.
  func with(_ name: String, _ value: JSON) -> Schema {
    var copy = self
    copy.members.removeAll { $0.name == name }
    copy.members.append((name, value))
    return copy
  }

  func examples(_ texts: String...) -> Schema { with("examples", .array(texts.map(JSON.string))) }

  func examples(_ values: [JSON]) -> Schema { with("examples", .array(values)) }

  func otherwise(_ value: JSON) -> Schema { with("default", value) }

  func or(_ other: Schema) -> Schema {
    var joined = self
    joined.kinds += other.kinds.filter { !kinds.contains($0) }
    for member in other.members { joined = joined.with(member.name, member.value) }
    return joined
  }

  /// The schema behind another one, whose values are more usual.
  func or(usually first: Schema) -> Schema { first.or(self) }

  func doc(_ markdown: String) -> Schema {
    let plain = markdown.replacing("**", with: "").replacing("`", with: "")
    let described = with("description", .string(plain))
    return plain == markdown ? described : described.with("markdownDescription", .string(markdown))
  }

  var json: JSON {
    let order = ["$ref", "title", "description", "markdownDescription", "type"]
    func place(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }
    let all = members + kindMembers
    return .object(
      all.enumerated().sorted { (place($0.element.name), $0.offset) < (place($1.element.name), $1.offset) }
        .map { ($0.element.name, $0.element.value) })
  }

  /// The kinds as `type`. If all texts are allowed, so are all scalars; listing them would make editors offer `true`, `false` and `null`,
  /// so the schema excludes kinds instead.
  private var kindMembers: [(name: String, value: JSON)] {
    if members.contains(where: { $0.name == "$ref" }) { return [] }
    let refused = [Kind.object, .array].filter { !kinds.contains($0) }
    guard Kind.text.allSatisfy(kinds.contains) else { return [(name: "type", value: Self.type(kinds))] }
    if refused.isEmpty { return [] }
    let wanted = [Kind.string] + kinds.filter { $0 == .object || $0 == .array }
    let message = "expected a string; quote it if it contains braces or brackets"
    let fitting = Schema(wanted, wanted.count == 1 ? [("errorMessage", .string(message))] : [])
    return [(name: "if", value: .object([("type", Self.type(refused))])), (name: "then", value: fitting.json)]
  }

  private static func type(_ kinds: [Kind]) -> JSON {
    kinds.count == 1 ? .string(kinds[0].rawValue) : .array(kinds.map { .string($0.rawValue) })
  }
}
