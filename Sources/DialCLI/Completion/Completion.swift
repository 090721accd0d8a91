import Dial
import DialConsole
import DialDemo
import DialFlags

/// Completions of a command line: commands, flags, specs, endpoints, arguments and values.
///
/// The words are those after `dial`; the last one is being typed.
struct Completion {
  let table: CommandTable
  let finder: SpecFinder
  var profiles: [String] = []

  func candidates(_ words: [String]) -> [Candidate] {
    let current = words.last ?? ""
    var seen: Set<String> = []
    return all(Array(words.dropLast()), current).filter { $0.value.hasPrefix(current) && $0.isPlain && seen.insert($0.value).inserted }
  }

  private func all(_ before: [String], _ current: String) -> [Candidate] {
    guard let first = before.first else {
      return current.hasPrefix("-") ? ["--help", "--version"].map { Candidate(value: $0) } : commands + specs(current)
    }
    if first == "help" { return commands }
    // 'dial demo' is a command, and the short form of a call of its spec.
    let isCall = first == DemoSpec.name && (before.count > 1 || !current.hasPrefix("-")) && before.dropFirst().first?.hasPrefix("-") != true
    let known = isCall ? nil : table.command(first)
    guard let command = known ?? table.command("call") else { return [] }
    let tokens = Array(LineReader(known == nil ? before : Array(before.dropFirst()), command.flags))
    let given = tokens.filter { $0.kind == .operand }.map(\.name)
    if case .fault(.missingValue(let name, before: nil))? = tokens.last?.kind, let flag = command.flag(name) {
      return values(of: flag, given, current).map { Candidate(value: $0) }
    }
    if current.hasPrefix("-") { return flags(of: command, given, current) }
    return positional(command, given, current)
  }

  private func flags(of command: CommandTable.Command, _ given: [String], _ current: String) -> [Candidate] {
    if let mark = current.firstIndex(of: "="), let flag = command.flag(String(current[..<mark])) {
      let value = String(current[current.index(after: mark)...])
      return values(of: flag, given, value).map { Candidate(value: current[...mark] + $0) }
    }
    return command.flags.compactMap { flag in flag.names.last.map { Candidate(value: $0, note: flag.note) } }
  }

  /// Returns the values of a closed set, or the variables of the spec.
  private func values(of flag: FlagRow, _ given: [String], _ current: String) -> [String] {
    if flag.names.contains("--profile") { return profiles }
    guard flag.names.contains("--var") || flag.names.contains("--env"), !current.contains("="), let spec = given.first.flatMap({ load($0) })
    else { return flag.values }
    return SpecVariables(spec.service).names.map { flag.names.contains("--var") ? $0 + "=" : $0 }
  }

  private func positional(_ command: CommandTable.Command, _ given: [String], _ current: String) -> [Candidate] {
    guard let operand = command.operands[safe: given.count] ?? command.operands.last(where: \.isRest) else { return [] }
    return switch operand.name {
    case "spec": specs(current)
    case "endpoint": load(given[0])?.service.endpoints.summaries.map { Candidate(value: $0.name, note: String($0.firstLine ?? "")) } ?? []
    case "arg": ArgumentCandidates(load(given[0], inPart: true), given[1], Array(given.dropFirst(2)), current).all
    case "source" where given[0] != ImportCommand.Format.curl.rawValue: FileCandidates(current).all
    case "document": FileCandidates(current).all
    case "name" where given[0] != "list": profiles.map { Candidate(value: $0) }
    default: operand.values.map { Candidate(value: $0) }
    }
  }

  private var commands: [Candidate] { table.commands.map { Candidate(value: $0.name, note: $0.about.note) } }

  private func specs(_ current: String) -> [Candidate] {
    let files = FileCandidates(current) { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") || $0.hasSuffix(".json") }.all
    return finder.names.map { Candidate(value: $0, note: "spec") } + files.filter { !current.isEmpty || !$0.value.hasSuffix("/") }
  }

  private func load(_ word: String, inPart: Bool = false) -> Spec? { word == "-" ? nil : try? finder.load(word, inPart: inPart) }
}

struct CompletionCommand: ShellCommand {
  static let about = CommandAbout(
    "Print a completion script for a shell",
    usage: "dial completion bash|zsh|fish",
    sections: [
      "EXAMPLES": """
      eval "$(dial completion bash)"              in ~/.bashrc
      eval "$(dial completion zsh)"               in ~/.zshrc, after compinit
      dial completion fish > ~/.config/fish/completions/dial.fish
      """
    ])

  static let operands = [Operand("shell", chooses: \Self.shell)]

  var shell = CompletionScript.bash

  func perform(_ console: Console, _ context: Context) async throws { try console.out(shell.bytes) }
}

/// `dial __complete WORD…`: prints completions, one per line, for the scripts of `dial completion`.
struct CompleteCommand: ShellCommand {
  static let about = CommandAbout("List completions for a command line")

  var words: [String] = []

  /// Takes all words as they are.
  static func parsed(_ words: [String]) -> Self { Self(words: words) }

  func perform(_ console: Console, _ context: Context) async throws {
    let profiles = ((try? ProfileFile(context.user).read()) ?? [:]).keys.sorted()
    let completion = Completion(table: CommandTable.current, finder: SpecFinder(context: context), profiles: profiles)
    let lines = completion.candidates(words).map { $0.line + "\n" }
    if !lines.isEmpty { try console.out(Array(lines.joined().utf8)) }
  }
}
