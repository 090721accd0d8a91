import ArgumentParser

/// What the commands that send nothing let one choose.
struct SharedFlags: FlagGroup {
  var color: Console.Color = .auto
  var errors: BehaviourFlags.Errors = .text

  static let flags: [FlagDefinition<Self>] = [.color(\.color), .errors(\.errors)]
}

extension FlagDefinition {
  static func color(_ property: Property<Console.Color>) -> Self {
    FlagDefinition("--color", chooses: property, of: "when", help: "Colours in what is printed.")
  }

  static func errors(_ property: Property<BehaviourFlags.Errors>) -> Self {
    FlagDefinition("--errors", chooses: property, of: "form", help: "How failures are told on stderr.")
  }
}
