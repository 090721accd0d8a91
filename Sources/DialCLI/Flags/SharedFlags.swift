import ArgumentParser

/// What the commands that send nothing let one choose.
struct SharedFlags: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("Colours in what is printed.", valueName: "when"))
  var color: Console.Color = .auto

  @Option(help: ArgumentHelp("How failures are told on stderr.", valueName: "form"))
  var errors: BehaviourFlags.Errors = .text
}
