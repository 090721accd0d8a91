import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// The scripts of `dial completion` in their shells, on a terminal: a name is completed with the tab key, and the resulting line is run.
@Suite(.serialized) struct ShellCompletionTests {
  private static let ready = "ready> "

  private static let spec = """
    service: bin
    base: https://a.test
    endpoints:
      upload: {POST: "multipart /x (photo File, note String, kind = plain)", params: {kind: {values: [plain, other]}}}
    """

  /// The input and its output, in order.
  private static let steps: [(typed: String, shown: [String])] = [
    // an endpoint, and a flag of a command
    ("dial describe demo getU\t", ["getUser"]), ("--err\t", ["--errors"]), ("text\r", ["One user."]),
    // an argument with its value, and a closed set of values
    ("dial call demo createUser na\t", ["name="]), ("Zoe email=a@b.c --dry-run -o ya\t", ["yaml"]), ("\r", ["body:", "Zoe"]),
    // files: a spec, an upload, and the content of an argument
    ("dial call bi\t", ["bin.yaml"]), ("upload photo@n\t", ["note.txt"]), ("note=@n\t", ["note.txt"]), ("kind=pl\t", ["plain"]),
    ("--curl\r", ["curl ", "kind=\"plain\""]),
  ]

  private static func complete(_ shell: String, setup: [String], environment: [String: String] = [:]) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [("bin.yaml", spec), ("note.txt", "hello")] {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    var variables = ["PATH": try Program.path(), "HOME": folder, "TERM": "dumb", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"]
    variables.merge(environment) { $1 }
    let terminal = try PseudoTerminal(shell, in: folder, environment: variables, columns: 200)
    for line in setup { terminal.type(line + "\r") }
    var place = try await terminal.wait(for: ready)
    for (typed, expected) in steps {
      terminal.type(typed)
      for text in expected { place = try await terminal.wait(for: text, after: place) }
    }
  }

  @Test(.enabled(if: Program.exists("bash"), "bash is not installed")) func bash() async throws {
    try await Self.complete(
      "bash --norc --noprofile -i", setup: ["eval \"$(dial completion bash)\"", "PS1='rea''dy> '"],
      environment: ["INPUTRC": "/dev/null", "PS1": "$ "])
  }

  @Test(.enabled(if: Program.exists("zsh"), "zsh is not installed")) func zsh() async throws {
    try await Self.complete(
      "zsh -f -i",
      setup: [
        "autoload -Uz compinit && compinit -D -u", "eval \"$(dial completion zsh)\"", "unsetopt prompt_cr prompt_sp", "PS1='rea''dy> '",
      ])
  }

  /// As `make install` copies it into a folder of $fpath.
  @Test(.enabled(if: Program.exists("zsh"), "zsh is not installed")) func zshByItself() async throws {
    try await Self.complete(
      "zsh -f -i",
      setup: [
        "dial completion zsh > _dial; fpath=($PWD $fpath)", "autoload -Uz compinit && compinit -D -u", "unsetopt prompt_cr prompt_sp",
        "PS1='rea''dy> '",
      ])
  }

  @Test(.enabled(if: Program.exists("fish"), "fish is not installed")) func fish() async throws {
    try await Self.complete(
      "fish --no-config -i", setup: ["dial completion fish | source", "function fish_prompt; echo -n 'rea''dy> '; end"])
  }
}
