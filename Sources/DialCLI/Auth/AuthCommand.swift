import ArgumentParser
import Dial

/// `dial auth login|status|logout SPEC`
struct AuthCommand: SharedCommand {
  enum Action: String, FlagWord { case login, status, logout }

  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: "Sign in to a service, sign out, or show the status",
    usage: "dial auth login|status|logout SPEC [flags]",
    discussion: """
      Signs in to a service whose spec declares a token in 'auth': 'login: {call: …}', 'oauth2: {…}', or only a label such as
      'bearer: session'. For a label, Dial asks for the token. It also asks for missing variables, and does not show passwords. It
      stores tokens in ~/.local/share/dial/tokens.json (mode 0600), by label, origin and profile. 'logout' deletes the token. If
      'oauth2' has a 'revoke_url', it also revokes the token on the server.

      EXAMPLES
        dial auth login users.yaml                 sign in as the spec declares
        dial auth login github -p work             sign in with a profile
        dial auth login users.yaml < token.txt     store a token from a file
        dial auth status users.yaml                show expiry time and scope
        dial auth logout users.yaml
      """)

  @Argument(help: "login, status or logout")
  var action: Action

  @Argument(help: "file, '-' for standard input, or name of a spec")
  var spec: String

  @Option(parsing: .unconditional, help: ArgumentHelp("label of the token, if the spec has several", valueName: "label"))
  var label: String?

  @Option(help: ArgumentHelp("port on 127.0.0.1 for the browser redirect (default: a free port)", valueName: "number"))
  var port: Int?

  @Flag(help: "print the address instead of opening a browser")
  var noBrowser = false

  @Flag(help: "never prompt on the terminal")
  var noInput = false

  @Flag(help: "show the tokens in the output of 'status'")
  var showSecrets = false

  @OptionGroup(title: "Target") var target: ServiceFlags
  @OptionGroup(title: "Transport") var transport: TransportFlags
  @OptionGroup(title: "Behavior") var shared: SharedFlags

  func perform(_ console: Console, _ context: Context) async throws {
    if let port, !(0...65_535).contains(port) { throw Failure.usage("--port must be a number from 0 to 65535, but is \(port)") }
    let spec = try SpecFinder(context: context).load(spec, isTrusted: target.trust)
    let session = AuthSession(command: self, spec: spec, console: console, context: context)
    do {
      switch action {
      case .login: try await session.login()
      case .status: try await session.status()
      case .logout: try await session.logout()
      }
    } catch let error as CallError {
      var failure = Failure(error, spec: ShellWord.quoted(self.spec))
      failure.hidesLine = failure.location.map(SecretLines(spec.service).hides) ?? false
      throw failure
    }
  }
}
