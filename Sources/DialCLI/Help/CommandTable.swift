import DialConsole
import DialFlags

/// The commands as help, manual, completion and hints see them. Each is described when it is asked for.
struct CommandTable: Sendable {
  struct Command: Sendable {
    let name: String
    var about: CommandAbout
    var flags: [FlagRow] = []
    var operands: [OperandRow] = []

    func flag(_ name: String) -> FlagRow? { flags.first { $0.names.contains(name) } }
  }

  let root: CommandAbout
  let types: KeyValuePairs<String, any ShellCommand.Type>

  /// The names of the commands that are shown.
  var names: [String] { types.map(\.key).filter { !$0.hasPrefix("_") } }

  var commands: [Command] { names.compactMap(command) }

  /// Returns a command, or a call without a spec by its method: `get`.
  func command(_ name: String) -> Command? {
    if URLSpec.methods.contains(name) {
      return Command(name: name, about: URLSpec.about(name), flags: CallCommand.rows + [.help], operands: CallCommand.operandRows)
    }
    return types.first { $0.key == name && !name.hasPrefix("_") }.map {
      Command(name: name, about: $0.value.about, flags: $0.value.rows + [.help], operands: $0.value.operandRows)
    }
  }
}

extension FlagRow {
  /// `-s, --select EXPRESSION`, the short name first.
  var head: String { names.joined(separator: ", ") + (valueName.map { " " + $0.uppercased() } ?? "") }

  /// The description, its values and its default.
  var text: String {
    var text = note
    if !values.isEmpty { text += ": \(values.joined(separator: ", "))" }
    if let standard { text += " (default: \(standard))" }
    return text
  }
}
