import Dial
import DialText

/// An example call of an endpoint with its required arguments, which works as it is.
struct ExampleLine {
  let spec: String
  let endpoint: EndpointModel
  let types: TypeTable
  let variables: [String]
  private let sharedNames: Set<String>

  init(spec: String, endpoint: EndpointModel, types: TypeTable, variables: [String] = []) {
    (self.spec, self.endpoint, self.types, self.variables) = (spec, endpoint, types, variables)
    sharedNames = endpoint.sharedNames
  }

  /// `dial call users.yaml getUser id=7`
  var text: String {
    let line =
      ["dial call", ShellWord.quoted(spec), ShellWord.quoted(endpoint.name)] + pairs.map(Self.word)
      + variables.map { "--var \($0)=" + (endpoint.auth.pairs.contains($0) ? "user:password" : "text") }
    return input + line.joined(separator: " ")
  }

  /// The words of the required arguments, without the quotes of a shell.
  var words: [String] { pairs.map { $0.name + $0.value } }

  /// What writes standard input, if a file is read from there.
  var input: String { required.contains { isFile($0) } ? "echo hello | " : "" }

  private var required: [ParameterModel] { EndpointDescription.sorted(endpoint.parameters).filter(\.isRequired) }

  private var pairs: [(name: String, value: String)] {
    let required = required
    let first = required.first { isFile($0) }
    return required.map { isFile($0) && $0.qualifiedName != first?.qualifiedName ? (name($0), "@/dev/null") : pair($0) }
  }

  func mark(_ parameter: ParameterModel) -> String {
    guard let value = Sample(types: types).value(of: parameter, in: endpoint) else { return "@" }
    return text(value, of: parameter) == nil ? ":=" : "="
  }

  func name(_ parameter: ParameterModel) -> String { sharedNames.contains(parameter.name) ? parameter.qualifiedName : parameter.name }

  func word(_ parameter: ParameterModel) -> String { Self.word(pair(parameter)) }

  private static func word(_ pair: (name: String, value: String)) -> String {
    let isPlain = ShellWord.quoted(pair.name) == pair.name
    return isPlain ? pair.name + ShellWord.quoted(pair.value) : ShellWord.quoted(pair.name + pair.value)
  }

  /// The name with its mark, and the value: `id=` and `7`.
  private func pair(_ parameter: ParameterModel) -> (name: String, value: String) {
    guard let value = Sample(types: types).value(of: parameter, in: endpoint) else { return (name(parameter), "@-") }
    if let text = text(value, of: parameter) { return (name(parameter) + "=", text) }
    return (name(parameter) + ":=", JSONWriter.text(value))
  }

  /// Returns the text for this value with `name=`; nil if it needs JSON.
  private func text(_ value: JSON, of parameter: ParameterModel) -> String? {
    let scalar = value.asArray.flatMap { $0.count == 1 ? $0[0] : nil } ?? value
    // JSON escapes what could control the terminal.
    guard let text = ValueText.plain(scalar), !text.hasPrefix("@"), TerminalText.safe(text) == text,
      isJSONBody(parameter) ? (try? JSON(parsing: text)) == value : ArgumentText(types: types).value(text, of: parameter) == value
    else { return nil }
    return text
  }

  /// Whether a text is parsed as JSON, as that of a whole body.
  private func isJSONBody(_ parameter: ParameterModel) -> Bool {
    guard parameter.place == .body, endpoint.encoding == .json else { return false }
    return !types.takesText(parameter.shape)
  }

  /// Whether the argument is a file. Examples use standard input, so that they work without a file.
  private func isFile(_ parameter: ParameterModel) -> Bool { Sample(types: types).value(of: parameter, in: endpoint) == nil }
}
