import DialJSON

/// The commands and their flags, as the argument parser tells them about itself.
struct CommandTable {
  struct Flag: Equatable {
    /// With their dashes; the long one first.
    var names: [String]
    var takesValue: Bool
    /// The values of a closed set.
    var values: [String]
    var note: String
  }

  struct Command {
    var name: String
    var note: String
    var flags: [Flag]
  }

  /// Those that help shows.
  let commands: [Command]

  /// What `_dumpHelp` of the parser writes; a text of another form gives no commands.
  init(_ dump: String) {
    let root = (try? JSON(parsing: dump))?.asObject?["command"]?.asObject
    commands = (root?["subcommands"]?.asArray ?? []).compactMap { json in
      guard let command = json.asObject, let name = command["commandName"]?.asString, command["shouldDisplay"]?.asBool != false else {
        return nil
      }
      return Command(
        name: name, note: command["abstract"]?.asString ?? "", flags: (command["arguments"]?.asArray ?? []).compactMap(Self.flag))
    }
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
      note: flag["abstract"]?.asString ?? "")
  }
}
