import Dial
import DialConsole
import DialText

/// The work of `dial auth` for one spec.
struct AuthSession {
  let command: AuthCommand
  /// The port for the redirect of a browser; 0 for a free one.
  let port: Int
  let spec: Spec
  let console: Console
  let context: Context

  func login() async throws {
    let signIn = try chosen(try asking().signIns())
    let token = try await token(signIn)
    try await Self.stored { try await signIn.keep(token) }
    console.note("signed in: \(line(signIn, token))")
  }

  func status() async throws {
    var isAnyone = false
    let client = try client()
    let keys = try await Self.stored { try (client.tokens as? FileTokenStore)?.keys() ?? [] }
    for signIn in try matching(try client.signIns()) {
      let token = try await Self.stored { try await signIn.stored() }
      isAnyone = isAnyone || token != nil
      let key = signIn.key
      let others = keys.count { ($0.label, $0.origin, $0.server) == (key.label, key.origin, key.server) } - (token == nil ? 0 : 1)
      var text = token.map { line(signIn, $0) } ?? "\(name(signIn)): not signed in"
      if others > 0 {
        if let user = user(of: signIn) { text += " (\(user))" }
        text += "\n  \(others.counted("token")) of \(others == 1 ? "another user" : "other users"); to show one, set the variables it was "
        text += "fetched with, such as --var \(signIn.model.variables.first ?? "NAME")=…"
      }
      if command.showSecrets, let token { text += "\n  \(token.access)" }
      try console.out(Array((TerminalText.lines(text) + "\n").utf8))
    }
    guard isAnyone else { throw Self.refused("not signed in", hint: "to sign in, run: dial auth login \(ShellWord.quoted(command.spec))") }
  }

  func logout() async throws {
    for signIn in try matching(try client().signIns()) {
      guard let token = try await Self.stored({ try await signIn.stored() }) else {
        console.note("\(name(signIn)): not signed in")
        continue
      }
      // The token is removed here, whatever the server responds.
      do throws(CallError) {
        if let oauth = signIn.oauth, try await oauth.revoke(token) { console.note("\(name(signIn)): the server revoked the token") }
      } catch {
        console.warn("\(name(signIn)): the server did not revoke the token: \(signIn.redact(error.message))")
      }
      try await Self.stored { try await signIn.forget() }
      console.note("signed out: \(name(signIn))")
    }
  }

  /// Returns a client with the variables for which the user was asked.
  private func asking() throws -> Client {
    var given: [String: String] = [:]
    let missing = try client().missingForTokens
    for (name, isHidden) in missing where !command.noInput {
      guard let answer = context.ask("\(name): ", isHidden), !answer.isEmpty else { break }
      given[name] = answer
    }
    return try client(given)
  }

  private func client(_ more: [String: String] = [:]) throws(Failure) -> Client {
    guard spec.trust != .untrusted else {
      throw .usage("cannot store tokens for a spec from standard input", hint: "save the spec to a file, or add --trust")
    }
    guard let path = context.user.tokens else { throw .io("cannot determine the folder for tokens", hint: "set HOME or XDG_DATA_HOME") }
    let profile = try ChosenProfile(command.target.profile, for: spec, context)
    let variables = try command.target.values(over: profile, more)
    let transport = try command.transport.makeTransport()
    return Client(
      spec, variables: variables, base: command.target.base ?? profile.base, transport: transport,
      tokens: FileTokenStore(path, profile: profile.name))
  }

  private func chosen(_ signIns: [SignIn]) throws(Failure) -> SignIn {
    let found = try matching(signIns)
    guard found.count == 1 else {
      let labels = found.map { "'\($0.redact($0.key.label))'" }.joined(separator: ", ")
      throw .usage("the spec has several tokens: \(labels)", hint: "choose one with --label")
    }
    return found[0]
  }

  private func matching(_ signIns: [SignIn]) throws(Failure) -> [SignIn] {
    guard !signIns.isEmpty else {
      throw .usage(
        "'\(command.spec)' does not require signing in",
        hint: "pass credentials with --var NAME=…; to store them in a profile, run: dial profile set PROFILE --var NAME=…")
    }
    guard let label = command.label else { return signIns }
    let found = signIns.filter { $0.key.label == label }
    guard !found.isEmpty else {
      throw .usage(
        "unknown token '\(label)'; \(Suggestion.phrase(for: label, among: signIns.map { $0.redact($0.key.label) }, what: "label"))")
    }
    return found
  }

  private func token(_ signIn: SignIn) async throws -> Token {
    if let oauth = signIn.oauth {
      do {
        switch oauth.oauth.grant {
        case .authorizationCode: return try await BrowserSignIn(session: self, oauth: oauth).token()
        case .deviceCode: return try await device(oauth)
        default: break
        }
      } catch let error as CallError where error.code == .status {
        throw signIn.described(error)
      }
    }
    if signIn.canFetch { return try await signIn.fetch() }
    if command.noInput, context.stdinIsTerminal {
      throw Self.refused(
        "missing token; --no-input disables the prompt", hint: "pass the token on standard input: … | dial auth login SPEC")
    }
    let typed = command.noInput ? nil : context.ask("token for '\(signIn.redact(signIn.key.label))': ", true)
    let text = try typed ?? String(decoding: context.stdin(), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    if lines.isEmpty, typed == nil { throw Self.refused("missing token; standard input is empty") }
    let token = lines.count == 1 ? String(lines[0]) : ""
    guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Self.refused("invalid token: expected one line of ASCII characters without spaces")
    }
    return Token(token)
  }

  private static func refused(_ message: String, hint: String? = nil) -> Failure {
    Failure("credentials", message, exit: ExitStatus.credentials, hint: hint)
  }

  private func device(_ oauth: OAuthClient) async throws -> Token {
    let code = try await DeviceCode(oauth)
    say("open \(code.address) and enter the code \(code.code)")
    if let whole = code.wholeAddress {
      say("or open \(whole)")
      if !command.noBrowser, whole.hasPrefix("https://") { _ = context.browse(whole) }
    }
    return try await code.token()
  }

  func say(_ text: String) { console.tell(Notice(.note, "open", text), text: text) }

  /// The values of `--var` that tell users apart, without secrets: `USER=ann`; nil if there are none.
  private func user(of signIn: SignIn) -> String? {
    let hidden = signIn.model.credentials
    let given = command.target.variables.filter { word in
      let name = String(word.prefix { $0 != "=" })
      return signIn.model.variables.contains(name) && !hidden.contains(name) && !SecretNames.contains(name, in: .item)
    }
    return given.isEmpty ? nil : signIn.redact(given.joined(separator: " "))
  }

  /// `session at https://api.example.com, until 2026-11-22T10:00:00Z, for read write`
  private func line(_ signIn: SignIn, _ token: Token) -> String {
    var text = name(signIn)
    if let expires = token.expires { text += ", expires \(expires.rfc3339)" }
    if token.refresh != nil { text += ", renewed automatically" }
    if let scope = token.scope, !scope.isEmpty { text += ", scope \(scope)" }
    return TerminalText.safe(text)
  }

  private func name(_ signIn: SignIn) -> String { signIn.redact("\(signIn.key.label) at \(signIn.key.origin)") }

  private static func stored<Value>(_ ask: () async throws -> Value) async throws -> Value {
    do { return try await ask() } catch let error as TransportError { throw Failure.io(error.message) }
  }
}
