import DialEngine
import DialJSON
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
    switch error.culprit {
    // The line of the spec says nothing about a local file.
    case .existingFile(let path)?: return .io(error.message, hint: "to replace it, use -O \(ShellWord.quoted(path))")
    case .unwritableFile?: return .io(error.message, hint: error.hint)
    default: break
    }
    var failure = Failure(error, spec: ShellWord.quoted(line.spec))
    failure.hidesLine = failure.location.map(SecretLines(spec.service, of: called).hides) ?? false
    if let index = spec.service.endpoints.place(of: line.endpoint) {
      addExamples(spec.service.endpoints[index], spec.service.types, error, to: &failure)
    }
    if error.code == .connect, line.spec == DemoSpec.name, line.target.service.base == nil {
      failure.hint = "start the service in another terminal with 'dial demo --serve', or add --mock"
    }
    if error.code == .unsupported, let index = spec.service.endpoints.place(of: line.endpoint), spec.service.endpoints[index].codec != nil {
      failure.hint = "on the command line, use '-> bytes' in the spec, and _@FILE to send a body; codecs require a Swift program"
    }
    if error.culprit == .bodySize,
      let index = spec.service.endpoints.place(of: line.endpoint),
      case .inferred = spec.service.endpoints[index].result, spec.service.endpoints[index].selection == nil
    {
      failure.hint = "to write a body of any size to a file, add: -o raw -O FILE"
    }
    let group = spec.endpoints.filter { $0.hasPrefix(line.endpoint + ".") }
    if error.code == .unknownEndpoint, !group.isEmpty {
      failure.message = "'\(line.endpoint)' is a group, not an endpoint"
      failure.hint = "call one of its endpoints: \(group.prefix(6).joined(separator: ", "))\(group.count > 6 ? ", …" : "")"
    }
    if error.code == .unknownEndpoint, group.isEmpty, context.commands.contains(line.endpoint) {
      failure.hint = "put the command first: dial \(line.endpoint) \(ShellWord.quoted(line.spec))"
    }
    if error.faults.contains(where: { $0.kind == .missing }), context.stdinHasText, line.file.args == nil, line.spec != "-" {
      failure.hint = CallWarnings.pipe(spec.service.endpoints.place(of: line.endpoint).map { spec.service.endpoints[$0] })
    }
    if error.code == .credentials, let hint = reference(spec) { failure.hint = hint }
    if let item = error.misfit {
      failure.excerpt = JSONWriter.bytes(item)
      failure.hint = "to print the result with a warning instead, use --check-response warn"
    }
    return FlagFaults(target: line.target, transport: line.transport, spec: spec, context: context).told(failure, error.faults)
  }

  /// Returns a hint if a rejected credential looks like a reference, such as `env:TOKEN`, which only profiles resolve.
  private func reference(_ spec: Spec) -> String? {
    guard let model = called.first else { return nil }
    for text in line.target.service.variables {
      let name = String(text.prefix { $0 != "=" })
      let value = text.dropFirst(name.count + 1)
      guard model.auth.variables.contains(name), let mark = ["@", "file:", "env:"].first(where: { value.hasPrefix($0) }) else { continue }
      let way = mark == "env:" ? "\(name)=\"$NAME\"" : "\(name)=@FILE with an existing file"
      return "pass the value itself, or \(way); --var used the value of '\(name)' unchanged, including '\(mark)'"
    }
    return nil
  }

  private var called: [EndpointModel] {
    spec.service.endpoints.place(of: line.endpoint).map { [spec.service.endpoints[$0]] } ?? []
  }

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
