import DialEngine
import DialJSON

/// A nested argument while it is put together: `user.name=Ann user.tags[0]=x`.
indirect enum ArgumentTree {
  case leaf(JSON)
  case object([(name: String, value: ArgumentTree)])
  case array([Int: ArgumentTree])

  /// Puts a value at the end of a way. What is in the way is opened where it has members; `isList` says that a second value
  /// is one more item.
  mutating func set(_ value: JSON, at steps: ArraySlice<ArgumentStep>, isList: Bool, isOverride: Bool) throws(ArgumentPair.Fault) {
    guard let step = steps.first else { return try put(value, isList: isList, isOverride: isOverride) }
    open(for: step)
    var child: ArgumentTree?
    switch (self, step) {
    case (.object(let members), .member(let name)): child = members.first { $0.name == name }?.value
    case (.array(let items), .index(let index)): child = items[index]
    default: throw ArgumentPair.Fault(message: "cannot set both a value and members of argument")
    }
    let rest = steps.dropFirst()
    if child == nil, rest.isEmpty {
      child = .leaf(value)
    } else {
      var inner = child ?? Self.empty(for: rest.first)
      try inner.set(value, at: rest, isList: isList, isOverride: isOverride)
      child = inner
    }
    if let child { replace(step, child) }
  }

  private mutating func put(_ value: JSON, isList: Bool, isOverride: Bool) throws(ArgumentPair.Fault) {
    guard !isOverride else { return self = .leaf(value) }
    guard isList, case .leaf(let present) = self else { throw ArgumentPair.Fault(message: "duplicate argument") }
    // Values of a declared list are lists already.
    let items = [present, value].flatMap { $0.asArray.map(Array.init) ?? [$0] }
    self = .leaf(.array(items))
  }

  /// Opens a whole value for the next step; a scalar stays closed.
  private mutating func open(for step: ArgumentStep) {
    guard case .leaf(let value) = self else { return }
    switch step {
    case .member:
      if let members = value.asObject { self = .object(members.map { ($0.name, .leaf($0.value)) }) }
    case .index:
      if let items = value.asArray { self = .array(Dictionary(uniqueKeysWithValues: items.enumerated().map { ($0, .leaf($1)) })) }
    }
  }

  static func empty(for step: ArgumentStep?) -> ArgumentTree {
    if case .index? = step { .array([:]) } else { .object([]) }
  }

  private mutating func replace(_ step: ArgumentStep, _ child: ArgumentTree) {
    switch (self, step) {
    case (.object(var members), .member(let name)):
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = child
      } else {
        members.append((name, child))
      }
      self = .object(members)
    case (.array(var items), .index(let index)):
      items[index] = child
      self = .array(items)
    default: break
    }
  }

  /// The whole value. An array may not have holes.
  func json(_ path: String) throws(ArgumentPair.Fault) -> JSON {
    switch self {
    case .leaf(let value): return value
    case .object(let members):
      var values: [(String, JSON)] = []
      for member in members { values.append((member.name, try member.value.json("\(path).\(member.name)"))) }
      return .object(values)
    case .array(let items):
      var values: [JSON] = []
      for index in 0..<items.count {
        guard let item = items[index] else {
          throw ArgumentPair.Fault(message: "missing element '\(path)[\(index)]'; a later element is set")
        }
        values.append(try item.json("\(path)[\(index)]"))
      }
      return .array(values)
    }
  }
}
