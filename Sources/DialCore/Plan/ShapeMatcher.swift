import DialJSON

/// A shape made ready to tell at once whether a value fits. Where it does not, ``ShapeCheck`` says why.
///
/// Only what is plain is matched here: a value that does not match may fit all the same.
indirect enum ShapeMatcher: Sendable {
  case any
  case string, integer, unsigned, number, bool
  case literals([String])
  case array(ShapeMatcher)
  case dictionary(ShapeMatcher)
  case optional(ShapeMatcher)
  case record([Member])

  struct Member: Sendable {
    let name: String
    let matcher: ShapeMatcher
    /// Whether null will do where no type is declared.
    let takesNull: Bool
  }

  /// How many parts a matcher has at most: types that refer to types unfold.
  private static let maxParts = 256

  /// nil for shapes that want a closer look: dates, URLs, types that contain themselves. Members go by their label in arguments, by
  /// their wire name in replies.
  init?(_ shape: Shape, _ types: TypeTable, names: ShapeCheck.Names = .labels) {
    var left = Self.maxParts
    guard let made = Self.make(shape, types, names, &left) else { return nil }
    self = made
  }

  private static func make(_ declared: Shape, _ types: TypeTable, _ names: ShapeCheck.Names, _ left: inout Int) -> ShapeMatcher? {
    left -= 1
    guard left > 0 else { return nil }
    switch types.resolve(declared) {
    case .json: return .any
    case .string: return .string
    case .int, .int64: return .integer
    case .uint64: return .unsigned
    case .double, .decimal: return .number
    case .bool: return .bool
    case .literals(let words): return .literals(words)
    case .optional(let shape): return make(shape, types, names, &left).map { .optional($0) }
    case .array(let item): return make(item, types, names, &left).map { .array($0) }
    case .dictionary(let value): return make(value, types, names, &left).map { .dictionary($0) }
    case .record(let record):
      var members: [Member] = []
      for member in record.members {
        guard let matcher = make(member.shape, types, names, &left) else { return nil }
        members.append(Member(name: names == .labels ? member.label : member.wire, matcher: matcher, takesNull: names == .labels))
      }
      return .record(members)
    case .void, .named, .date, .data, .url, .uuid, .file: return nil
    }
  }

  func fits(_ value: JSON) -> Bool {
    switch self {
    case .any: return value.asKind != .absent
    case .string: return value.asKind == .string
    case .integer: return value.asInt64 != nil
    case .unsigned: return value.asUInt64 != nil
    case .number: return value.asKind == .number
    case .bool: return value.asKind == .bool
    case .literals(let words): return value.asString.map { words.contains($0) } ?? false
    case .optional(let matcher): return value.isNull || value.asKind == .absent || matcher.fits(value)
    case .array(let matcher): return value.asArray?.allSatisfy { matcher.fits($0) } ?? false
    case .dictionary(let matcher): return value.asObject?.allSatisfy { matcher.fits($0.value) } ?? false
    case .record(let members):
      guard value.asKind == .object else { return false }
      return members.allSatisfy { $0.fits(value[member: $0.name]) }
    }
  }
}

extension ShapeMatcher.Member {
  fileprivate func fits(_ value: JSON) -> Bool {
    if case .any = matcher, !takesNull, value.isNull { return false }
    return matcher.fits(value)
  }
}
