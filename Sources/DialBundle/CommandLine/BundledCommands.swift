package import DialFlags

/// The command line of a bundle: what its words mean as a line of `dial`, and how the texts of `dial` read as its own.
package struct BundledCommands: Sendable {
  /// A command of `dial` that a bundle has, too.
  package struct Command: Sendable {
    package let name: String
    package let note: String
    let operands: [OperandRow]
    let flags: [FlagRow]

    package init(_ name: String, note: String, operands: [OperandRow], flags: [FlagRow]) {
      (self.name, self.note, self.operands, self.flags) = (name, note, operands, flags)
    }

    /// The number of the operand that is the spec; nil if there is none.
    fileprivate var specIndex: Int? { operands.firstIndex { $0.name == "spec" } }
  }

  /// The name by which the program was started.
  package let program: String
  /// The spec as a line of `dial` names it. No other text contains it.
  package let spec: String
  package let commands: [Command]
  /// The names that endpoints have, too. An endpoint wins, and the command is `--NAME`.
  package let hidden: Set<String>
  /// The flags of calls, some of which have the name of a command: `--mock`.
  private let flags: Set<String>

  package init(program: String, spec: String, commands: [Command], hidden: [String], flags: [String]) {
    (self.program, self.spec, self.commands, self.hidden, self.flags) = (program, spec, commands, Set(hidden), Set(flags))
  }

  /// How a command is written: `list`, or `--list` beside an endpoint of that name.
  package func written(_ name: String) -> String { hidden.contains(name) ? "--" + name : name }

  /// The name of the hidden command that the scripts of `completion` run.
  package static let completionName = "__complete"

  package var completion: String { written(Self.completionName) }

  /// Returns the command that a word means; nil for an endpoint or a flag of a call.
  package func command(_ word: String) -> Command? {
    let isFlag = word.hasPrefix("--")
    let name = isFlag ? String(word.dropFirst(2)) : word
    if isFlag ? flags.contains(word) && !hidden.contains(name) : hidden.contains(name) { return nil }
    return commands.first { $0.name == name }
  }

  /// Returns the line of `dial` for the words of a command or a call.
  package func line(_ words: [String]) -> [String] {
    guard let command = words.first.flatMap(command) else { return ["call", spec] + words }
    let rest = Array(words.dropFirst())
    guard let index = command.specIndex else { return [command.name] + rest }
    if index == 0 { return [command.name, spec] + rest }
    // The spec follows the words before it, such as the action of 'auth'.
    let before = LineReader(rest, command.flags).filter { $0.kind == .operand }.prefix(index)
    guard before.count == index, let end = before.last?.end else { return [command.name] + rest }
    return [command.name] + rest[..<end] + [spec] + rest[end...]
  }

  /// Returns a text of `dial` with the lines that this program understands.
  package func text(_ text: String) -> String {
    guard text.contains("dial") else { return text }
    var text = text.replacing("dial call \(spec)", with: program).replacing("dial \(spec)", with: program)
      .replacing("'\(spec)'", with: "'\(program)'")
      // The flags of calls are in the help of the program.
      .replacing("run: dial help call", with: "run: \(program) --help").replacing("dial(1)", with: "\(program)(1)")
    for name in hidden { text.replace("run: dial help \(name)", with: "run: \(program) \(written("help")) --\(name)") }
    for command in commands {
      let own = "\(program) \(written(command.name))"
      text.replace("dial \(command.name) \(spec)", with: own)
      text.replace("'dial \(command.name)'", with: "'\(own)'")
      if let index = command.specIndex, index > 0 {
        for action in command.operands[0].values { text.replace("dial \(command.name) \(action) \(spec)", with: "\(own) \(action)") }
      }
      // Only advice, because a message of a server can begin with these words, too.
      text.replace("run: dial \(command.name)", with: "run: \(own)")
    }
    return text.replacing("'dial call'", with: "a call")
  }
}
