import DialJSON
package import DialModel
import DialSpec

/// How a text or the content of a file is written as an argument. All hints that show an argument use it, so that they work.
package struct ArgumentWriter {
  package enum Source {
    case text(String)
    case file(String)
  }

  package let model: EndpointModel
  package let types: TypeTable

  package init(model: EndpointModel, types: TypeTable) { (self.model, self.types) = (model, types) }

  /// The parameter of the whole body.
  package var body: ParameterModel? { model.parameters.first { $0.place == .body } }

  /// The only parameter that is a file.
  private var file: ParameterModel? {
    let files = model.parameters.filter { $0.shape.holdsFile }
    return files.count == 1 ? files[0] : nil
  }

  /// Whether members of a body are arguments.
  var takesFields: Bool { model.parameters.contains { $0.place == .field } || model.isOpen }

  /// Which arguments the endpoint accepts.
  var takes: String {
    let names = model.parameters.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
    if !model.isOpen, names.isEmpty { return "'\(model.name)' accepts no arguments" }
    let place = "in the \(model.hasBody ? "body" : "query")"
    let others =
      names.isEmpty ? ["sends arguments \(place)"] : ["accepts \(names)"] + (model.isOpen ? ["and sends any other argument \(place)"] : [])
    return "\(ForeignLine.arguments); '\(model.name)' \(others.joined(separator: ", "))"
  }

  /// Returns the argument for a member of a body, and its parameter: a declared one, a member of the whole form, or any in an open endpoint.
  func target(_ wire: String) -> (name: String, parameter: ParameterModel?)? {
    if let known = model.parameters.first(where: { $0.wire == wire && $0.place != .body })
      ?? model.parameters.first(where: { $0.name == wire })
    {
      return (known.name, known)
    }
    if model.encoding == .form || model.encoding == .multipart, let body { return ("\(body.name)[\(wire)]", nil) }
    return model.isOpen ? (wire, nil) : nil
  }

  /// Returns the argument for a file that is the whole body, or the only file of the endpoint.
  func upload(_ path: String) -> String? { body(.file(path)) ?? file.map { "\($0.name)@\(path)" } }

  /// Returns the same for a file of any type, which an endpoint with several media types sends as it is.
  func uploaded(_ path: String) -> String? { body == nil && model.isOpen && !model.variants.isEmpty ? "_@\(path)" : upload(path) }

  /// Returns the argument for the whole body: that of its parameter, or `_` of an open endpoint without fields.
  func body(_ source: Source) -> String? {
    if let body { return word(source, body, body.name) }
    return model.isOpen && model.hasBody && !model.parameters.contains { $0.place == .field } ? word(source, nil, "_") : nil
  }

  /// Returns the argument; nil if the parameter, or an undeclared name, cannot be set like this.
  package func word(_ source: Source, _ parameter: ParameterModel?, _ name: String) -> String? {
    let isWhole = parameter?.place == .body || name == "_"
    let shape = types.resolve(parameter?.shape.wrapped ?? .json)
    let isText = types.takesText(shape) || isWhole && model.encoding == .text
    let isUntyped = shape.isUntyped && parameter?.isTyped != true
    switch source {
    case .file(let path):
      let isUpload = isWhole ? [.bytes, .lines].contains(model.encoding) : model.encoding == .multipart && parameter == nil
      if parameter?.shape.holdsFile == true || isUpload && !isText { return "\(name)@\(path)" }
      if case .data = shape { return "\(name)=@\(path)" }
      return isText || isUntyped && !isWhole ? "\(name)=@\(path)" : "\(name):=@\(path)"
    case .text(let text):
      if isText || !isWhole {
        let isAmbiguous = text.hasPrefix("@") || shape.isUntyped && !isUntyped && ValueText.looksLikeJSON(text)
        return isAmbiguous ? "\(name):=\(JSONWriter.quote(text))" : "\(name)=\(text)"
      }
      guard !shape.holdsFile, model.encoding != .bytes else { return nil }
      if let json = try? JSON(parsing: text), fits(json, shape) { return "\(name):=\(text)" }
      let lines = text.split(separator: "\n")
      guard model.encoding == .lines, lines.allSatisfy({ (try? JSON(parsing: String($0))) != nil }) else { return nil }
      return "\(name):=[\(lines.joined(separator: ","))]"
    }
  }

  /// Returns the argument for a member of a body; nil if it must be an object and is not.
  func word(_ value: JSON, _ parameter: ParameterModel?, _ name: String) -> String? {
    let isText = parameter.map { types.takesText($0.shape) || $0.shape.isUntyped } ?? true
    if let text = ValueText.plain(value), value.asString != nil || !isText {
      if let parameter, takesObject(parameter.shape) { return nil }
      return word(.text(text), parameter, name)
    }
    return "\(name):=\(JSONWriter.text(value))"
  }

  /// Whether a whole body can be this value, by its kind.
  private func fits(_ value: JSON, _ shape: Shape) -> Bool {
    if takesObject(shape) || model.encoding == .form || model.encoding == .multipart { return value.asObject != nil }
    if case .array = shape { return value.asArray != nil }
    return model.encoding != .lines || value.asArray != nil
  }

  private func takesObject(_ shape: Shape) -> Bool {
    switch types.resolve(shape.wrapped) {
    case .record, .dictionary: true
    default: false
    }
  }

  /// How to send what is piped to the command.
  package var standardInput: String {
    let way: String
    if let word = body.flatMap({ word(.file("-"), $0, $0.name) }) {
      way = "to send it as the body, add: \(word)"
    } else if let file {
      way = "to upload it, add: \(file.name)@-"
    } else {
      let takesArguments = model.isOpen || model.parameters.contains { !$0.shape.holdsFile }
      way = takesArguments ? "to send it as arguments, add: --args -" : "'\(model.name)' accepts no arguments"
    }
    return "standard input is not read; \(way)"
  }
}
