import Testing

@testable import DialBundle
@testable import DialFlags

/// Lines and texts of a bundle, and those of `dial` that they stand for.
@Suite struct BundledCommandsTests {
  static let commands = [
    BundledCommands.Command("list", note: "", operands: [OperandRow(name: "spec")], flags: []),
    BundledCommands.Command("describe", note: "", operands: [OperandRow(name: "spec"), OperandRow(name: "endpoint")], flags: []),
    BundledCommands.Command("mock", note: "", operands: [OperandRow(name: "spec")], flags: []),
    BundledCommands.Command("profile", note: "", operands: [OperandRow(name: "action")], flags: []),
    BundledCommands.Command(
      "auth", note: "", operands: [OperandRow(name: "action", values: ["login", "logout"]), OperandRow(name: "spec")],
      flags: [FlagRow(names: ["--port"], note: "", valueName: "n")]),
  ]

  static func all(hidden: [String] = []) -> BundledCommands {
    BundledCommands(program: "users", spec: "bundle:/u.yaml", commands: commands, hidden: hidden, flags: ["--mock", "--var"])
  }

  @Test(arguments: [
    (["getUser", "7"], ["call", "bundle:/u.yaml", "getUser", "7"]),
    (["--var", "A=1", "getUser"], ["call", "bundle:/u.yaml", "--var", "A=1", "getUser"]),
    (["list", "--tag", "a"], ["list", "bundle:/u.yaml", "--tag", "a"]), (["--list"], ["list", "bundle:/u.yaml"]),
    (["describe", "getUser"], ["describe", "bundle:/u.yaml", "getUser"]),
    (["profile", "set", "work"], ["profile", "set", "work"]), (["auth", "login"], ["auth", "login", "bundle:/u.yaml"]),
    (["auth", "--port", "80", "login", "--x"], ["auth", "--port", "80", "login", "bundle:/u.yaml", "--x"]), (["auth"], ["auth"]),
    // A flag of calls, and a command.
    (["--mock", "getUser"], ["call", "bundle:/u.yaml", "--mock", "getUser"]), (["mock"], ["mock", "bundle:/u.yaml"]),
    // Not a command of a bundle.
    (["check"], ["call", "bundle:/u.yaml", "check"]), (["--lists"], ["call", "bundle:/u.yaml", "--lists"]),
  ]) func `A line is one of dial`(words: [String], line: [String]) { #expect(Self.all().line(words) == line) }

  @Test(arguments: [
    (["list", "a=1"], ["call", "bundle:/u.yaml", "list", "a=1"]), (["--list"], ["list", "bundle:/u.yaml"]),
    (["mock"], ["call", "bundle:/u.yaml", "mock"]), (["--mock"], ["mock", "bundle:/u.yaml"]),
  ]) func `An endpoint wins over a command`(words: [String], line: [String]) {
    #expect(Self.all(hidden: ["list", "mock"]).line(words) == line)
  }

  @Test(arguments: [
    ("to list all endpoints, run: dial list bundle:/u.yaml", "to list all endpoints, run: users --list"),
    ("dial describe bundle:/u.yaml getUser", "users describe getUser"), ("dial call bundle:/u.yaml getUser id=7", "users getUser id=7"),
    ("dial bundle:/u.yaml getUser", "users getUser"), ("run: dial auth login bundle:/u.yaml", "run: users auth login"),
    ("run: dial profile set NAME", "run: users profile set NAME"),
    ("for help, run: dial help call", "for help, run: users --help"),
    ("for help, run: dial help list", "for help, run: users help --list"),
    ("Print the manual page dial(1)", "Print the manual page users(1)"),
    // Messages of servers are as they were sent.
    ("dial tcp 127.0.0.1:80: connection refused", "dial tcp 127.0.0.1:80: connection refused"),
    ("dial list users.yaml", "dial list users.yaml"),
  ]) func `A text names the program`(text: String, own: String) { #expect(Self.all(hidden: ["list"]).text(text) == own) }
}
