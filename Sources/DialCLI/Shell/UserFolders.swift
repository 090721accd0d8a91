/// Where what belongs to the user is kept between commands (XDG Base Directory Specification); nil where there is no home.
struct UserFolders: Sendable {
  /// For what the user writes: `~/.config/dial`.
  var config: String?
  /// For what commands keep: `~/.local/share/dial`.
  var data: String?

  static var standard: UserFolders {
    func folder(_ variable: String, _ usual: String) -> String? {
      // A relative path is to be ignored.
      if let path = Console.environment(variable), path.hasPrefix("/") { return path + "/dial" }
      return Console.environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)/dial" : nil }
    }
    return UserFolders(config: folder("XDG_CONFIG_HOME", ".config"), data: folder("XDG_DATA_HOME", ".local/share"))
  }

  var tokens: String? { data.map { "\($0)/tokens.json" } }
  var profiles: String? { config.map { "\($0)/profiles.yaml" } }

  /// Where answers are kept between two commands: `$XDG_CACHE_HOME/dial`, else `~/.cache/dial`; nil where neither is known.
  static var cache: String? {
    if let folder = Console.environment("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/dial" }
    return Console.environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.cache/dial" }
  }

  /// Where specs are looked for by name, in this order.
  static var specs: [String] {
    let listed = (Console.environment("DIAL_PATH") ?? "").split(separator: ":").map(String.init)
    let home = Console.environment("HOME").map { ["\($0)/.config/dial/specs"] } ?? []
    return listed + ["./specs"] + home
  }
}
