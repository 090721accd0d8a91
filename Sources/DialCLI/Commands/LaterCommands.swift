import ArgumentParser

/// Commands of later versions: known by name, so that the answer says so.
protocol LaterCommand: ShellCommand {
  var words: [String] { get }
}

extension LaterCommand {
  func perform(_ console: Console, _ context: Context) async throws {
    throw Failure.later("'dial \(Self.configuration.commandName ?? "")'")
  }
}

enum LaterCommands {
  static let all: [any ParsableCommand.Type] = [
    ImportCommand.self, EachCommand.self, RunCommand.self, AuthCommand.self, ProfileCommand.self,
    DoctorCommand.self,
  ]

  static func configuration(_ name: String) -> CommandConfiguration {
    CommandConfiguration(commandName: name, abstract: "Not supported yet.", shouldDisplay: false)
  }
}

struct ImportCommand: LaterCommand {
  static let configuration = LaterCommands.configuration("import")
  @Argument(parsing: .captureForPassthrough) var words: [String] = []
}

struct EachCommand: LaterCommand {
  static let configuration = LaterCommands.configuration("each")
  @Argument(parsing: .captureForPassthrough) var words: [String] = []
}

struct RunCommand: LaterCommand {
  static let configuration = LaterCommands.configuration("run")
  @Argument(parsing: .captureForPassthrough) var words: [String] = []
}

struct AuthCommand: LaterCommand {
  static let configuration = LaterCommands.configuration("auth")
  @Argument(parsing: .captureForPassthrough) var words: [String] = []
}

struct ProfileCommand: LaterCommand {
  static let configuration = LaterCommands.configuration("profile")
  @Argument(parsing: .captureForPassthrough) var words: [String] = []
}

struct DoctorCommand: LaterCommand {
  static let configuration = LaterCommands.configuration("doctor")
  @Argument(parsing: .captureForPassthrough) var words: [String] = []
}
