import Dial
import DialConsole
import DialFlags
import DialTesting

struct MockCommand: SharedCommand {
  static let about = CommandAbout(
    "Serve the mocks of a spec on this machine",
    usage: "dial mock SPEC [flags]",
    text: """
      The base URL is printed to stdout. Each request is logged to stderr with its method, path, endpoint, status, and the time to the
      response head. Errors of the server itself have a JSON body: 404 and 405 if the spec has no such endpoint, 501 if the endpoint has no
      mock, 400 if the request does not match the endpoint. To stop the server, press Ctrl-C.
      """,
    sections: [
      "EXAMPLES": """
      dial mock users.yaml                            then, in another terminal:
      dial call users.yaml getUser id=7 --base http://127.0.0.1:40123/v1
      dial mock users.yaml --port 8080 --delay 50ms..200ms --fail 5%
      dial mock users.yaml --record users.har         record the real service
      dial mock users.yaml --replay users.har         respond from the recording
      """
    ])

  static let operands = [Operand("spec", \Self.spec)]

  static let flags: [FlagDefinition<Self>] =
    [FlagDefinition("--port", sets: \.port, to: "number", help: "port on 127.0.0.1 (default: a free port)")]
    + FlagDefinition.part(\.mock, titled: "Responses") + [
      FlagDefinition("--base", sets: \.base, to: "url", help: "base URL, overriding the spec; its path is the prefix of all paths"),
      FlagDefinition("--var", adds: \.variables, of: "name=value", help: "value of ${NAME} in the spec (repeatable)"),
      FlagDefinition("-q", "--quiet", switches: \.quiet, help: "do not log requests to stderr"),
    ] + FlagDefinition.part(\.transport, titled: "Transport, for --record") + FlagDefinition.part(\.shared, titled: "Behavior")

  var spec = ""
  var port: String?
  var mock = MockFlags()
  var base: String?
  var variables: [String] = []
  var quiet = false
  var transport = TransportFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let port = try FlagValue.port(port) ?? 0
    try mock.checkFiles()
    let options = try mock.makeOptions()
    let values = Variables(try TargetFlags.values(of: variables)).orEnvironment()
    if let base, let fault = BaseURL.fault(base, in: "--base") { throw Failure.usage(fault, hint: FlagFaults.base) }
    let spec = try SpecFinder(context: context).load(spec)
    let recorder = try makeRecorder(console)
    let replay = try mock.replay.map { path throws(Failure) in try Failure.wrapping { () throws(CallError) in try Replay(path) } }
    // The recorded service, or a recording, responds instead of the mocks.
    let upstream: (any Transport)? = recorder ?? replay
    // Before anything is printed: a script may stop the server as soon as it reads that.
    Signals.serve()
    if !quiet, upstream == nil, !spec.service.endpoints.contains(where: { $0.anyMock(spec.service.types) != nil }) {
      console.warn(
        "no endpoint of '\(self.spec)' has a mock, so each request fails with status 501; add 'mock: {status: 200, json: …}' to an endpoint"
      )
    }
    let report: @Sendable (MockServer.LogEntry) -> Void = { if !quiet { console.note(Self.line($0)) } }
    let server: MockServer
    do throws(CallError) {
      server = try await MockServer(
        spec, variables: values, port: port, options: options, base: base, upstream: upstream, keepsLog: false,
        wording: { [spec = ShellWord.quoted(self.spec)] in $0.hint(spec: spec) }, onAnswer: report)
    } catch {
      throw told(error)
    }
    try console.out(Array((server.base + "\n").utf8))
    try await Self.saving(recorder, console) {
      await server.wait()
      await server.stop()
    }
  }

  private func told(_ error: CallError) -> Failure {
    if error.culprit == .openFiles { return .io(error.message, hint: Failure.openFiles) }
    if error.code == .io { return .io(error.message, hint: "choose another port with --port N, or omit --port to use a free one") }
    return .usage(error.message, hint: "set one with --base URL")
  }

  /// `GET /v1/users/7 getUser 200 3 ms`
  static func line(_ exchange: MockServer.LogEntry) -> String {
    let milliseconds = exchange.time.components.seconds * 1000 + exchange.time.components.attoseconds / 1_000_000_000_000_000
    let status = exchange.status.map { "\($0)" } ?? "no response"
    return TerminalText.safe("\(exchange.method) \(exchange.path) \(exchange.endpoint ?? "-") \(status) \(milliseconds) ms")
  }
}

extension MockCommand {
  func makeRecorder(_ console: Console) throws(Failure) -> Recorder? {
    guard let path = mock.record else {
      if let flag = transport.given.first { throw .usage("\(flag) requires --record") }
      return nil
    }
    if transport.insecure, !quiet { console.warn("--insecure: certificates are not verified") }
    let transport = try transport.makeTransport()
    return try Failure.wrapping { () throws(CallError) in try Recorder(path, over: transport, extending: true) }
  }

  /// Serves, and saves the recording every second, so that little is lost at a crash. Saving writes the whole file, so for a long
  /// recording the pause is ten times as long as the last save.
  static func saving(_ recorder: Recorder?, _ console: Console, _ serve: () async -> Void) async throws {
    guard let recorder else { return await serve() }
    let saving = Task {
      var pause = Duration.seconds(1)
      while !Task.isCancelled {
        try? await Task.sleep(for: pause)
        let start = ContinuousClock.now
        do throws(CallError) { try recorder.save() } catch { console.warn(error.message) }
        pause = max(.seconds(1), (.now - start) * 10)
      }
    }
    await serve()
    saving.cancel()
    await saving.value
    do throws(CallError) { try recorder.save() } catch { throw Failure(error) }
  }
}
