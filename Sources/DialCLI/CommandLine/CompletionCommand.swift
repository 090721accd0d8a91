import ArgumentParser

/// `dial completion SHELL`
struct CompletionCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print a completion script for a shell",
    usage: "dial completion bash|zsh|fish",
    discussion: """
      EXAMPLES
        eval "$(dial completion bash)"              in ~/.bashrc
        eval "$(dial completion zsh)"               in ~/.zshrc, after compinit
        dial completion fish > ~/.config/fish/completions/dial.fish
      """)

  @Argument(help: ArgumentHelp("bash, zsh or fish", valueName: "shell"))
  var shell: CompletionScript

  func perform(_ console: Console, _ context: Context) async throws {
    try console.out(Array(shell.text.utf8))
  }
}

/// `dial __complete WORD…`: what may come next, a line each; the scripts of `dial completion` ask it.
struct CompleteCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "__complete", abstract: "List completions for a command line", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func perform(_ console: Console, _ context: Context) async throws {
    let profiles = ((try? ProfileFile(context.user).read()) ?? [:]).keys.sorted()
    let completion = Completion(table: CommandTable.current, finder: SpecFinder(context: context), profiles: profiles)
    let lines = completion.candidates(words).map { $0.line + "\n" }
    if !lines.isEmpty { try console.out(Array(lines.joined().utf8)) }
  }
}
