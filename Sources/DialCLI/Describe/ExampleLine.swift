import DialEngine
import DialJSON
import DialModel
import DialSyntax

/// A command line that calls an endpoint with its required arguments, and works as it stands.
struct ExampleLine {
  let spec: String
  let endpoint: EndpointModel
  let types: TypeTable
  /// Variables that only the caller can give.
  let variables: [String]
  private let sharedNames: Set<String>

  init(spec: String, endpoint: EndpointModel, types: TypeTable, variables: [String] = []) {
    (self.spec, self.endpoint, self.types, self.variables) = (spec, endpoint, types, variables)
    sharedNames = endpoint.sharedNames
  }

  /// `dial call users.yaml getUser id=7`
  var text: String {
    let required = EndpointDescription.sorted(endpoint.parameters).filter(\.isRequired)
    let first = required.first { isFile($0) }
    let words = required.map { isFile($0) && $0.qualifiedName != first?.qualifiedName ? name($0) + "@/dev/null" : word($0) }
    let line = ["dial call", ShellWord.quoted(spec), endpoint.name] + words + variables.map { "--var \($0)=text" }
    return (first == nil ? "" : "echo hello | ") + line.joined(separator: " ")
  }

  /// How the argument is written: `id=`, `filter:=`, `photo@`.
  func mark(_ parameter: ParameterModel) -> String {
    guard let value = Sample(types: types).value(of: parameter, in: endpoint) else { return "@" }
    return text(value, of: parameter) == nil ? ":=" : "="
  }

  func name(_ parameter: ParameterModel) -> String {
    sharedNames.contains(parameter.name) ? parameter.qualifiedName : parameter.name
  }

  func word(_ parameter: ParameterModel) -> String {
    guard let value = Sample(types: types).value(of: parameter, in: endpoint) else { return name(parameter) + "@-" }
    if let text = text(value, of: parameter) { return name(parameter) + "=" + ShellWord.quoted(text) }
    return name(parameter) + ":=" + ShellWord.quoted(JSONWriter.text(value))
  }

  /// The text that gives this value by `name=`, or nil where it needs JSON.
  private func text(_ value: JSON, of parameter: ParameterModel) -> String? {
    let scalar = value.asArray.flatMap { $0.count == 1 ? $0[0] : nil } ?? value
    // JSON escapes what would reach the terminal.
    guard let text = ValueText.plain(scalar), !text.hasPrefix("@"), TerminalText.safe(text) == text,
      isJSONBody(parameter) ? (try? JSON(parsing: text)) == value : ArgumentText(types: types).value(text, of: parameter) == value
    else {
      return nil
    }
    return text
  }

  /// Whether a text is read as JSON, as that of a whole body is.
  private func isJSONBody(_ parameter: ParameterModel) -> Bool {
    guard parameter.place == .body, endpoint.encoding == .json else { return false }
    return !types.takesText(parameter.shape)
  }

  /// A file of an example comes from standard input, so that the line works where no file is.
  private func isFile(_ parameter: ParameterModel) -> Bool { Sample(types: types).value(of: parameter, in: endpoint) == nil }
}
