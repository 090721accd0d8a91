import DialEngine
import DialMessage
import DialModel
import DialSpec
import DialSyntax

/// A failed call with hints for the command line.
struct CallFailure {
  let line: CallLine
  let spec: Spec
  let context: Context

  /// Returns the failure with its faults, and hints as command lines.
  func failure(_ error: CallError) -> Failure {
    var failure = Failure(error)
    failure.hidesLine = failure.location.map(SecretLines(spec.service, of: called).hides) ?? false
    if let index = spec.service.endpoints.place(of: line.endpoint) {
      addExamples(spec.service.endpoints[index], spec.service.types, error, to: &failure)
    }
    // Suggested commands use the same name of the spec as the user.
    failure.hint = failure.hint.map { hint in
      let name = spec.service.file.name
      let whole = (hint + " ").replacing(" \(name) ", with: " \(ShellWord.quoted(line.spec)) ").replacing(
        " \(name);", with: " \(ShellWord.quoted(line.spec));")
      return String(whole.dropLast())
    }
    if error.code == .connect, line.spec == DemoSpec.name, line.target.service.base == nil {
      failure.hint = "dial demo --serve runs the demo service, in another terminal; --mock answers without it"
    }
    if error.code == .unsupported, let index = spec.service.endpoints.place(of: line.endpoint), spec.service.endpoints[index].codec != nil {
      failure.hint = "a codec is Swift code, and the command line has none: '-> bytes' gives a body as it came, '_@FILE' sends one"
    }
    if error.code == .limit, error.message.contains("the body of the reply is larger"),
      let index = spec.service.endpoints.place(of: line.endpoint),
      case .inferred = spec.service.endpoints[index].result, spec.service.endpoints[index].selection == nil
    {
      failure.hint = "-o raw -O FILE writes a body of any length, as it comes"
    }
    if error.code == .arguments, error.hint?.hasPrefix("it is read until it ends") ?? false {
      failure.hint = "without flags of pages it is read until it ends; | head -n 10 takes ten lines of it"
    }
    let group = spec.endpoints.filter { $0.hasPrefix(line.endpoint + ".") }
    if error.code == .unknownEndpoint, !group.isEmpty {
      failure.message = "'\(line.endpoint)' is a group of endpoints, and no endpoint"
      failure.hint = "it has \(group.prefix(6).joined(separator: ", "))\(group.count > 6 ? ", …" : "")"
    }
    if error.code == .unknownEndpoint, group.isEmpty, context.commands.contains(line.endpoint) {
      failure.hint = "the command comes first: dial \(line.endpoint) \(ShellWord.quoted(line.spec))"
    }
    return FlagFaults(target: line.target, transport: line.transport, spec: spec, context: context).told(failure, error.faults)
  }

  private var called: [EndpointModel] {
    spec.service.endpoints.place(of: line.endpoint).map { [spec.service.endpoints[$0]] } ?? []
  }

  /// Adds an example for each missing argument.
  private func addExamples(_ model: EndpointModel, _ types: TypeTable, _ error: CallError, to failure: inout Failure) {
    guard error.faults.contains(where: { $0.kind == .missing }) else { return }
    let example = ExampleLine(spec: "", endpoint: model, types: types)
    let parameters = Dictionary(
      model.parameters.map { ("\($0.place.rawValue) \($0.name)", $0) }, uniquingKeysWith: { first, _ in first })
    for (index, fault) in error.faults.enumerated() where fault.kind == .missing {
      let parameter = parameters["\(fault.place ?? "") \(fault.name ?? "")"]
      failure.faults[index].hint = parameter.map { "for example \(example.word($0))" }
    }
  }
}
