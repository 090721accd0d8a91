import Dial
package import DialFlags
import DialText

/// The format of failures: text, or one JSON object with `--errors json`. Determined from the words alone, so that a line that cannot be
/// parsed is reported in the same format.
package struct ErrorForm {
  package var isJSON: Bool

  package init(_ words: [String]) {
    let flags = LineReader(words, SharedFlags.flags.map(\.row).filter { $0.names == ["--errors"] })
    isJSON = Array(flags).last { $0.kind == .flag(0) }?.value == "json"
  }

  package func report(_ failure: Failure, _ console: Console) {
    if isJSON {
      console.tell(JSONHighlighter.line(failure.json))
    } else {
      try? console.err(Array(FailureText(color: console.errHasColor, isTerminal: console.errIsTerminal).text(failure).utf8))
    }
  }
}

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
