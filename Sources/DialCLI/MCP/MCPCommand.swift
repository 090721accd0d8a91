import Dial
import DialBundle
import DialConsole
import DialFlags
import DialLibc
import DialMCP
import Synchronization

struct MCPCommand: SharedCommand {
  static let about = CommandAbout(
    "Serve specs to agents over the Model Context Protocol",
    usage: "dial mcp SPEC… [flags]",
    text: """
      An agent gets three tools, search, describe and call, or with --tools endpoints one tool of each endpoint. Messages go over standard \
      input and output, or with --http over HTTP on this machine. After a spec has changed, it is read again.

      Only GET, HEAD, OPTIONS and QUERY are sent. --allow opens endpoints or methods, and with --ask the client asks its user before each \
      other call. Credentials come from the environment, profiles and stored tokens; the model can neither pass nor see them.
      """,
    sections: [
      "EXAMPLES": """
      dial mcp users.yaml
      dial mcp users.yaml shop.json --allow POST --allow users/deleteUser
      dial mcp users.yaml --ask
      dial mcp users.yaml --http 8080          serves http://127.0.0.1:8080/mcp
      dial mcp users.yaml --tools endpoints --only getUser --only list
      dial mcp users.yaml --install claude     prints the entry of a client
      dial mcp users.yaml --install vscode --write
      """
    ])

  static let operands = [Operand("spec", rest: \Self.specs, isRequired: true)]

  static let flags: [FlagDefinition<Self>] =
    [
      FlagDefinition("--http", sets: \.http, to: "port", help: "serve over HTTP on this port of 127.0.0.1; 0 selects a free port"),
      FlagDefinition("--tools", chooses: \.tools, of: "kind", help: "three tools for all endpoints, or one of each endpoint"),
      FlagDefinition("--only", adds: \.only, of: "name", help: "endpoint that the agent sees, instead of all (repeatable)"),
      FlagDefinition("--allow", adds: \.allowed, of: "name", help: "endpoint or method to call without asking (repeatable)"),
      FlagDefinition("--ask", switches: \.asks, help: "let the client ask its user before other calls"),
      FlagDefinition("--max-bytes", sets: \.maxBytes, to: "n", help: "maximum size of a result (default: 64000)"),
      FlagDefinition("--binary", switches: \.binary, help: "return binary results as base64"),
      FlagDefinition("--install", chooses: \.client, of: "client", help: "print the entry for the configuration of a client, and end"),
      FlagDefinition("--write", switches: \.writes, help: "with --install, add the entry to the configuration of the project"),
      FlagDefinition("--force", switches: \.force, help: "with --write, replace another server of this name"),
      FlagDefinition("--audit", sets: \.audit, to: "file", help: "append a line of JSON for each call to a file"),
    ] + FlagDefinition.part(\.service, titled: "Target") + FlagDefinition.part(\.transport, titled: "Transport")
    + FlagDefinition.part(\.shared, titled: "Behavior")

  var specs: [String] = []
  var http: String?
  var tools = ToolKind.search
  var only: [String] = []
  var allowed: [String] = []
  var asks = false
  var maxBytes: String?
  var binary = false
  var audit: String?
  var client: AgentClient?
  var writes = false
  var force = false
  var service = ServiceFlags()
  var transport = TransportFlags()
  var shared = SharedFlags()

  func perform(_ console: Console, _ context: Context) async throws {
    let port = try FlagValue.port(http)
    let options = try makeOptions(console, context)
    if specs.count > 1, service.base != nil { throw Failure.usage("--base requires a single spec") }
    if specs.count > 1, service.server != nil { throw Failure.usage("--server requires a single spec") }
    _ = try transport.makeConfiguration()
    let finder = SpecFinder(context: context)
    let names = specs.map(Self.name)
    for (spec, name) in zip(specs, names) {
      if spec == "-" { throw Failure.usage("the spec cannot be standard input, which has the messages", hint: "save it in a file") }
      guard finder.exists(spec) else { throw finder.missing(spec) }
      if names.filter({ $0 == name }).count > 1 {
        throw Failure.usage("two specs have the name '\(name)'", hint: "rename one of the files")
      }
    }
    let served = zip(specs, names).map { spec, name in
      let file: String? = if case .file(let path)? = finder.source(spec) { path } else { nil }
      return ServedSpec(name, file: file) { load(spec, console, context) }
    }
    try await checkNames(served, console)
    if let client {
      // What the server could not use does not belong into a configuration.
      for spec in served where await spec.endpoints == nil {
        throw Failure("spec", "'\(spec.name)' cannot be served, so nothing was added", exit: ExitStatus.spec)
      }
      if http != nil { throw Failure.usage("--install conflicts with --http; its entry is for standard input and output") }
      if transport.proxy?.contains("@") == true {
        throw Failure.usage("--install conflicts with a --proxy that has a user, because passwords do not belong into a configuration")
      }
      if let base = service.base, let fault = Self.secretFault(of: base) {
        throw Failure.usage("--install conflicts with a --base that has \(fault), because secrets do not belong into a configuration")
      }
      if !service.variables.isEmpty {
        throw Failure.usage("--install conflicts with --var, because values do not belong into a configuration", hint: "use a profile")
      }
      let (program, words) = (context.ownProgram, words(finder))
      guard writes else {
        return try console.out(JSONWriter.bytes(client.entry(names[0], program: program, command: words), indent: 2) + [0x0A])
      }
      let path = try client.add(names[0], program: program, command: words, replaces: force)
      return console.note("'\(path)' has the server '\(names[0])'")
    }
    if writes || force { throw Failure.usage("\(writes ? "--write" : "--force") requires --install") }
    let agent = AgentServer(served, options: options)
    guard let port else { return await serve(agent, console, context) }
    let http = HTTPServer(agent)
    let server = try await Failure.serving(on: port, hint: "choose another port with --http N") { await http.response(to: $0) }
    Signals.serve()
    try console.out(Array("\(server.base)\(HTTPServer.path)\n".utf8))
    await server.wait()
  }

  /// Reports names of `--allow` and `--only` that no spec has, and endpoints of `--only` without a use. Methods alone need no spec to be read.
  private func checkNames(_ served: [ServedSpec], _ console: Console) async throws {
    let named = allowed.filter { !Methods.all.contains($0) }
    if named.isEmpty, only.isEmpty { return }
    var known: [(name: String, method: String)] = []
    for spec in served {
      // The fault of a spec has been reported.
      guard let endpoints = await spec.endpoints else { return }
      known += endpoints.flatMap { [($0.name, $0.method), ("\(spec.name)/\($0.name)", $0.method)] }
    }
    let methods = Dictionary(known.map { ($0.name, $0.method) }) { first, _ in first }
    // A spec can have a method of its own, such as PURGE.
    let others = named.filter { !methods.values.contains($0) }
    for (flag, name) in others.map({ ("--allow", $0) }) + only.map({ ("--only", $0) }) where methods[name] == nil {
      let more = flag == "--allow" ? Methods.all : []
      let nearest = more.first { $0 == name.uppercased() } ?? Suggestion.nearest(to: name, among: known.map(\.name) + more)
      throw Failure.usage(
        "\(flag): '\(name)' is \(more.isEmpty ? "no endpoint" : "neither a method nor an endpoint")"
          + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
        hint: "to list the endpoints, run: dial list \(ShellWord.quoted(specs[0]))")
    }
    func isSame(_ name: String, _ other: String) -> Bool { name == other || name.hasSuffix("/" + other) || other.hasSuffix("/" + name) }
    if only.isEmpty { return }
    if let hidden = others.first(where: { name in !only.contains { isSame(name, $0) } }) {
      throw Failure.usage("--allow: '\(hidden)' is not among the endpoints of --only", hint: "add --only \(ShellWord.quoted(hidden))")
    }
    guard tools == .endpoints, !asks else { return }
    for name in only {
      let method = methods[name] ?? ""
      guard !Methods.isSafe(method), !allowed.contains(method), !allowed.contains(where: { isSame(name, $0) }) else { continue }
      console.note("'\(name)' has no tool, because it is not allowed; add --allow \(ShellWord.quoted(name))")
    }
  }

  private static func secretFault(of base: String) -> String? {
    if AbsoluteURL(base)?.authority.contains("@") ?? false { return "a user" }
    return UndeclaredSecrets.items(of: base).isEmpty ? nil : "a secret item"
  }

  private func serve(_ agent: AgentServer, _ console: Console, _ context: Context) async {
    let server = StdioServer(agent) { try? console.out($0) }
    Signals.serve()
    Signals.drain { server.stop() }
    await server.run { try await context.piece() }
    Signals.drain(nil)
  }

  private func load(_ spec: String, _ console: Console, _ context: Context) -> Result<Client, ServedSpec.Fault> {
    var line = CallLine()
    (line.spec, line.target.service, line.transport) = (spec, service, transport)
    do throws(Failure) {
      let loaded = try service.chosen(SpecFinder(context: context).load(spec, isTrusted: service.trust, inPart: true))
      let clients = CallClient(line: line, shown: ShownRequest(), binary: nil, console: console, context: context)
      return .success(try clients.client(of: loaded, nil))
    } catch {
      try? console.err(Array(FailureText(color: console.errHasColor).text(error).utf8))
      return .failure(ServedSpec.Fault(error.message, in: error.findings.map(\.range.file.name)))
    }
  }

  /// Returns the command line for a client, which starts `dial` in another folder. Values of variables are not in it.
  private func words(_ finder: SpecFinder) -> [String] {
    let bundle = finder.context.bundle
    // A program serves its own spec without being told.
    let paths = specs.filter { $0 != bundle?.spec }.map { spec -> String in
      if case .file(let path)? = finder.source(spec) { Self.absolute(path) } else { spec }
    }
    let files = [
      ("--audit", audit), ("--cacert", transport.cacert), ("--cert", transport.cert), ("--key", transport.key),
    ].map { flag, path in (flag, path.map(Self.absolute)) }
    let values: [(String, String?)] =
      allowed.map { ("--allow", $0) } + only.map { ("--only", $0) } + (tools == .endpoints ? [("--tools", tools.rawValue)] : [])
      + service.environment.map { ("--env", $0) } + service.environmentFiles.map { ("--env-file", Self.absolute($0)) } + files + [
        ("--max-bytes", maxBytes), ("--base", service.base), ("--server", service.server), ("--profile", service.profile),
        ("--timeout", transport.timeout), ("--key-password-var", transport.keyPassword), ("--proxy", transport.proxy),
      ]
    let switches = [
      ("--ask", asks), ("--binary", binary), ("--trust", service.trust), ("--http1.1", transport.http1), ("--insecure", transport.insecure),
    ]
    let start = [bundle?.written("mcp") ?? "mcp"] + paths
    return start + values.flatMap { flag, value in value.map { [flag, $0] } ?? [] } + switches.filter(\.1).map(\.0)
  }

  /// Returns the path of a file, which need not exist yet, for a process in another folder.
  private static func absolute(_ path: String) -> String {
    File.resolved(path) ?? (path.hasPrefix("/") ? path : "\(File.resolved(".") ?? ".")/\(path)")
  }

  private func makeOptions(_ console: Console, _ context: Context) throws(Failure) -> AgentOptions {
    let words = Dictionary(zip(specs.map(Self.name), specs)) { first, _ in first }
    var options = AgentOptions { remedy, name in
      let hint = remedy.hint(spec: ShellWord.quoted(words[name] ?? name))
      return context.bundle?.text(hint) ?? hint
    } permission: { endpoint, method in
      "the person who runs it can allow it with --allow \(ShellWord.quoted(endpoint)) or --allow \(method)"
    }
    (options.allowed, options.asks, options.showsBinary) = (allowed, asks, binary)
    (options.makesToolOfEach, options.only) = (tools == .endpoints, only)
    options.timeout = try transport.makeTimeout()
    let profile = service.profile
    options.readCookies = { client throws(CallError) in
      guard let path = context.user.cookies, client.engine.spec.trust != .untrusted else { return }
      let name = (try? ChosenProfile(profile, for: client.engine.spec, context))?.name ?? ""
      let file = CookieFile(path, service: client.engine.spec.service.name, profile: name)
      do throws(TransportError) { try client.cookieJar.read(file) } catch { throw CallError(.io, error.message) }
    }
    options.writeCookies = { client in await CallLine.keepCookies(of: client, console) }
    let size = try FlagValue.number(maxBytes, "--max-bytes", in: 1000...(1 << 30), "an integer from 1000 to 1073741824")
    if let size { options.maxBytes = size }
    if let audit, client == nil {
      let file = open(audit, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw .io("cannot write '\(audit)': \(SystemReason.last)") }
      let lock = Mutex(())
      options.audit = { entry in
        lock.withLock { _ in
          do throws(Failure) {
            try FileDescriptor.write(JSONWriter.bytes(entry) + [0x0A], to: file)
          } catch {
            console.warn("cannot write '\(audit)': \(error.message)")
          }
        }
      }
    }
    return options
  }

  /// The name of a spec for agents: that of its file without the extension.
  private static func name(_ spec: String) -> String {
    let file = String(spec[LocalFile.name(in: spec)...])
    let ending = [".yaml", ".yml", ".json"].first(where: file.hasSuffix) ?? ""
    return String(file.dropLast(ending.count))
  }
}

/// Which tools an agent gets.
enum ToolKind: String, FlagWord {
  case search, endpoints
}
