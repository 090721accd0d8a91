import DialJSON

/// The commands, their words and their flags, as the argument parser tells them about itself: the one source of help, manual and
/// completion. What the parser tells of all commands takes milliseconds, so that each is asked for by itself.
struct CommandTable {
  struct Flag: Equatable {
    /// With their dashes; the long one first.
    var names: [String]
    var takesValue: Bool
    /// The values of a closed set.
    var values: [String]
    var note: String
    /// What its value is called: `url`.
    var valueName = ""
    var standard: String?
    /// The group that it belongs to: `Target`.
    var section: String?
  }

  /// A word that is no flag.
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
    /// Its lines of use, which the parser does not tell.
    var usage: [String] = []
  }

  /// The program itself, without flags.
  var root: Command
  /// The commands that help shows, by name.
  var names: [Word]
  /// Tells all about one of them.
  private let command: @Sendable (String) -> Command?

  init(root: Command, names: [Word], command: @escaping @Sendable (String) -> Command?) {
    (self.root, self.names, self.command) = (root, names, command)
  }

  /// The command of a name that help shows.
  func command(_ name: String) -> Command? { names.contains { $0.name == name } ? command(name) : nil }

  /// All of them.
  var commands: [Command] { names.compactMap { command($0.name) } }

  /// What `_dumpHelp` of the parser writes of a command; nil for a text of another form.
  static func command(dump: String) -> Command? {
    (try? JSON(parsing: dump))?.asObject?["command"]?.asObject.map(command)
  }

  private static func command(_ json: JSON.Members) -> Command {
    let arguments = json["arguments"]?.asArray ?? []
    return Command(
      name: json["commandName"]?.asString ?? "", note: json["abstract"]?.asString ?? "", flags: arguments.compactMap(flag),
      words: arguments.compactMap(word), discussion: json["discussion"]?.asString ?? "")
  }

  private static func word(_ json: JSON) -> Word? {
    guard let word = json.asObject, word["shouldDisplay"]?.asBool != false, word["kind"]?.asString == "positional" else { return nil }
    return Word(name: word["valueName"]?.asString ?? "", note: word["abstract"]?.asString ?? "")
  }

  private static func flag(_ json: JSON) -> Flag? {
    guard let flag = json.asObject, flag["shouldDisplay"]?.asBool != false, let kind = flag["kind"]?.asString, kind != "positional" else {
      return nil
    }
    let names = (flag["names"]?.asArray ?? []).compactMap { name -> String? in
      guard let text = name.asObject?["name"]?.asString else { return nil }
      return (name.asObject?["kind"]?.asString == "long" ? "--" : "-") + text
    }
    let values = (flag["allValues"]?.asArray ?? flag["allValueStrings"]?.asArray ?? []).compactMap(\.asString)
    return Flag(
      names: names.sorted { $0.utf8.count > $1.utf8.count }, takesValue: kind == "option", values: values,
      note: flag["abstract"]?.asString ?? "", valueName: flag["valueName"]?.asString ?? "", standard: flag["defaultValue"]?.asString,
      section: flag["sectionTitle"]?.asString)
  }
}

extension CommandTable.Flag {
  /// `-s, --select EXPRESSION`, the short name first.
  var head: String {
    names.reversed().joined(separator: ", ") + (takesValue ? " \(valueName.uppercased())" : "")
  }

  /// What it does, its values and its default.
  var text: String {
    var text = note
    if !values.isEmpty { text += ": \(values.joined(separator: ", "))" }
    if takesValue, let standard { text += " (default: \(standard))" }
    return text
  }
}

/// The words of a command line, parted into flags and the rest.
struct CommandLineWords {
  /// What is neither a flag nor the value of one.
  private(set) var positional: [String] = []
  /// The flag at the end that still wants its value.
  private(set) var pending: CommandTable.Flag?
  /// A flag whose value is another flag: it was forgotten.
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
      }
    }
  }
}
