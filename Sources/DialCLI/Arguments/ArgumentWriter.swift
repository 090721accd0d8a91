import Dial
import DialTesting

/// How a text or the content of a file is written as an argument. All hints that show an argument use it, so that they work.
struct ArgumentWriter {
  enum Source {
    case text(String)
    case file(String)
  }

  let model: EndpointModel
  let types: TypeTable

  /// The parameter of the whole body.
  var body: ParameterModel? { model.parameters.first { $0.place == .body } }

  /// The only parameter that is a file.
  var file: ParameterModel? {
    let files = model.parameters.filter { $0.shape.holdsFile }
    return files.count == 1 ? files[0] : nil
  }

  /// Whether there are arguments that `--args` can pass.
  var takesArguments: Bool { model.isOpen || model.parameters.contains { !$0.shape.holdsFile } }

  /// Returns the argument for the whole body: that of its parameter, or `_` of an open endpoint without fields.
  func body(_ source: Source) -> String? {
    if let body { return word(source, body, body.name) }
    return model.isOpen && model.hasBody && !model.parameters.contains { $0.place == .field } ? word(source, nil, "_") : nil
  }

  /// Returns the argument; nil if the parameter, or an undeclared name, cannot be set like this.
  func word(_ source: Source, _ parameter: ParameterModel?, _ name: String) -> String? {
    let isWhole = parameter?.place == .body || name == "_"
    let shape = types.resolve(parameter?.shape.wrapped ?? .json)
    let isText = types.takesText(shape) || isWhole && model.encoding == .text
    let isUntyped = shape.isUntyped && parameter?.isTyped != true
    switch source {
    case .file(let path):
      let isUpload = isWhole ? [.bytes, .lines].contains(model.encoding) : model.encoding == .multipart && isUntyped
      if parameter?.shape.holdsFile == true || isUpload && !isText { return "\(name)@\(path)" }
      if case .data = shape { return "\(name)=@\(path)" }
      return isText || isUntyped && !isWhole ? "\(name)=@\(path)" : "\(name):=@\(path)"
    case .text(let text):
      if isText || !isWhole {
        let isAmbiguous = text.hasPrefix("@") || shape.isUntyped && !isUntyped && ArgumentTable.looksLikeJSON(text)
        return isAmbiguous ? "\(name):=\(JSONWriter.quote(text))" : "\(name)=\(text)"
      }
      if (try? JSON(parsing: text)).map({ $0.asArray != nil || model.encoding != .lines }) == true { return "\(name):=\(text)" }
      let lines = text.split(separator: "\n")
      guard model.encoding == .lines, lines.allSatisfy({ (try? JSON(parsing: String($0))) != nil }) else { return nil }
      return "\(name):=[\(lines.joined(separator: ","))]"
    }
  }

  /// How to send what is piped to the command.
  var standardInput: String {
    let way: String
    if let word = body.flatMap({ word(.file("-"), $0, $0.name) }) {
      way = "to send it as the body, add: \(word)"
    } else if let file {
      way = "to upload it, add: \(file.name)@-"
    } else {
      way = takesArguments ? "to send it as arguments, add: --args -" : "'\(model.name)' accepts no arguments"
    }
    return "standard input is not read; \(way)"
  }
}

extension SpecFinder {
  /// Returns what is wrong with the arguments of a line, without what is missing in it. Files are read only if that changes nothing.
  func faults(of words: [String], args: String?, _ spec: Spec, _ endpoint: String) -> Set<String> {
    let given = words.filter { word in (try? ArgumentPair(word))?.value.path.map { LocalFile($0).isRegular } ?? true }
    let line = ArgumentLine(spec: spec, endpoint: endpoint, stdin: StandardInput(context: context))
    do {
      let arguments = try line.arguments(given, args: args.flatMap { LocalFile($0).isRegular ? $0 : nil })
      _ = try Client.mocked(spec, variables: Variables().standingIn(for: spec)).prepare(endpoint, arguments)
      return []
    } catch let error as CallError {
      return Set(error.faults.filter { ![.missing, .variable, .base].contains($0.kind) }.map(\.message))
    } catch {
      return [(error as? Failure)?.message ?? ""]
    }
  }
}
