import DialCore
import DialJSON
import DialSyntax

extension CallLine {
  /// Says on stderr what is no fault, and yet most likely not what was meant.
  func warn(_ arguments: Arguments, _ spec: Spec, _ console: Console) {
    guard !behaviour.quiet else { return }
    let variables = SpecVariables(spec.service)
    var doubts = target.service.variables.compactMap { text in
      // What is written in another way may be a value, and a secret one.
      text.firstIndex(of: "=").flatMap { $0 == text.startIndex ? nil : variables.doubt(String(text[..<$0]), "--var") }
    }
    doubts += target.service.environment.compactMap { variables.doubt($0, "--env") }
    if let index = spec.service.endpoints.place(of: endpoint) {
      doubts += ArgumentDoubts(model: spec.service.endpoints[index], types: spec.service.types).all(in: arguments)
    }
    doubts += textDoubts(output.select, "--select")
    for doubt in doubts { console.warn(doubt) }
  }

  /// An expression that compares with a name in double quotes, where most likely a text is meant.
  func textDoubts(_ expression: String?, _ flag: String) -> [String] {
    guard let expression, let path = try? JMESPath(expression) else { return [] }
    return path.likelyTexts.map { "\(flag): \"\($0.name)\" in double quotes is the member of that name: a text is '\($0.name)'" }
  }

  private func call(of spec: Spec) -> [EndpointModel] {
    spec.service.endpoints.place(of: endpoint).map { [spec.service.endpoints[$0]] } ?? []
  }

  /// A failure of the call with what only the command line knows: its faults one by one, and how to reach the demo.
  func explained(_ error: CallError, _ spec: Spec, _ context: Context) -> Failure {
    var failure = Failure(error)
    failure.hidesLine = failure.location.map(SecretLines(spec.service, of: call(of: spec)).hides) ?? false
    if let index = spec.service.endpoints.place(of: endpoint) {
      addExamples(spec.service.endpoints[index], spec.service.types, error, to: &failure)
    }
    // The line that is proposed names the spec as it was named here.
    failure.hint = failure.hint.map { hint in
      let name = spec.service.file.name
      let whole = (hint + " ").replacing(" \(name) ", with: " \(ExampleLine.quoted(self.spec)) ").replacing(
        " \(name);", with: " \(ExampleLine.quoted(self.spec));")
      return String(whole.dropLast())
    }
    if error.code == .connect, self.spec == DemoSpec.name, target.service.base == nil {
      failure.hint = "dial demo --serve runs the demo service, in another terminal; --mock answers without it"
    }
    if error.code == .unsupported, let index = spec.service.endpoints.place(of: endpoint), spec.service.endpoints[index].codec != nil {
      failure.hint = "a codec is Swift code, and the command line has none: '-> bytes' gives a body as it came, '_@FILE' sends one"
    }
    if error.code == .limit, error.message.contains("the body of the reply is larger"),
      let index = spec.service.endpoints.place(of: endpoint),
      case .inferred = spec.service.endpoints[index].result, spec.service.endpoints[index].selection == nil
    {
      failure.hint = "-o raw -O FILE writes a body of any length, as it comes"
    }
    if error.code == .arguments, error.hint?.hasPrefix("it is read until it ends") ?? false {
      failure.hint = "without flags of pages it is read until it ends; | head -n 10 takes ten lines of it"
    }
    let group = spec.endpoints.filter { $0.hasPrefix(endpoint + ".") }
    if error.code == .unknownEndpoint, !group.isEmpty {
      failure.message = "'\(endpoint)' is a group of endpoints, and no endpoint"
      failure.hint = "it has \(group.prefix(6).joined(separator: ", "))\(group.count > 6 ? ", …" : "")"
    }
    if error.code == .unknownEndpoint, group.isEmpty, CommandWords.commands.contains(endpoint) {
      failure.hint = "the command comes first: dial \(endpoint) \(ExampleLine.quoted(self.spec))"
    }
    return FlagFaults(target: target, transport: transport, spec: spec, context: context).told(failure, error.faults)
  }

  /// What would be written for each argument that is missing.
  private func addExamples(_ model: EndpointModel, _ types: TypeTable, _ error: CallError, to failure: inout Failure) {
    let example = ExampleLine(spec: "", endpoint: model, types: types)
    for (index, fault) in error.faults.enumerated() where fault.kind == .missing {
      let parameter = model.parameters.first { $0.name == fault.name && $0.place.rawValue == fault.place }
      failure.faults[index].hint = parameter.map { "for example \(example.word($0))" }
    }
  }
}
