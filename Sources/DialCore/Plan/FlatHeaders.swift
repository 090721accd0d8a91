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
  /// Where arguments stand in `all`; nil where two headers have one name, so that not every value has a field of its own.
  private let places: [(slot: Int, index: Int, name: HTTPField.Name)]?

  /// nil where the spec writes what cannot be sent.
  init?(from start: HTTPFields, _ steps: [Step]) {
    guard let none = Self.fields(from: start, steps, value: { _ in nil }), let all = Self.fields(from: start, steps, value: { _ in "" })
    else { return nil }
    (self.start, self.steps, self.none, self.all) = (start, steps, none, all)
    let isApart = all.count == start.count + steps.count
    places = isApart ? steps.indices.compactMap { Self.place($0, steps, all, start.count) } : nil
  }

  private static func place(
    _ step: Int, _ steps: [Step], _ all: HTTPFields, _ first: Int
  ) -> (slot: Int, index: Int, name: HTTPField.Name)? {
    steps[step].slot.map { ($0, first + step, all[first + step].name) }
  }

  /// The headers with the values of slots; nil where one cannot be sent.
  func fields(_ value: (Int) -> String?) -> HTTPFields? {
    guard let places else { return Self.fields(from: start, steps, value: value) }
    var fields = all
    var given = 0
    for (slot, index, name) in places {
      guard let text = value(slot) else { continue }
      guard HeaderRules.isValue(text) else { return nil }
      fields[index] = HTTPField(name: name, value: text)
      given += 1
    }
    if given == places.count { return fields }
    return given == 0 ? none : Self.fields(from: start, steps, value: value)
  }

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
