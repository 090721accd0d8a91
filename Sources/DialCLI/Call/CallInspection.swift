import Dial
import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialSyntax
import Synchronization

/// Shows what a call would send, and the steps of one that is sent.
struct CallInspection {
  let line: CallLine
  let console: Console

  /// Shows the request where that is asked for; true where it is not to be sent.
  func inspect(_ draft: Draft) async throws -> Bool {
    if line.target.service.base != nil, draft.endpoint.target.isAbsolute, !line.behaviour.quiet {
      console.warn("--base is ignored: the target of '\(draft.endpoint.name)' is an absolute URL")
    }
    for name in line.behaviour.quiet ? [] : draft.withheldArguments {
      console.warn("'\(name)' is secret and is sent only to the origin of 'base'; to allow more origins, set 'redirects.trust' in the spec")
    }
    if line.inspection.dryRun || line.inspection.curl, !line.behaviour.quiet, let what = draft.laterCredentials {
      console.tell(Notice(.note, "credentials", "\(what), so it is not shown here", endpoint: draft.endpoint.name))
    }
    if line.inspection.dryRun {
      var shown = try await draft.description(showingSecrets: line.inspection.showSecrets)
      if line.inspection.explain { shown = Explanation(draft).added(to: shown) }
      let printer = Printer(
        console: console, format: line.output.output, isCompact: line.output.compact, isIndented: line.output.indent,
        file: line.output.file)
      try printer.write(.json(shown))
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

  /// The steps between the request and the reply: lines of `-v`, else a line of a terminal while a wait is long.
  func tellSteps(of client: Client) {
    if !line.behaviour.quiet { warnOfDeprecation(in: client) }
    if line.inspection.verbose {
      client.on { event in for line in StepText.lines(event.kind) { console.note(TerminalText.safe(line)) } }
    } else if !line.behaviour.quiet, console.errIsTerminal, console.mayRedraw {
      client.on(PauseLine(console).show)
    }
  }

  /// What servers say of endpoints that go away, once for each endpoint.
  private func warnOfDeprecation(in client: Client) {
    let told = Mutex<Set<String>>([])
    client.on { event in
      guard case .deprecated(let deprecation) = event.kind, told.withLock({ $0.insert(event.endpoint).inserted }) else { return }
      console.tell(Notice(.warning, "deprecated", DeprecationText.text(deprecation, of: event.endpoint), endpoint: event.endpoint))
    }
  }
}

/// `'list' is deprecated since 2023-06-30, and is expected to stop working on 2026-12-31; see https://…`
enum DeprecationText {
  static func text(_ deprecation: Deprecation, of endpoint: String, at now: Double = WallClock.now()) -> String {
    var facts: [String] = []
    if deprecation.isDeprecated {
      let day = deprecation.date.map {
        $0.secondsSince1970 > now ? "will be deprecated on \(Self.day($0))" : "has been deprecated since \(Self.day($0))"
      }
      facts.append(day ?? "is deprecated")
    }
    if let sunset = deprecation.sunset {
      facts.append("\(sunset.secondsSince1970 > now ? "is" : "was") expected to stop working on \(day(sunset))")
    }
    return "'\(endpoint)' " + facts.joined(separator: ", and ") + (deprecation.link.map { "; see \($0.prefix(500))" } ?? "")
  }

  private static func day(_ date: Timestamp) -> Substring { date.rfc3339.prefix { $0 != "T" } }
}
