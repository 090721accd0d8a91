import Dial
import DialEngine
import DialMessage
import DialModel
import DialSyntax

/// Shows what a call would send, and the steps of a call.
struct CallInspection {
  let line: CallLine
  let console: Console

  /// Shows the request if asked to; returns true if it must not be sent.
  func inspect(_ draft: Draft) async throws -> Bool {
    if line.target.service.base != nil, draft.endpoint.target.isAbsolute, !line.behaviour.quiet {
      console.warn("--base is not used: the target of '\(draft.endpoint.name)' is a whole URL")
    }
    for name in line.behaviour.quiet ? [] : draft.withheldArguments {
      console.warn("'\(name)' is secret and is not sent to another origin than that of 'base': 'redirects.trust' in the spec allows it")
    }
    if line.inspection.dryRun || line.inspection.curl, !line.behaviour.quiet, let what = draft.laterCredentials {
      console.tell(Notice(.note, "credentials", "\(what), so that it is not shown here", endpoint: draft.endpoint.name))
    }
    if line.inspection.dryRun {
      var shown = try await draft.description(showingSecrets: line.inspection.showSecrets)
      if line.inspection.explain { shown = Explanation(draft).added(to: shown) }
      try Printer(console: console, format: line.output.output, isCompact: line.output.compact, file: line.output.file).write(.json(shown))
      return true
    }
    if line.inspection.explain {
      for text in Explanation(draft).lines { console.tell(Notice(.note, "explain", text, endpoint: draft.endpoint.name), text: text) }
    }
    guard line.inspection.curl else { return line.inspection.explain }
    let text = draft.curl(showingSecrets: line.inspection.showSecrets)
    try console.out(Array((console.outIsTerminal ? TerminalText.safe(text) : text).utf8) + [0x0A])
    return true
  }

  /// Shows the steps of a call: lines of `-v`, otherwise progress on a terminal.
  func tellSteps(of client: Client) {
    if line.inspection.verbose {
      client.on { event in for line in StepText.lines(event.kind) { console.note(TerminalText.safe(line)) } }
    } else if !line.behaviour.quiet, console.errIsTerminal, console.mayRedraw {
      client.on(PauseLine(console).show)
    }
  }
}
