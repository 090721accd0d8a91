import DialCore
import DialSyntax

/// Takes the message of a failed binding apart: a fault a line, each with the argument that it is about and its place in the spec.
struct FailureFaults {
  let model: EndpointModel
  let types: TypeTable
  /// The names that the caller gave.
  let given: [String]

  func faults(of error: CallError) -> [Fault] {
    error.message.split(separator: "\n").map { line in
      let message = String(line)
      let argument = Self.quoted(in: message).first { name in given.contains(name) || parameter(name) != nil }
      let declared = argument.flatMap(parameter)
      return Fault(
        code: Self.code(of: message, error), message: message, argument: argument, hint: hint(message, declared, error),
        location: declared?.range ?? error.location)
    }
  }

  private func parameter(_ name: String) -> ParameterModel? {
    model.parameters.first { $0.name == name || $0.qualifiedName == name || name == "_" && $0.place == .body }
  }

  /// What would be written for an argument that is missing, or for a variable.
  private func hint(_ message: String, _ parameter: ParameterModel?, _ error: CallError) -> String? {
    if Self.code(of: message, error) == CallError.Code.variable.rawValue, let name = Self.quoted(in: message).first {
      return "give it with --var \(name)=…"
    }
    guard message.hasPrefix("missing argument "), let parameter else { return nil }
    return "for example \(ExampleLine(spec: "", endpoint: model, types: types).word(parameter))"
  }

  private static func code(of message: String, _ error: CallError) -> String {
    if message.hasPrefix("the variable '") { return CallError.Code.variable.rawValue }
    if message.hasPrefix("cannot send the file '") { return CallError.Code.io.rawValue }
    return error.code.rawValue
  }

  /// The words in quotes, without the members of an argument: `user` of 'user.name'.
  private static func quoted(in message: String) -> [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).flatMap { index -> [String] in
      let whole = String(parts[index])
      return [whole, String(whole.prefix { $0 != "." && $0 != "[" })]
    }
  }
}
