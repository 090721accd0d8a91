import ArgumentParser
import Dial
import DialMessage
import DialSpec

/// `dial auth login|status|logout SPEC`
struct AuthCommand: ShellCommand {
  enum Action: String, FlagWord { case login, status, logout }

  static let configuration = CommandConfiguration(
    commandName: "auth",
    abstract: "Signs in to a service, tells who is signed in, signs out.",
    usage: "dial auth login|status|logout SPEC [flags]",
    discussion: """
      For specs whose 'auth' is a token that is kept: 'login: {call: …}', 'oauth2: {…}', or a label alone, whose token is asked for.
      Variables without a value are asked for on the terminal, passwords without showing them. Tokens are kept in
      ~/.local/share/dial/tokens.json (mode 0600), by label, origin of the base, and profile. 'logout' also gives the token back to the
      server where 'oauth2' has a 'revoke_url'.

      EXAMPLES
        dial auth login users.yaml                 by what the spec says
        dial auth login github -p work             for a profile
        dial auth login users.yaml < token.txt     a label alone: its token
        dial auth status users.yaml                until when, and what for
        dial auth logout users.yaml
      """)

  @Argument(help: "login, status or logout.")
  var action: Action

  @Argument(help: "A file, '-', or the name of a spec.")
  var spec: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The label of the token, where a spec has several.", valueName: "label"))
  var label: String?

  @Option(help: ArgumentHelp("The port of 127.0.0.1 that the browser comes back to, by default a free one.", valueName: "number"))
  var port: Int?

  @Flag(help: "Do not open a browser: only print the address.")
  var noBrowser = false

  @Flag(help: "Never ask on the terminal.")
  var noInput = false

  @Flag(help: "Print the tokens of 'status' as they are.")
  var showSecrets = false

  @OptionGroup(title: "Target") var target: ServiceFlags
  @OptionGroup(title: "Transport") var transport: TransportFlags
  @OptionGroup(title: "Behaviour") var shared: SharedFlags

  var color: Console.Color? { shared.color }

  func perform(_ console: Console, _ context: Context) async throws {
    if let port, !(0...65_535).contains(port) { throw Failure.usage("--port takes a number from 0 to 65535, not \(port)") }
    let spec = try SpecFinder(context: context).load(spec, isTrusted: target.trust)
    let session = AuthSession(command: self, spec: spec, console: console, context: context)
    do {
      switch action {
      case .login: try await session.login()
      case .status: try await session.status()
      case .logout: try await session.logout()
      }
    } catch let error as CallError {
      var failure = Failure(error)
      failure.hidesLine = failure.location.map(SecretLines(spec.service).hides) ?? false
      throw failure
    }
  }
}
