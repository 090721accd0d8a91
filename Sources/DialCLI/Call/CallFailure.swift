import Dial
import DialAdvice
import DialConsole
import DialDemo

/// A failed call with hints for the command line.
struct CallFailure {
  let line: CallLine
  let spec: Spec
  let context: Context

  func failure(_ error: CallError) -> Failure {
    let failure = explained(error)
    return URLSpec.isURL(line.spec) ? URLSpec.unplaced(failure) : failure
  }

  private func explained(_ error: CallError) -> Failure {
    switch error.culprit {
    // The line of the spec says nothing about a local file.
    case .existingFile(let path)?: return .io(error.message, hint: "to replace it, use -O \(ShellWord.quoted(path))")
    case .unwritableFile?: return .io(error.message, hint: error.hint)
    default: break
    }
    let called = self.called
    var failure = Failure(error, spec: ShellWord.quoted(line.spec), target: line.target.service.placeWords)
    failure.hidesLine = failure.location.map(SecretLines(spec.service, of: called.map { [$0] } ?? []).hides) ?? false
    if let called {
      addExamples(called, spec.service.types, error, to: &failure)
      if let hint = bodyHint(called, error) { failure.hint = hint }
    }
    // A recording needs no server.
    if error.code == .connect, line.inspection.replay != nil { failure.hint = nil }
    if error.code == .connect, line.spec == DemoSpec.name, line.target.service.base == nil {
      failure.hint = "start the service in another terminal with 'dial demo --serve', or add --mock"
    }
    if error.code == .unsupported, called?.codec != nil {
      failure.hint = "on the command line, use '-> bytes' in the spec, and _@FILE to send a body; codecs require a Swift program"
    }
    if error.culprit == .bodySize, let called, case .inferred = called.result, called.selection == nil {
      failure.hint = "to write a body of any size, add: -o raw, or for a file: -o raw -O FILE"
    }
    if error.culprit == .singleBody {
      failure.hint = "write the body to a file and pass the file, as with _@FILE, or send it to the new URL at once"
    }
    if let called, let hint = pathHint(called, error) { failure.hint = hint }
    let group = spec.endpoints.filter { $0.hasPrefix(line.endpoint + ".") }
    if error.code == .unknownEndpoint, !group.isEmpty {
      failure.message = "'\(line.endpoint)' is a group, not an endpoint"
      failure.hint = "call one of its endpoints: \(group.prefix(6).joined(separator: ", "))\(group.count > 6 ? ", …" : "")"
    }
    // An operation of a document has its method and path as a name, too.
    if error.code == .unknownEndpoint, let path = line.words.first,
      spec.service.endpoints["\(line.endpoint) \(path)"] != nil
    {
      failure.hint = "quote the name: dial \(ShellWord.quoted(line.spec)) \(ShellWord.quoted("\(line.endpoint) \(path)"))"
    }
    if error.code == .unknownEndpoint, group.isEmpty, context.commands.contains(line.endpoint) {
      failure.hint = "put the command first: dial \(line.endpoint) \(ShellWord.quoted(line.spec))"
    }
    if error.faults.contains(where: { $0.kind == .missing }), context.stdinHasText, line.args.isEmpty, line.spec != "-" {
      failure.hint = called.map { ArgumentWriter(model: $0, types: spec.service.types).standardInput }
    }
    if error.code == .credentials, let hint = reference(spec) { failure.hint = hint }
    if let item = error.misfit {
      failure.excerpt = JSONWriter.bytes(item)
      failure.hint = "to print the result with a warning instead, use --check-response warn"
    }
    return FlagFaults(target: line.target, transport: line.transport, spec: spec, context: context).described(failure, error.faults)
  }

  /// Returns a hint if a rejected credential looks like a reference, such as `env:TOKEN`, which only profiles resolve, or has too much
  /// around it.
  private func reference(_ spec: Spec) -> String? {
    guard let auth = called?.auth else { return nil }
    let given = Dictionary(
      line.target.service.variables.map { ($0.prefix { $0 != "=" }, $0.drop { $0 != "=" }.dropFirst()) }, uniquingKeysWith: { $1 })
    // Without a profile, which could set them, the others come from the environment.
    let mayRead = spec.trust != .untrusted && (line.target.service.profile ?? context.profile) == nil
    for name in auth.variables {
      let value = given[name[...]] ?? (mayRead ? Console.environment(name)?[...] : nil)
      guard let value, let first = value.first, let last = value.last else { continue }
      if let mark = ["@", "file:", "env:", "cmd:", "${"].first(where: value.hasPrefix) {
        if mark == "@", LocalFile(String(value.dropFirst())).exists { continue }
        guard given[name[...]] != nil else {
          return "set '\(name)' to the value itself; the environment is used unchanged, including '\(mark)'"
        }
        let way = mark == "env:" || mark == "${" ? "\(name)=\"$NAME\"" : "\(name)=@FILE with an existing file"
        return "pass the value itself, or \(way); --var used the value of '\(name)' unchanged, including '\(mark)'"
      }
      if first.isWhitespace || last.isWhitespace { return "remove the blanks at the start or end of the value of '\(name)'" }
      if value.count > 1, first == last, first == "'" || first == "\"" { return "remove the quotes around the value of '\(name)'" }
      let added = auth.leaves.first { leaf in
        leaf.variables.contains(name) && leaf.scheme.map { value.lowercased().hasPrefix($0.lowercased() + " ") } ?? false
      }
      if let scheme = added?.scheme { return "remove '\(scheme)' from the value of '\(name)'; 'auth' in the spec adds it" }
    }
    return nil
  }

  private var called: EndpointModel? { spec.service.endpoints[line.endpoint] }

  /// Returns how to write unknown arguments that are members of the whole body.
  private func bodyHint(_ model: EndpointModel, _ error: CallError) -> String? {
    let writer = ArgumentWriter(model: model, types: spec.service.types)
    let unknown = error.faults.filter { $0.kind == .unknown }.compactMap(\.name)
    guard let body = writer.body, !unknown.isEmpty else { return nil }
    if let path = line.args.first {
      return writer.word(.file(path), body, body.name).map { "to send the file as the body, write \($0)" }
    }
    guard case .record(let record) = spec.service.types.resolve(body.shape.wrapped) else { return nil }
    let members = unknown.filter { name in record.members.contains { $0.label == name } }
    if members.isEmpty { return nil }
    return "to set members of the body, write \(members.map { "\(body.name).\($0)=…" }.joined(separator: " "))"
  }

  /// Returns how to write a value for the path that contains '=' or '@', and so looks like another argument.
  private func pathHint(_ model: EndpointModel, _ error: CallError) -> String? {
    let missing = error.faults.filter { $0.kind == .missing && $0.place == ArgumentPlace.path.rawValue }.compactMap(\.name)
    guard missing.count == 1, let name = missing.first else { return nil }
    let word = line.words.first { word in
      guard !PathWords.isValue(word), let pair = try? ArgumentPair(word, of: model), let given = try? ArgumentName(pair.name, of: model)
      else {
        return false
      }
      let names = model.parameters.flatMap { [$0.name, $0.qualifiedName] }
      return !names.contains(given.argument) && Suggestion.nearest(to: given.argument, among: names) == nil
    }
    guard let word, let parameter = model.parameters.first(where: { $0.place == .path && $0.name == name }) else { return nil }
    let isSecret = parameter.isHidden
    return "to pass this text as '\(name)', write \(isSecret ? "\(name)='…'" : "\(name)=\(ShellWord.quoted(word))")"
  }

  private func addExamples(_ model: EndpointModel, _ types: TypeTable, _ error: CallError, to failure: inout Failure) {
    guard error.faults.contains(where: { $0.kind == .missing }) else { return }
    let example = ExampleLine(spec: "", endpoint: model, types: types)
    let parameters = Dictionary(model.parameters.map { ("\($0.place.rawValue) \($0.name)", $0) }, uniquingKeysWith: { first, _ in first })
    for (index, fault) in error.faults.enumerated() where fault.kind == .missing {
      let parameter = parameters["\(fault.place ?? "") \(fault.name ?? "")"]
      failure.faults[index].hint = parameter.map { "for example \(example.word($0))" }
    }
  }
}
