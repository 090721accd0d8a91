import DialJSON

/// The commands, their words and their flags, as the argument parser tells them about itself: the one source of help, manual and
/// completion.
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

  /// The program itself.
  var root: Command
  /// Those that help shows.
  var commands: [Command]

  /// What `_dumpHelp` of the parser writes; a text of another form gives no commands.
  init(_ dump: String) {
    let json = (try? JSON(parsing: dump))?.asObject?["command"]?.asObject
    root = json.map(Self.command) ?? Command(name: "", note: "", flags: [])
    commands = (json?["subcommands"]?.asArray ?? []).compactMap { json -> Command? in
      guard let command = json.asObject, command["shouldDisplay"]?.asBool != false else { return nil }
      return Self.command(command)
    }
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
    names.reversed().joined(separator: ", ") + (takesValue ? " <\(valueName)>" : "")
  }

  /// What it does, its values and its default.
  var text: String {
    var text = note
    if !values.isEmpty { text += " One of \(values.joined(separator: ", "))." }
    if takesValue, let standard { text += " Default: \(standard)." }
    return text
  }
}
