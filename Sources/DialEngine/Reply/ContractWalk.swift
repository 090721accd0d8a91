import DialJSON
import DialMessage
import DialModel

struct ContractWalk {
  let check: ShapeCheck
  let subject: String
  private(set) var faults: [LocatedFault] = []
  /// The indices of the faults of undeclared members by path, because the elements of an array share one fault.
  private var undeclared: [JSONPath: Int] = [:]
  private var path = JSONPath()
  /// The path, in which all elements of an array, or values of a dictionary, share one step.
  private var place = JSONPath()

  init(check: ShapeCheck, subject: String) {
    self.check = check
    self.subject = subject
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
      if let items = value.asArray {
        visit(Array(items), record)
      } else if let members = value.asObject {
        visit(members, value, record)
      } else {
        misfit(value, shape)
      }
    default: misfit(value, shape)
    }
  }

  private mutating func visit(_ value: JSON, _ shape: Shape, at step: JSONPath.Step, _ pattern: JSONPath.Step) {
    if isFull { return }
    path.steps.append(step)
    place.steps.append(pattern)
    visit(value, shape)
    path.steps.removeLast()
    place.steps.removeLast()
  }

  private mutating func visit(_ members: JSON.Members, _ value: JSON, _ record: Shape.Record) {
    let check = check
    var present = 0
    for member in record.members {
      let found = value[member: member.wire]
      if found.asKind != .absent { present += 1 }
      if found.asKind == .absent || found.isNull {
        guard check.needs(member, found) else { continue }
        let path = path + .member(member.wire)
        report(.missing, path, place + .member(member.wire), check.absence(of: member, found, in: value, record, at: path.text))
      } else {
        visit(found, member.shape, at: .member(member.wire), .member(member.wire))
      }
    }
    if present == members.count { return }
    for (name, _) in members where !record.members.contains(where: { $0.wire.utf8.elementsEqual(name.utf8) }) { undeclared(.member(name)) }
  }

  private mutating func visit(_ items: [JSON], _ record: Shape.Record) {
    let check = check
    for (index, member) in record.members.enumerated() {
      if index < items.count, !items[index].isNull {
        visit(items[index], member.shape, at: .index(index), .index(index))
      } else if !member.isOptional {
        let path = path + .index(index)
        report(.missing, path, place + .index(index), check.absence(of: member, at: path.text, isNull: index < items.count))
      }
    }
    for index in record.members.count..<max(items.count, record.members.count) { undeclared(.index(index)) }
  }

  private mutating func misfit(_ value: JSON, _ shape: Shape) {
    // Build the path only for a fault.
    guard check.fault(value, shape, at: "") != nil, let fault = check.fault(value, shape, at: path.text) else { return }
    report(.misfit, path, place, fault)
  }

  private mutating func undeclared(_ step: JSONPath.Step) {
    let place = place + step
    if let index = undeclared[place] {
      faults[index].more += 1
    } else if !isFull {
      undeclared[place] = faults.count
      let text = (path + step).text
      faults.append(LocatedFault(.undeclared, place, ContractFault(path: text, message: "'\(text)' is not declared")))
    }
  }

  private mutating func report(
    _ kind: LocatedFault.Kind, _ path: JSONPath, _ place: JSONPath, _ fault: @autoclosure () -> ShapeCheck.Fault
  ) {
    if isFull { return }
    faults.append(LocatedFault(kind, place, ContractFault(path: path.text, message: fault().named(subject))))
  }
}
