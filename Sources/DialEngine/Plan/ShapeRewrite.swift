import DialJSON
import DialModel

/// Rewrites an argument for the wire: members get their wire names, dates and bytes the style of their parameter.
struct ShapeRewrite {
  let types: TypeTable
  let dates: Style.Dates
  let data: Style.Binary

  /// Whether any value of this shape would be changed.
  func isNeeded(for shape: Shape) -> Bool {
    var seen: Set<String> = []
    return isNeeded(shape, &seen)
  }

  private func isNeeded(_ shape: Shape, _ seen: inout Set<String>) -> Bool {
    switch shape {
    case .date: return dates != .rfc3339
    case .data: return data != .base64
    case .array(let inner), .dictionary(let inner), .optional(let inner): return isNeeded(inner, &seen)
    case .named(let name): return seen.insert(name).inserted && isNeeded(types.resolve(shape), &seen)
    case .record(let record): return record.members.contains { $0.label != $0.wire || isNeeded($0.shape, &seen) }
    default: return false
    }
  }

  func rewrite(_ value: JSON, _ shape: Shape) -> JSON {
    switch types.resolve(shape) {
    case .optional(let inner): return value.isNull ? value : rewrite(value, inner)
    case .date: return date(value)
    case .data: return data == .base64 ? value : value.asString.map { .string(Base64.urlSafe($0)) } ?? value
    case .array(let item): return value.asArray.map { .array($0.map { rewrite($0, item) }) } ?? value
    case .dictionary(let item): return value.asObject.map { .object($0.map { ($0.name, rewrite($0.value, item)) }) } ?? value
    case .record(let record):
      guard let members = value.asObject else { return value }
      return .object(
        members.map { member in
          guard let declared = record.members.first(where: { $0.label == member.name }) else { return (member.name, member.value) }
          return (declared.wire, rewrite(member.value, declared.shape))
        })
    default: return value
    }
  }

  private func date(_ value: JSON) -> JSON {
    guard let text = value.asString, let moment = Timestamp(rfc3339: text) else { return value }
    switch dates {
    case .rfc3339: return value
    case .unix: return JSON.number(moment.unix) ?? .string(moment.unix)
    case .http: return .string(moment.http)
    }
  }
}
