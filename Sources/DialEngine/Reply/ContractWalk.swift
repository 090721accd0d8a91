import DialJSON
import DialMessage
import DialModel
import DialSyntax

struct ContractWalk {
  let check: ShapeCheck
  let subject: String
  private(set) var faults: [LocatedFault] = []
  /// The indices of the faults of undeclared members by path, because the elements of an array share one fault.
  private var undeclared: [JSONPath: Int] = [:]
  private var path = JSONPath()
  /// The path, in which all elements of an array, or values of a dictionary, share one step.
  private var place = JSONPath()
  /// The declaration of the value in a document, or of the nearest value around it; nil for a type of a spec.
  private var range: SourceRange?
  /// Whether the walk only finds the alternative of a union that is most similar. It does not look for others inside of that.
  private var isTrial = false
  /// How many values are still compared before every alternative of a union fits.
  private var tries = ShapeCheck.maxTries
  /// The number of unions around the type, for the same value. Unions can name themselves.
  private var unions = 0

  init(check: ShapeCheck, subject: String, at range: SourceRange?) {
    self.check = check
    self.subject = subject
    self.range = range
  }

  private var isFull: Bool { faults.count > ContractFault.limit }

  mutating func visit(_ value: JSON, _ declared: Shape) {
    var shape = check.types.resolve(declared)
    while case .optional(let inner) = shape {
      if value.isNull || value.asKind == .absent { return }
      shape = check.types.resolve(inner)
    }
    switch shape {
    case .array(let item):
      guard let items = value.asArray else { return misfit(value, shape) }
      if item.isUntyped { return }
      for (index, element) in items.enumerated() { visit(element, item, at: .index(index), .index(0)) }
    case .dictionary(let item):
      guard let members = value.asObject else { return misfit(value, shape) }
      if item.isUntyped { return }
      for member in members { visit(member.value, item, at: .member(member.name), .index(0)) }
    case .record(let record):
      if let items = value.asArray, record.isArray != false {
        visit(Array(items), record)
      } else if let members = value.asObject, record.isArray != true {
        visit(members, value, record)
      } else {
        misfit(value, shape)
      }
    case .union(let union):
      unions += 1
      defer { unions -= 1 }
      if unions < ShapeCheck.maxUnions, let meant = alternative(of: union, for: value) { visit(value, meant) } else { misfit(value, shape) }
    default: misfit(value, shape)
    }
  }

  /// Returns the alternative that a value has, or that is probably meant; nil if none is.
  private mutating func alternative(of union: Shape.Union, for value: JSON) -> Shape? {
    let check = check
    let fitting = union.alternatives.filter { check.fits(value, $0, &tries) }
    if fitting.count == 1 { return fitting[0] }
    if fitting.isEmpty, let tag = union.tag, let name = value[member: tag.wire].asString, let place = tag.places[name],
      union.alternatives.indices.contains(place)
    {
      return union.alternatives[place]
    }
    let similar = fitting.isEmpty ? union.alternatives.filter { isSameKind(value, $0) } : fitting
    if similar.count < 2 || isTrial { return fitting.first ?? (similar.count == 1 ? similar[0] : nil) }
    let trials = similar.map { shape in
      var walk = ContractWalk(check: check, subject: subject, at: nil)
      (walk.isTrial, walk.tries, walk.unions) = (true, tries, unions)
      walk.visit(value, shape)
      tries = walk.tries
      return (shape: shape, count: walk.faults.reduce(0) { $0 + 1 + $1.more })
    }
    guard let least = trials.map(\.count).min() else { return nil }
    let best = trials.filter { $0.count == least }
    return fitting.isEmpty && best.count > 1 ? nil : best[0].shape
  }

  /// Whether a value is an object or an array, as the shape declares.
  private func isSameKind(_ value: JSON, _ shape: Shape) -> Bool {
    switch check.types.unwrapped(shape) {
    case .record(let record) where record.isArray == true: value.asArray != nil
    case .record, .dictionary: value.asObject != nil
    case .array: value.asArray != nil
    default: false
    }
  }

  private mutating func visit(
    _ value: JSON, _ shape: Shape, at step: JSONPath.Step, _ pattern: JSONPath.Step, _ declared: SourceRange? = nil
  ) {
    if isFull { return }
    path.steps.append(step)
    place.steps.append(pattern)
    let (outer, around) = (range, unions)
    if range != nil, let declared { range = declared }
    unions = 0
    visit(value, shape)
    (range, unions) = (outer, around)
    path.steps.removeLast()
    place.steps.removeLast()
  }

  private mutating func visit(_ members: JSON.Members, _ value: JSON, _ record: Shape.Record) {
    let check = check
    var present = 0
    for member in record.members {
      let found = value[member: member.wire]
      if found.asKind != .absent { present += 1 }
      if check.isAbsent(member, found) {
        guard check.needs(member, found) else { continue }
        let path = path + .member(member.wire)
        report(
          .missing, path, place + .member(member.wire), member.range, check.absence(of: member, found, in: value, record, at: path.text))
      } else {
        visit(found, member.shape, at: .member(member.wire), .member(member.wire), member.range)
      }
    }
    if present == members.count || record.rest?.isUntyped ?? false { return }
    for (name, other) in members where !record.members.contains(where: { $0.wire.utf8.elementsEqual(name.utf8) }) {
      if let rest = record.rest { visit(other, rest, at: .member(name), .index(0)) } else { undeclared(.member(name)) }
    }
  }

  private mutating func visit(_ items: [JSON], _ record: Shape.Record) {
    let check = check
    for (index, member) in record.members.enumerated() {
      if index < items.count, !check.isAbsent(member, items[index]) {
        visit(items[index], member.shape, at: .index(index), .index(index), member.range)
      } else if !member.isOptional {
        let path = path + .index(index)
        report(.missing, path, place + .index(index), member.range, check.absence(of: member, at: path.text, isNull: index < items.count))
      }
    }
    if record.rest?.isUntyped ?? false { return }
    for index in record.members.count..<max(items.count, record.members.count) { undeclared(.index(index)) }
  }

  private mutating func misfit(_ value: JSON, _ shape: Shape) {
    // Build the path only for a fault.
    guard !check.fits(value, shape, &tries), let fault = check.fault(value, shape, at: path.text) else { return }
    report(.misfit, path, place, range, fault)
  }

  private mutating func undeclared(_ step: JSONPath.Step) {
    let place = place + step
    if let index = undeclared[place] {
      faults[index].more += 1
    } else if !isFull {
      undeclared[place] = faults.count
      let text = (path + step).text
      faults.append(LocatedFault(.undeclared, place, ContractFault(path: text, message: "'\(text)' is not declared", location: range)))
    }
  }

  private mutating func report(
    _ kind: LocatedFault.Kind, _ path: JSONPath, _ place: JSONPath, _ declared: SourceRange?, _ fault: @autoclosure () -> ShapeCheck.Fault
  ) {
    if isFull { return }
    let location = range == nil ? nil : declared
    faults.append(LocatedFault(kind, place, ContractFault(path: path.text, message: fault().named(subject), location: location)))
  }
}
