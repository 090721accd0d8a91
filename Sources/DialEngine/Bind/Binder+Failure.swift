import DialMessage
import DialModel

extension Binder {
  mutating func refuse(_ kind: ArgumentFault.Kind, _ name: String?, _ message: String) {
    faults.append(ArgumentFault(kind, name, message))
  }

  mutating func refuse(_ kind: ArgumentFault.Kind, _ parameter: ParameterModel, _ message: String) {
    faults.append(ArgumentFault(kind, parameter, message))
  }

  mutating func refuse(file message: String, _ name: String) { fileFaults.append(ArgumentFault(.file, name, message)) }

  mutating func report(_ problem: Problem) {
    switch problem {
    case .fault(let fault): faults.append(fault)
    case .missing(let variable):
      if !missingVariables.contains(where: { $0.message == variable.message }) { missingVariables.append(variable) }
    case .credential(let name):
      guard isForeign else { return }
      refuse(
        .place, nil, "the variable '\(name)' is a credential of the base and does not go to another origin: 'redirects.trust' allows it")
    }
  }

  mutating func report(_ problems: [Problem]) { for problem in problems { report(problem) } }

  var isFaultless: Bool { faults.isEmpty && missingVariables.isEmpty && fileFaults.isEmpty && codecFault == nil }

  func failure() -> CallError {
    if let codecFault, faults.isEmpty, missingVariables.isEmpty, fileFaults.isEmpty { return codecFault }
    let variables = missingVariables.map { ArgumentFault(.variable, $0.name, $0.message) }
    let all = (faults + variables + fileFaults).map { told($0) }
    let code: CallError.Code = !faults.isEmpty ? .arguments : !missingVariables.isEmpty ? .variable : .io
    let missing = faults.isEmpty ? missingVariables.first : nil
    var error = CallError(
      code, all.map(\.message).joined(separator: "\n"), endpoint: model.name, hint: missing?.hint, location: model.range)
    error.commandHint = missing?.commandHint
    if !faults.isEmpty, plan.index != nil { error.commandHint = "dial describe \(plan.file) \(model.name) shows what it takes" }
    error.faults = all
    return error
  }

  /// A fault as it may be shown, with what the spec says of its argument.
  private func told(_ fault: ArgumentFault) -> ArgumentFault {
    var told = fault
    if let name = fault.name, fault.place == nil, ![.variable, .base, .option, .spec].contains(fault.kind) {
      if let parameter = parameter(name) {
        told.place = parameter.place.rawValue
        told.location = parameter.range
        if parameter.place == .body, name == parameter.qualifiedName { told.name = parameter.name }
      } else {
        told.place = given.extras.first { $0.name == name }?.place.rawValue
      }
    }
    told.name = told.name.map { secrets.redact($0) }
    // A line is a fault: a value that holds line feeds makes no further ones.
    told.message = secrets.redact(fault.message).replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    return told
  }

  /// The parameter of a name as it is given, qualified or not.
  private func parameter(_ name: String) -> ParameterModel? {
    model.parameters.first { $0.name == name || $0.qualifiedName == name || name == "_" && $0.place == .body }
  }

  /// The parameter that a member of the body comes from; its own name where none does.
  func argument(ofMember wire: String) -> String { plan.body.members.first { $0.model.wire == wire }?.model.name ?? wire }
}
