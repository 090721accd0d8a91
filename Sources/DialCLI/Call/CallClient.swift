import Dial
import DialEngine
import DialHTTP
import DialMessage
import DialModel
import DialPolicies
import DialSpec
import DialSyntax
import DialTesting

/// Creates the client of a call, with its transport.
struct CallClient {
  let line: CallLine
  /// The requests that `-v` has shown.
  let shown: ShownRequest
  let console: Console
  let context: Context

  /// Returns the client: with the network, a recording, or the mocks of the spec.
  func client(of spec: Spec, _ recorder: Recorder?) throws(Failure) -> Client {
    let profile = try line.target.service.chosenProfile(for: spec, context)
    if line.inspection.verbose, profile.name.isEmpty, let other = context.profile, !other.isEmpty {
      console.note("* a spec that is text gets a profile by -p only, not the '\(TerminalText.safe(other))' of DIAL_PROFILE")
    }
    var variables = try line.target.service.values(over: profile)
    // Without a server, credentials are not needed.
    if line.inspection.mock || line.inspection.replay != nil { variables = variables.standingIn(for: spec) }
    let base = line.target.service.base ?? profile.base ?? (context.builtIn[line.spec] == nil ? nil : context.base)
    let client: Client
    if line.inspection.mock {
      client = Client.mocked(spec, variables: variables, base: base)
    } else {
      let transport: any Transport
      if let recorder { transport = recorder } else { transport = try network() }
      // Stored tokens are for specs from files. A spec from text could send them anywhere.
      let mayKeep = line.inspection.replay == nil && spec.trust != .untrusted
      let tokens = mayKeep ? context.user.tokens.map { FileTokenStore($0, profile: profile.name) } : nil
      client = Client(spec, variables: variables, base: base, transport: transport, tokens: tokens, instruments: .none)
      if line.inspection.replay == nil, let folder = context.cacheFolder { client.cache.store = DiskCacheStore(folder) }
    }
    // The command has no middlewares; those that a spec names do nothing.
    for name in spec.service.traits.middlewares {
      client.use(name) { request, next in try await next(request) }
      if line.inspection.verbose { console.note("* the middleware '\(TerminalText.safe(name))' is Swift code: the call passes without it") }
    }
    return client
  }

  /// Returns the recorder of `--record`, to which the calls of a script are added.
  func recorder() throws(Failure) -> Recorder? {
    guard let path = line.inspection.record else { return nil }
    let transport = try network()
    return try Failure.wrapping { () throws(CallError) in try Recorder(path, over: transport, extending: true) }
  }

  private func network() throws(Failure) -> any Transport {
    if let path = line.inspection.replay { return try Failure.wrapping { () throws(CallError) in try Replay(path) } }
    if line.transport.insecure, !line.behaviour.quiet { console.warn("--insecure: certificates are not verified") }
    let http = HTTPTransport(configuration: try line.transport.makeConfiguration())
    guard line.inspection.verbose else { return http }
    return VerboseTransport(inner: http, shown: shown, showsSecrets: line.inspection.showSecrets, console: console)
  }
}
