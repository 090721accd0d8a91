package import DialFlags

/// The format of what a command prints about specs.
package struct FormatFlags: FlagGroup {
  package var output: OutputFormat?

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [
    FlagDefinition("-o", "--output", chooses: \.output, of: "format", help: "format of the output")
  ]
}

package struct SharedFlags: FlagGroup {
  package var color: Console.Color = .auto
  package var errors: BehaviourFlags.Errors = .text

  package init() {}

  package static let flags: [FlagDefinition<Self>] = [.color(\.color), .errors(\.errors)]
}

/// A command with these flags.
package protocol SharedCommand: ShellCommand {
  var shared: SharedFlags { get }
}

extension SharedCommand {
  package func configure(_ console: inout Console) { console.color = shared.color }
}
