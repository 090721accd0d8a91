import DialMessage
import DialModel

/// What is wrong with a call, gathered while it is bound, so that all of it is told together.
struct FaultList {
  private(set) var arguments: [ArgumentFault]
  /// Variables that have no value, each with what to do.
  private(set) var variables: [MissingVariable] = []
  private(set) var files: [ArgumentFault] = []
  /// Why a codec could not write the body.
  var codec: CallError?
  /// Arguments that were given and are faulty; they are not missing.
  var refused: Set<String>
  private var toldVariables: Set<String> = []

  /// What was found before binding.
  init(_ given: Arguments) {
    arguments = given.faults
    refused = given.refused
  }

  var isEmpty: Bool { arguments.isEmpty && variables.isEmpty && files.isEmpty && codec == nil }

  mutating func add(_ fault: ArgumentFault) { arguments.append(fault) }

  mutating func add(_ faults: [ArgumentFault]) { arguments += faults }

  /// A variable is told once, wherever it is used.
  mutating func add(_ variable: MissingVariable) {
    if toldVariables.insert(variable.message).inserted { variables.append(variable) }
  }

  mutating func add(file message: String, _ name: String) { files.append(ArgumentFault(.file, name, message)) }

  /// The error of the call, in which nothing secret is shown.
  func error(_ plan: EndpointPlan, _ given: GivenArguments, _ secrets: Secrets) -> CallError {
    if let codec, arguments.isEmpty, variables.isEmpty, files.isEmpty { return codec }
    let teller = FaultTeller(plan.model, given, secrets)
    let all = (arguments + variables.map { ArgumentFault(.variable, $0.name, $0.message) } + files).map { teller.told($0) }
    let code: CallError.Code = !arguments.isEmpty ? .arguments : !variables.isEmpty ? .variable : .io
    let missing = arguments.isEmpty ? variables.first : nil
    var error = CallError(
      code, all.map(\.message).joined(separator: "\n"), endpoint: plan.model.name, hint: missing?.hint, location: plan.model.range)
    error.commandHint = missing?.commandHint
    if !arguments.isEmpty, plan.index != nil {
      error.commandHint = "to see the parameters, run: dial describe \(plan.file) \(plan.model.name)"
    }
    if arguments.contains(BasePlan.absent) { (error.hint, error.commandHint) = ("pass 'base:'", "set the base with --base URL") }
    error.faults = all
    return error
  }
}

/// Tells faults as they may be shown, with what the spec says of their arguments.
private struct FaultTeller {
  private let secrets: Secrets
  /// Parameters by the names under which they are given, qualified or not; `_` is the whole body.
  private var parameters: [String: ParameterModel] = [:]
  private var extras: [String: Place] = [:]

  init(_ model: EndpointModel, _ given: GivenArguments, _ secrets: Secrets) {
    self.secrets = secrets
    for parameter in model.parameters {
      for name in [parameter.name, parameter.qualifiedName] + (parameter.place == .body ? ["_"] : []) where parameters[name] == nil {
        parameters[name] = parameter
      }
    }
    for extra in given.extras where extras[extra.name] == nil { extras[extra.name] = extra.place }
  }

  func told(_ fault: ArgumentFault) -> ArgumentFault {
    var told = fault
    if let name = fault.name, fault.place == nil, ![.variable, .base, .option, .spec].contains(fault.kind) {
      if let parameter = parameters[name] {
        told.place = parameter.place.rawValue
        told.location = parameter.range
        if parameter.place == .body, name == parameter.qualifiedName { told.name = parameter.name }
      } else {
        told.place = extras[name]?.rawValue
      }
    }
    told.name = told.name.map { secrets.redact($0) }
    // A line is a fault: a value that holds line feeds makes no further ones.
    told.message = secrets.redact(fault.message).replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    return told
  }
}
