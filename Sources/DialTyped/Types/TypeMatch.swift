import DialEngine
import DialModel
import DialSyntax

/// Compares the Swift types of an endpoint with the spec, and finds everything that can never fit.
struct TypeMatch {
  let plan: EndpointPlan
  private(set) var findings: [Diagnostic] = []

  private var model: EndpointModel { plan.model }

  init(_ plan: EndpointPlan) { self.plan = plan }

  mutating func compare(input: SwiftShape, _ type: String) {
    switch input {
    // The members of a dictionary are known only in a call.
    case .any, .dictionary: break
    case .record(let members, let isComplete): compare(members, isComplete, type)
    default:
      if let slot = plan.wholeBody {
        compare(input, model.parameters[slot].shape, "_", .argument, at: model.parameters[slot].range)
      } else if !model.isOpen {
        error(.argument, "'\(type)' is \(input.words), but '\(model.name)' does not accept a whole body", at: model.range)
      }
    }
  }

  private mutating func compare(_ members: [SwiftShape.Member], _ isComplete: Bool, _ type: String) {
    var given: Set<Int> = []
    for member in members {
      switch plan.arguments[member.name] {
      case .slot(let slot)?:
        given.insert(slot)
        compare(member, slot, type)
      case .several(let slots)?:
        given.formUnion(slots)
        let names = slots.flatMap { model.parameters[$0].spellings }.map { "'\($0)'" }.joined(separator: " or ")
        error(.argument, "'\(type).\(member.name)' has several locations; name it \(names) in its CodingKeys", at: model.range)
      case nil where model.isOpen: break
      case nil:
        let nearest = Suggestion.nearest(to: member.name, among: model.parameters.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        error(.argument, "'\(type).\(member.name)' is not a parameter of '\(model.name)'\(nearest)", at: model.range)
      }
    }
    guard isComplete else { return }
    for (slot, parameter) in plan.parameters.enumerated() where parameter.mustBePassed && !given.contains(slot) {
      let place = parameter.model.place.words
      error(
        .argument, "'\(type)' has no member '\(parameter.model.name)', which '\(model.name)' requires (\(place))", at: parameter.model.range
      )
    }
  }

  private mutating func compare(_ member: SwiftShape.Member, _ slot: Int, _ type: String) {
    let parameter = plan.parameters[slot]
    if member.isOptional, parameter.mustBePassed {
      error(.argument, "'\(type).\(member.name)' is optional in Swift, but required by the spec", at: parameter.model.range)
    }
    compare(member.shape, parameter.model.shape, "\(type).\(member.name)", .argument, at: parameter.model.range)
  }

  mutating func compare(output: SwiftShape, _ type: String) {
    switch model.result {
    case .shape(let shape): compare(output, shape, type, .result)
    case .text: compare(output, .string, type, .result)
    case .bytes: compare(output, .data, type, .result)
    case .inferred, .void, .headers, .events, .lines: break
    }
  }

  mutating func compare(failure: SwiftShape, _ type: String) {
    if let shape = model.failure { compare(failure, shape, type, .failure) }
  }

  private mutating func compare(_ swift: SwiftShape, _ shape: Shape, _ path: String, _ id: TypeFindingID, at range: SourceRange? = nil) {
    var match = ShapeMatch(plan.types, id, at: range ?? model.range)
    match.compare(swift, shape, at: path)
    findings += match.findings
  }

  private mutating func error(_ id: TypeFindingID, _ message: String, at range: SourceRange) {
    findings.append(.error(id.rawValue, message, at: range))
  }
}

/// The stable ids of differences between Swift types and a spec.
enum TypeFindingID: String, CaseIterable {
  case endpoint = "swift-endpoint"
  case argument = "swift-argument"
  case result = "swift-result"
  case failure = "swift-failure"
}
