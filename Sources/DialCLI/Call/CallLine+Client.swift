import Dial
import DialCore
import DialHTTP
import DialSyntax
import DialTesting

extension Client {
  /// The endpoint of a name; an unknown one is told with the nearest name.
  func model(_ name: String) throws(CallError) -> EndpointModel { try engine.plan(name).model }
}

extension CallLine {
  /// The client of the call: over the network, over a recording, or over the mocks of the spec.
  func makeClient(
    _ spec: Spec, _ recorder: Recorder?, _ shown: ShownRequest, _ console: Console, _ context: Context
  ) throws(Failure) -> Client {
    let profile = try target.makeProfile(spec, context)
    if inspection.verbose, profile.name.isEmpty, let other = context.profile, !other.isEmpty {
      console.note("* a spec that is text gets a profile by -p only, not the '\(TerminalText.safe(other))' of DIAL_PROFILE")
    }
    var variables = try target.makeVariables(profile)
    // Nobody is there to show credentials to.
    if inspection.mock || inspection.replay != nil { variables = variables.standingIn(for: spec) }
    let base = target.service.base ?? profile.base ?? (context.builtIn[self.spec] == nil ? nil : context.base)
    let client: Client
    if inspection.mock {
      client = Client.mocked(spec, variables: variables, base: base)
    } else {
      let transport: any Transport
      if let recorder { transport = recorder } else { transport = try makeTransport(console, shown) }
      // The tokens of the user are for specs that the user has: a text may say what it likes of where it would send them.
      let mayKeep = inspection.replay == nil && spec.trust != .untrusted
      let tokens = mayKeep ? context.user.tokens.map { FileTokenStore($0, profile: profile.name) } : nil
      client = Client(spec, variables: variables, base: base, transport: transport, tokens: tokens, instruments: .none)
      if inspection.replay == nil, let folder = context.cacheFolder { client.cache.store = DiskCacheStore(folder) }
    }
    // The shell knows no middlewares: those that a spec names let the call pass.
    for name in spec.service.traits.middlewares {
      client.use(name) { request, next in try await next(request) }
      if inspection.verbose { console.note("* the middleware '\(TerminalText.safe(name))' is Swift code: the call passes without it") }
    }
    return client
  }

  private func makeTransport(_ console: Console, _ shown: ShownRequest) throws(Failure) -> any Transport {
    if let path = inspection.replay { return try Self.told { () throws(CallError) in try Replay(path) } }
    if transport.insecure, !behaviour.quiet { console.warn("--insecure: certificates are not verified") }
    let http = HTTPTransport(configuration: try transport.makeConfiguration())
    guard inspection.verbose else { return http }
    return ToldTransport(inner: http, shown: shown, showsSecrets: inspection.showSecrets, console: console)
  }

  /// What `--record` asks for. The calls of a script gather in one file.
  func makeRecorder(_ console: Console, _ shown: ShownRequest) throws(Failure) -> Recorder? {
    guard let path = inspection.record else { return nil }
    let transport = try makeTransport(console, shown)
    return try Self.told { () throws(CallError) in try Recorder(path, over: transport, extending: true) }
  }

  static func told<Value>(_ make: () throws(CallError) -> Value) throws(Failure) -> Value {
    do throws(CallError) { return try make() } catch { throw Failure(error) }
  }

  /// Runs a call and saves what was recorded of it, whether it gave a value or not.
  static func saving(_ recorder: Recorder?, _ console: Console, _ run: () async throws -> Void) async throws {
    do {
      try await run()
    } catch {
      do throws(CallError) { try recorder?.save() } catch let unsaved { console.warn(unsaved.message) }
      throw error
    }
    try recorder?.save()
  }

  /// Warnings of the spec, for those who want to see everything; `dial check` is the place for them.
  func warn(_ spec: Spec, _ console: Console) {
    // Of a spec that is read in part the whole is read for them.
    guard inspection.verbose, !behaviour.quiet else { return }
    let warnings = spec.findings.filter { $0.severity == .warning }
    if warnings.isEmpty { return }
    console.note(DiagnosticPrinter(color: console.errHasColor).text(warnings))
  }

  /// Shows the request where that is asked for; true where it is not to be sent.
  func inspect(_ draft: Draft, _ console: Console) async throws -> Bool {
    if target.service.base != nil, draft.endpoint.target.isAbsolute, !behaviour.quiet {
      console.warn("--base is not used: the target of '\(draft.endpoint.name)' is a whole URL")
    }
    for name in behaviour.quiet ? [] : draft.withheldArguments {
      console.warn("'\(name)' is secret and is not sent to another origin than that of 'base': 'redirects.trust' in the spec allows it")
    }
    if inspection.dryRun || inspection.curl, !behaviour.quiet, let what = draft.laterCredentials {
      console.tell(Notice(.note, "credentials", "\(what), so that it is not shown here", endpoint: draft.endpoint.name))
    }
    if inspection.dryRun {
      var shown = try await draft.description(showingSecrets: inspection.showSecrets)
      if inspection.explain { shown = Explanation(draft).added(to: shown) }
      try Printer(console: console, format: output.output, isCompact: output.compact, file: output.file).write(.json(shown))
      return true
    }
    if inspection.explain { Explanation(draft).lines.forEach(console.note) }
    guard inspection.curl else { return false }
    let line = draft.curl(showingSecrets: inspection.showSecrets)
    try console.out(Array((console.outIsTerminal ? TerminalText.safe(line) : line).utf8) + [0x0A])
    return true
  }

  /// The steps between the request and the reply: lines of `-v`, else a line of a terminal while a wait is long.
  func tellSteps(of client: Client, _ console: Console) {
    if inspection.verbose {
      client.on { event in for line in StepText.lines(event.kind) { console.note(TerminalText.safe(line)) } }
    } else if !behaviour.quiet, console.errIsTerminal, console.mayRedraw {
      client.on(PauseLine(console).show)
    }
  }
}
