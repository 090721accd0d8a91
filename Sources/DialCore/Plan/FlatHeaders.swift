import HTTPTypes

/// The headers of usual calls: made before for calls that give none of those that are arguments, and for calls that give all.
struct FlatHeaders: Sendable {
  /// One header behind those that every call begins with.
  struct Step: Sendable {
    let target: HeaderTarget
    /// Of the value; nil for that of the spec.
    let slot: Int?
    let constant: String
    /// Whether it stands in only where no other header has its name.
    let isDefault: Bool
  }

  private let steps: [Step]
  private let start: HTTPFields
  /// Without arguments.
  private let none: HTTPFields
  /// With empty texts in the place of arguments.
  private let all: HTTPFields
  /// Where arguments stand in `all`.
  private let places: [(slot: Int, index: Int)]
  private let slots: [Int]

  /// nil where the spec writes what cannot be sent.
  init?(from start: HTTPFields, _ steps: [Step]) {
    guard let none = Self.fields(from: start, steps, value: { _ in nil }), let all = Self.fields(from: start, steps, value: { _ in "" })
    else { return nil }
    (self.start, self.steps, self.none, self.all) = (start, steps, none, all)
    slots = steps.compactMap(\.slot)
    places = steps.compactMap { step in
      guard let slot = step.slot, let index = all.firstIndex(where: { $0.name == step.target.name }) else { return nil }
      return (slot, index)
    }
  }

  /// The headers with the values of slots; nil where one cannot be sent.
  func fields(_ value: (Int) -> String?) -> HTTPFields? {
    let given = slots.count { value($0) != nil }
    if given == 0 { return none }
    guard given == slots.count, isApart else { return Self.fields(from: start, steps, value: value) }
    var fields = all
    for (slot, index) in places {
      guard let text = value(slot), HeaderRules.isValue(text) else { return nil }
      fields[index].value = text
    }
    return fields
  }

  /// Whether no two headers have one name, so that each value has a field of its own.
  private var isApart: Bool { places.count == slots.count && all.count == start.count + steps.count }

  private static func fields(from start: HTTPFields, _ steps: [Step], value: (Int) -> String?) -> HTTPFields? {
    var builder = HeaderBuilder(start)
    for step in steps {
      if step.isDefault, let name = step.target.name, builder.contains(name) { continue }
      guard let text = step.slot.map(value) ?? step.constant else { continue }
      if builder.set(step.target, text) != nil { return nil }
    }
    return builder.fields
  }
}
