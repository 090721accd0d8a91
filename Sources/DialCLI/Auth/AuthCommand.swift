import Dial
import DialConsole
import DialFlags

struct AuthCommand: SharedCommand {
  enum Action: String, FlagWord { case login, status, logout }

  static let about = CommandAbout(
    "Sign in to a service, sign out, or show the status",
    usage: "dial auth login|status|logout SPEC [flags]",
    text: """
      Signs in to a service whose spec declares a token in 'auth': 'login: {call: …}', 'oauth2: {…}', or only a label such as
      'bearer: session'. For a label, Dial asks for the token. It also asks for missing variables, and does not show passwords. It
      stores tokens in ~/.local/share/dial/tokens.json (mode 0600), by label, origin and profile. 'logout' deletes the token. If
      'oauth2' has a 'revoke_url', it also revokes the token on the server.
      """,
    sections: [
      "EXAMPLES": """
      dial auth login users.yaml                 sign in as the spec declares
      dial auth login github -p work             sign in with a profile
      dial auth login users.yaml < token.txt     store a token from a file
      dial auth status users.yaml                show expiry time and scope
      dial auth logout users.yaml
      """
    ])

  static let operands = [Operand("action", chooses: \Self.action), Operand("spec", \.spec)]

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition("--label", sets: \.label, to: "label", help: "label of the token, if the spec has several"),
      FlagDefinition("--port", sets: \.port, to: "number", help: "port on 127.0.0.1 for the browser redirect (default: a free port)"),
      FlagDefinition("--no-browser", switches: \.noBrowser, help: "print the address instead of opening a browser"),
      FlagDefinition("--no-input", switches: \.noInput, help: "never prompt on the terminal"),
      FlagDefinition("--show-secrets", switches: \.showSecrets, help: "show the tokens in the output of 'status'"),
    ] + FlagDefinition.part(\.target, titled: "Target") + FlagDefinition.part(\.transport, titled: "Transport")
    + FlagDefinition.part(\.shared, titled: "Behavior")

  var action = Action.status
  var spec = ""
  var label: String?
  var port: String?
  var noBrowser = false
  var noInput = false
  var showSecrets = false
  var target = ServiceFlags()
  var transport = TransportFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let port = try FlagValue.port(port) ?? 0
    let spec = try target.chosen(SpecFinder(context: context).load(spec, isTrusted: target.trust))
    let session = AuthSession(command: self, port: port, spec: spec, console: console, context: context)
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
