import DialJSON
import DialPattern

extension Constraint: SnapshotValue {
  package static func code(_ value: Constraint!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Constraint {
    try Constraint(coder(value.rule), at: coder(value.range))
  }
}

extension Constraint.Rule: SnapshotValue {
  package static func code(_ value: Self!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Self {
    if let values = try coder.part(value, { if case .values(let values) = $0 { values } else { nil } }) { return .values(values) }
    if let pair = try coder.part(value, { if case .number(let bound, let limit) = $0 { SnapshotPair(bound, limit) } else { nil } }) {
      return .number(pair.first, pair.second)
    }
    if let pair = try coder.part(value, { if case .length(let limit, let count) = $0 { SnapshotPair(limit, count) } else { nil } }) {
      return .length(pair.first, pair.second)
    }
    if let pair = try coder.part(value, { if case .items(let limit, let count) = $0 { SnapshotPair(limit, count) } else { nil } }) {
      return .items(pair.first, pair.second)
    }
    if let text = try coder.part(value, { if case .pattern(let pattern) = $0 { pattern.text } else { nil } }) {
      return .pattern(Pattern(text))
    }
    if try coder.isCase(value, { if case .unique = $0 { true } else { false } }) { return .unique }
    if try coder.isCase(value, { if case .object = $0 { true } else { false } }) { return .object }
    if let rules = try coder.part(value, { if case .each(let rules) = $0 { rules } else { nil } }) { return .each(rules) }
    if let pair = try coder.part(value, { if case .member(let name, let rules) = $0 { SnapshotPair(name, rules) } else { nil } }) {
      return .member(pair.first, pair.second)
    }
    throw SnapshotFault()
  }
}

extension Constraint.Bound: SnapshotValue {}
extension Constraint.Limit: SnapshotValue {}
