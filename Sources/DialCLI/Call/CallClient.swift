import Dial
import DialEngine
import DialHTTP
import DialMessage
import DialModel
import DialPolicies
import DialSpec
import DialSyntax
import DialTesting

/// Makes the client of a call, and what stands between it and the network.
struct CallClient {
  let line: CallLine
  /// What `-v` has shown.
  let shown: ShownRequest
  let console: Console
  let context: Context

  /// The client of the call: over the network, over a recording, or over the mocks of the spec.
  func client(of spec: Spec, _ recorder: Recorder?) throws(Failure) -> Client {
    let profile = try line.target.service.chosenProfile(for: spec, context)
    if line.inspection.verbose, profile.name.isEmpty, let other = context.profile, !other.isEmpty {
      console.note("* ignored the profile '\(TerminalText.safe(other))' of DIAL_PROFILE: a spec from standard input requires -p")
    }
    var variables = try line.target.service.values(over: profile)
    // Nobody is there to show credentials to.
    if line.inspection.mock || line.inspection.replay != nil { variables = variables.standingIn(for: spec) }
    let base = line.target.service.base ?? profile.base ?? (context.builtIn[line.spec] == nil ? nil : context.base)
    let client: Client
    if line.inspection.mock {
      client = Client.mocked(spec, variables: variables, base: base)
    } else {
      let transport: any Transport
      if let recorder { transport = recorder } else { transport = try network() }
      // The tokens of the user are for specs that the user has: a text may say what it likes of where it would send them.
      let mayKeep = line.inspection.replay == nil && spec.trust != .untrusted
      let tokens = mayKeep ? context.user.tokens.map { FileTokenStore($0, profile: profile.name) } : nil
      client = Client(spec, variables: variables, base: base, transport: transport, tokens: tokens, instruments: .none)
      if line.inspection.replay == nil, let folder = context.cacheFolder { client.cache.store = DiskCacheStore(folder) }
    }
    // The shell knows no middlewares: those that a spec names let the call pass.
    for name in spec.service.traits.middlewares {
      client.use(name) { request, next in try await next(request) }
      if line.inspection.verbose { console.note("* skipped the middleware '\(TerminalText.safe(name))', which requires a Swift program") }
    }
    return client
  }

  /// What `--record` asks for. The calls of a script gather in one file.
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
