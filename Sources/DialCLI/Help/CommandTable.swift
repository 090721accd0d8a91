import Dial

/// The commands with their words and flags, as the argument parser describes them: the only source of help, manual and completion.
/// Describing all commands takes milliseconds, so each is described on demand.
struct CommandTable {
  struct Flag: Equatable {
    /// The names with dashes, the long one first.
    var names: [String]
    var takesValue: Bool
    var values: [String]
    var note: String
    var valueName = ""
    var standard: String?
    var section: String?
  }

  struct Word: Equatable {
    var name: String
    var note: String
  }

  struct Command {
    var name: String
    var note: String
    var flags: [Flag]
    var words: [Word] = []
    var discussion = ""
    /// The usage lines, which the parser does not provide.
    var usage: [String] = []
  }

  var root: Command
  var names: [Word]
  private let command: @Sendable (String) -> Command?

  init(root: Command, names: [Word], command: @escaping @Sendable (String) -> Command?) {
    (self.root, self.names, self.command) = (root, names, command)
  }

  func command(_ name: String) -> Command? { names.contains { $0.name == name } ? command(name) : nil }

  var commands: [Command] { names.compactMap { command($0.name) } }

  static func command(dump: String) -> Command? {
    guard let json = (try? JSON(parsing: dump))?.command, json.asObject != nil else { return nil }
    let arguments = (json.arguments.asArray ?? []).filter { $0.shouldDisplay.asBool != false }
    let isWord = { (argument: JSON) in argument.kind == "positional" }
    return Command(
      name: text(json.commandName), note: text(json.abstract), flags: arguments.filter { !isWord($0) }.map(flag),
      words: arguments.filter(isWord).map { Word(name: text($0.valueName), note: text($0.abstract)) }, discussion: text(json.discussion))
  }

  private static func text(_ json: JSON) -> String { json.asString ?? "" }

  private static func flag(_ flag: JSON) -> Flag {
    let names = (flag.names.asArray ?? []).map { ($0.kind == "long" ? "--" : "-") + text($0.name) }
    let values = (flag.allValues.asArray ?? flag.allValueStrings.asArray ?? []).compactMap(\.asString)
    return Flag(
      names: names.sorted { $0.utf8.count > $1.utf8.count }, takesValue: flag.kind == "option", values: values,
      note: text(flag.abstract), valueName: text(flag.valueName), standard: flag.defaultValue.asString, section: flag.sectionTitle.asString)
  }
}

extension CommandTable.Flag {
  /// `-s, --select EXPRESSION`, the short name first.
  var head: String {
    names.reversed().joined(separator: ", ") + (takesValue ? " \(valueName.uppercased())" : "")
  }

  /// The description, its values and its default.
  var text: String {
    var text = note
    if !values.isEmpty { text += ": \(values.joined(separator: ", "))" }
    if takesValue, let standard { text += " (default: \(standard))" }
    return text
  }
}

/// The words of a command line, separated into flags and others.
struct CommandLineWords {
  /// The words that are neither flags nor their values.
  private(set) var positional: [String] = []
  /// The index of the first of them.
  private(set) var first: Int?
  /// The last flag, if its value is missing.
  private(set) var pending: CommandTable.Flag?
  /// A flag followed by a flag instead of its value.
  private(set) var forgotten: (flag: String, next: String)?

  init(_ words: [String], _ command: CommandTable.Command) {
    for (index, word) in words.enumerated() {
      if pending != nil {
        if forgotten == nil, command.flags.contains(where: { $0.names.contains(word) }) { forgotten = (words[index - 1], word) }
        pending = nil
      } else if word.hasPrefix("-"), word != "-" {
        let flag = command.flags.first { $0.names.contains(word) }
        pending = flag?.takesValue == true ? flag : nil
      } else {
        positional.append(word)
        first = first ?? index
      }
    }
  }
}
