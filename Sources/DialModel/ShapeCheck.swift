package import DialJSON
import DialSyntax

/// Checks whether a JSON value fits a shape, for arguments, defaults and responses (TypesAndShapes.md#How-a-result-is-checked).
package struct ShapeCheck {
  /// What does not fit, and its path: `list[1].name`.
  package struct Fault: Sendable, Hashable {
    package var path: String
    package var message: String

    /// Returns the message with a word for the value itself, which has no path.
    package func named(_ subject: String) -> String {
      path.isEmpty && message.hasPrefix("''") ? subject + message.dropFirst(2) : message
    }

    fileprivate init(at path: String, _ state: String) {
      self.path = path
      message = "'\(path)'\(state)"
    }
  }

  private struct Misfit {
    package enum Step {
      case member(String)
      case index(Int)
    }

    /// The text after the path: ` must be an integer, but is 'x'`.
    let state: String
    /// The steps from the value outwards.
    private var steps: [Step] = []

    init(_ state: String) { self.state = state }

    func inside(_ step: Step) -> Misfit {
      var outer = self
      outer.steps.append(step)
      return outer
    }

    func fault(at start: String) -> Fault {
      let path = steps.reversed().reduce(start) { path, step in
        switch step {
        case .member(let name): ShapeCheck.join(path, name)
        case .index(let index): "\(path)[\(index)]"
        }
      }
      return Fault(at: path, state)
    }
  }

  /// Whether members are found by label (arguments) or by their name in JSON (responses).
  package enum Names { case labels, wires }

  package let types: TypeTable
  package var names: Names = .labels
  /// How dates are written in responses.
  package var dates: Style.Dates = .rfc3339

  package init(types: TypeTable, names: Names = .labels, dates: Style.Dates = .rfc3339) {
    self.types = types
    self.names = names
    self.dates = dates
  }

  /// The number of values that are compared before every alternative of a union fits. Each value can fit several types, which contain
  /// values of several types.
  package static let maxTries = 1_000_000

  package func fault(_ value: JSON, _ declared: Shape, at path: String) -> Fault? {
    var tries = Self.maxTries
    return misfit(value, declared, &tries)?.fault(at: path)
  }

  package func fits(_ value: JSON, _ declared: Shape) -> Bool {
    var tries = Self.maxTries
    return fits(value, declared, &tries)
  }

  /// - Parameter tries: how many values are still compared, over several checks; then every alternative fits.
  package func fits(_ value: JSON, _ declared: Shape, _ tries: inout Int) -> Bool { misfit(value, declared, &tries) == nil }

  /// The maximum number of unions inside of each other, which can name themselves.
  package static let maxUnions = 64

  /// - Parameter unions: the number of unions around the type, for the same value.
  private func misfit(_ value: JSON, _ declared: Shape, _ tries: inout Int, unions: Int = 0) -> Misfit? {
    tries -= 1
    var shape = types.resolve(declared)
    while case .optional(let inner) = shape {
      if value.isNull || value.asKind == .absent { return nil }
      shape = types.resolve(inner)
    }
    switch shape {
    case .json, .void, .optional: return nil
    case .named: return nil
    case .array(let item):
      guard let items = value.asArray else { return wrong(value, "an array") }
      return misfit(of: items.lazy.enumerated().map { (.index($0), $1) }, item, &tries)
    case .dictionary(let item):
      guard let members = value.asObject else { return wrong(value, "an object") }
      return misfit(of: members.lazy.map { (.member($0.name), $0.value) }, item, &tries)
    case .record(let record): return self.record(value, record, &tries)
    case .literals(let values): return values.contains(value) ? nil : wrong(value, Self.list(values.map(Self.named)))
    case .union(let union):
      // What takes too long to decide passes.
      for shape in union.alternatives where unions < Self.maxUnions {
        if tries < 0 || misfit(value, shape, &tries, unions: unions + 1) == nil { return nil }
      }
      return nearest(value, union, &tries, unions) ?? wrong(value, Self.list(union.alternatives.map { Self.phrase($0) }))
    default: return scalar(value, shape)
    }
  }

  /// Returns the misfit of the alternative that is meant: the only one of the kind of the value, or that whose literal members, such as
  /// `kind: "cat"`, the value has; nil if no alternative is.
  private func nearest(_ value: JSON, _ union: Shape.Union, _ tries: inout Int, _ unions: Int) -> Misfit? {
    guard tries > 0, unions < Self.maxUnions, value.asObject != nil || value.asArray != nil else { return nil }
    if let tag = union.tag, let name = value[member: tag.wire].asString, let place = tag.places[name],
      union.alternatives.indices.contains(place)
    {
      return misfit(value, union.alternatives[place], &tries, unions: unions + 1)
    }
    let similar = union.alternatives.filter { isSimilar(value, types.resolve($0).wrapped) }
    if similar.count == 1 { return misfit(value, similar[0], &tries, unions: unions + 1) }
    let tags = similar.map { literals(of: types.resolve($0).wrapped) }
    let places = similar.indices.filter { index in
      !tags[index].isEmpty && tags[index].allSatisfy { tag in tag.values.contains(value[member: tag.name]) }
    }
    if places.count == 1 { return misfit(value, similar[places[0]], &tries, unions: unions + 1) }
    guard places.isEmpty, let shared = tags.first?.first(where: { tag in tags.allSatisfy { $0.contains { $0.name == tag.name } } }) else {
      return nil
    }
    let values = tags.flatMap { $0.filter { $0.name == shared.name }.flatMap(\.values) }
    return wrong(value[member: shared.name], Self.list(values.map(Self.named))).inside(.member(shared.name))
  }

  private func isSimilar(_ value: JSON, _ shape: Shape) -> Bool {
    switch shape {
    case .record(let record): value.asObject == nil ? record.isArray != false : record.isArray != true
    case .dictionary: value.asObject != nil
    case .array: value.asArray != nil
    default: false
    }
  }

  /// The members of a record that have only certain values.
  private func literals(of shape: Shape) -> [(name: String, values: [JSON])] {
    guard case .record(let record) = shape else { return [] }
    return record.members.compactMap { member in
      guard case .literals(let values) = types.resolve(member.shape) else { return nil }
      return (names == .labels ? member.label : member.wire, values)
    }
  }

  private func misfit(of parts: some Sequence<(Misfit.Step, JSON)>, _ shape: Shape, _ tries: inout Int) -> Misfit? {
    if shape.isUntyped { return nil }
    for (step, part) in parts {
      if let misfit = misfit(part, shape, &tries) { return misfit.inside(step) }
    }
    return nil
  }

  /// Returns a list of words: `a, b or c`.
  private static func list(_ words: [String]) -> String {
    let words = words.distinct()
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Returns what a value of an alternative is, in words.
  private static func phrase(_ shape: Shape) -> String {
    if case .literals(let values) = shape { list(values.map(named)) } else { shape.phrase }
  }

  private func record(_ value: JSON, _ record: Shape.Record, _ tries: inout Int) -> Misfit? {
    if let items = value.asArray, record.isArray != false { return tuple(Array(items), record, &tries) }
    guard let members = value.asObject, record.isArray != true else {
      return wrong(value, record.isArray == true ? "an array" : "an object")
    }
    for member in record.members {
      let name = names == .labels ? member.label : member.wire
      let found = value[member: name]
      if isAbsent(member, found) {
        if needs(member, found) { return Misfit(absence(of: member, found, in: value, record)).inside(.member(name)) }
      } else if let misfit = misfit(found, member.shape, &tries) {
        return misfit.inside(.member(name))
      }
    }
    guard let rest = record.rest, !rest.isUntyped else { return nil }
    let others = members.lazy.filter { given in !record.members.contains { ($0.wire == given.name) } }
    return misfit(of: others.map { (.member($0.name), $0.value) }, rest, &tries)
  }

  /// Whether a member is not there, or is null and that is the same.
  package func isAbsent(_ member: Shape.Member, _ found: JSON) -> Bool {
    found.asKind == .absent || found.isNull && member.canBeAbsent == nil
  }

  /// Whether an absent or null member is required.
  package func needs(_ member: Shape.Member, _ found: JSON) -> Bool {
    if let canBeAbsent = member.canBeAbsent { return !canBeAbsent }
    if member.isOptional || types.resolve(member.shape).isOptional { return false }
    return !(found.isNull && member.shape.isUntyped)
  }

  package func absence(of member: Shape.Member, _ found: JSON, in value: JSON, _ record: Shape.Record, at place: String) -> Fault {
    Fault(at: place, absence(of: member, found, in: value, record))
  }

  private func absence(of member: Shape.Member, _ found: JSON, in value: JSON, _ record: Shape.Record) -> String {
    let state = found.isNull ? "is null" : "is missing"
    let expected = member.shape.isUntyped ? "" : ", expected \(member.shape.spelling)"
    let near = found.isNull ? nil : nearest(to: names == .labels ? member.label : member.wire, in: value, besides: record)
    return " \(state)\(expected)\(near.map { "; found '\($0)'" } ?? "")"
  }

  package func absence(of member: Shape.Member, at place: String, isNull: Bool) -> Fault {
    Fault(at: place, Self.absence(of: member, isNull: isNull))
  }

  private static func absence(of member: Shape.Member, isNull: Bool) -> String {
    " (\(member.label)) is \(isNull ? "null" : "missing")"
  }

  /// Returns the undeclared member whose name is most similar to a missing one.
  private func nearest(to name: String, in value: JSON, besides record: Shape.Record) -> String? {
    let declared = Set(record.members.map { names == .labels ? $0.label : $0.wire })
    return Suggestion.nearest(to: name, among: (value.asObject ?? [:]).prefix(100).map(\.name).filter { !declared.contains($0) })
  }

  /// Checks an array against a record, by position.
  private func tuple(_ items: [JSON], _ record: Shape.Record, _ tries: inout Int) -> Misfit? {
    for (index, member) in record.members.enumerated() {
      guard index < items.count, !isAbsent(member, items[index]) else {
        if member.isOptional || index < items.count && member.shape.isUntyped { continue }
        return Misfit(Self.absence(of: member, isNull: index < items.count)).inside(.index(index))
      }
      if let misfit = misfit(items[index], member.shape, &tries) { return misfit.inside(.index(index)) }
    }
    return nil
  }

  private func scalar(_ value: JSON, _ shape: Shape) -> Misfit? {
    let fits: Bool
    switch shape {
    case .string, .file: fits = value.asString != nil
    case .int, .int64: fits = value.asInt64 != nil
    case .uint64: fits = value.asUInt64 != nil
    case .double, .decimal: fits = value.asKind == .number
    case .bool: fits = value.asBool != nil
    case .date: fits = isDate(value)
    case .day: fits = value.asString.map(Self.isDay) ?? false
    // Servers use either alphabet, with or without padding.
    case .data: fits = value.asString.map { (names == .wires ? Base64.decodeAny($0) : Base64.decode($0)) != nil } ?? false
    case .url: fits = value.asString.map(Self.isURL) ?? false
    case .uuid: fits = value.asString.map(Self.isUUID) ?? false
    default: fits = true
    }
    if fits { return nil }
    if let size = Self.size(value, shape) { return Misfit(" must be \(size), but is \(value.asNumberText ?? "")") }
    return wrong(value, shape.phrase)
  }

  /// Returns why an integer is out of range for a type.
  private static func size(_ value: JSON, _ shape: Shape) -> String? {
    guard let digits = value.asNumberText, digits.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0 &- 48 < 10 }) else { return nil }
    return switch shape {
    case .int, .int64: "\(shape.phrase) from \(Int64.min) to \(Int64.max)"
    case .uint64: "\(shape.phrase) from 0 to \(UInt64.max)"
    default: nil
    }
  }

  private func isDate(_ value: JSON) -> Bool {
    if let text = value.asString {
      return Timestamp(rfc3339: text) != nil || dates == .http && Timestamp(httpDate: text) != nil
        || dates == .noZone && Timestamp(rfc3339: text.replacing(" ", with: "T") + "Z") != nil
    }
    return (dates == .unix || dates == .unixMilliseconds) && value.asKind == .number
  }

  /// Whether the text is a date such as `2024-01-31` (RFC 3339 section 5.6, full-date).
  private static func isDay(_ text: String) -> Bool { text.utf8.count == 10 && Timestamp(rfc3339: text + "T00:00:00Z") != nil }

  private func wrong(_ value: JSON, _ wanted: String) -> Misfit { Misfit(" must be \(wanted), but is \(Self.named(value))") }

  private static func named(_ value: JSON) -> String {
    switch value.asKind {
    case .number: value.asNumberText ?? ""
    case .bool: value.asBool == true ? "true" : "false"
    case .string: "'\((value.asString ?? "").excerpt(40))'"
    case .absent: "missing"
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    }
  }

  static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(PercentEncoding.isHex) }
  }

  /// Whether the text is a URL (RFC 3986): it has a scheme, or at least no space, control or invalid character.
  private static func isURL(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }
}
