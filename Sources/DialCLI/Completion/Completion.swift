import DialCore

/// What may come next on a command line: commands, flags, specs, endpoints, arguments and their values.
///
/// The words are those after `dial`, the last one being typed. Bash parts them at `=` and `:`, other shells do not; both
/// are understood.
struct Completion {
  let table: CommandTable
  let finder: SpecFinder

  func candidates(_ words: [String]) -> [Candidate] {
    let current = words.last ?? ""
    let typed = current == "=" ? "" : current
    return all(Array(words.dropLast()), current).filter { $0.value.hasPrefix(typed) && $0.isPlain }
  }

  private func all(_ before: [String], _ current: String) -> [Candidate] {
    guard let first = before.first else {
      return current.hasPrefix("-") ? Self.help + [Candidate(value: "--version")] : commands + specs
    }
    if first == "help" { return commands }
    // 'dial demo' is a command, and the short form of a call of its spec.
    let isCall = first == DemoSpec.name && (before.count > 1 || !current.hasPrefix("-")) && before.dropFirst().first?.hasPrefix("-") != true
    let known = isCall ? nil : table.commands.first { $0.name == first }
    guard let command = known ?? table.commands.first(where: { $0.name == "call" }) else { return [] }
    let line = CommandLineWords(known == nil ? before : Array(before.dropFirst()), command)
    if let flag = line.pending { return flag.values.map { Candidate(value: $0) } }
    if current.hasPrefix("-") { return flags(of: command, current) }
    return positional(command.name, line.positional, current)
  }

  private func flags(of command: CommandTable.Command, _ current: String) -> [Candidate] {
    if let mark = current.firstIndex(of: "="), let flag = command.flags.first(where: { $0.names.contains(String(current[..<mark])) }) {
      return flag.values.map { Candidate(value: current[...mark] + $0) }
    }
    return command.flags.compactMap { flag in flag.names.first.map { Candidate(value: $0, note: flag.note) } } + Self.help
  }

  private func positional(_ command: String, _ given: [String], _ current: String) -> [Candidate] {
    switch (command, given.count) {
    case ("check", _), ("call", 0), ("list", 0), ("describe", 0), ("search", 0): specs
    case ("call", 1), ("describe", 1): load(given[0])?.service.endpoints.map { Candidate(value: $0.name, note: $0.doc ?? "") } ?? []
    case ("call", _): ArgumentCandidates(load(given[0]), given[1], Array(given.dropFirst(2)), current).all
    case ("completion", 0): CompletionScript.allCases.map { Candidate(value: $0.rawValue) }
    default: []
    }
  }

  private static let help = [Candidate(value: "--help", note: "Show help information.")]

  private var commands: [Candidate] { table.commands.map { Candidate(value: $0.name, note: $0.note) } }

  private var specs: [Candidate] {
    var seen: Set<String> = []
    return finder.names.filter { seen.insert($0).inserted }.map { Candidate(value: $0, note: "spec") }
  }

  /// A spec that can be read without waiting for anybody.
  private func load(_ word: String) -> Spec? { word == "-" ? nil : try? finder.load(word) }
}
