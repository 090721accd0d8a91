import DialSyntax

/// Messages of the argument parser as our own are: lower case, and a suggestion only where it is near.
enum UsageMessage {
  static func text(_ message: String) -> String {
    let lower = message.prefix(1).lowercased() + message.dropFirst()
    let parts = lower.split(separator: "'", omittingEmptySubsequences: false)
    // unknown option '--nope'. Did you mean '--base'?
    guard parts.count == 5, parts[0] == "unknown option ", parts[2] == ". Did you mean ", parts[4] == "?" else { return lower }
    let known = letters(parts[3])
    let isNear = Suggestion.nearest(to: letters(parts[1]), among: [known]) == known
    return "unknown option '\(parts[1])'" + (isNear ? ": did you mean '\(parts[3])'?" : "")
  }

  /// A flag without its dashes, which are no likeness.
  private static func letters(_ flag: Substring) -> String { String(flag.drop { $0 == "-" }) }
}
