import DialModel
import DialSyntax

/// Turns the servers of a document into a base, and their variables into `vars`.
struct ServerReader {
  private let document: OpenAPIDocument
  private let service: String
  private let servers: [Node]
  /// The variables of all servers with their defaults; of several defaults, the first.
  private var variables: [Entry] = []
  private var defaults: [String: String] = [:]

  /// - Parameter own: the servers of operations and paths.
  init(document: OpenAPIDocument, service: String, own: [Node]) {
    (self.document, self.service) = (document, service)
    servers = document.isSwagger ? [] : document["servers"]?.sequence ?? []
    for entry in servers.flatMap({ base($0)?.vars ?? [] }) + own.flatMap({ filled($0).vars }) where defaults[entry.name] == nil {
      defaults[entry.name] = entry.value.text
      variables.append(entry)
    }
  }

  /// The settings of the service: `base`, and `vars` with the defaults of the variables of all servers. Empty if nothing says where a
  /// relative server is.
  func settings() -> [Entry] {
    if document.isSwagger { return swagger() }
    let range = usual?.range ?? document.root.range.beginning
    let first = usual.flatMap { base($0) }
    // Without servers, it is the one that has the document (OpenAPI 3.1.1 section 4.8.1).
    let url = usual == nil ? document.source.map { URLReference.resolve("/", against: $0.base) } : first?.url
    let settings = url.map { [Entry(Literal.node("base", range), Literal.node($0, range))] } ?? []
    let own = first?.vars ?? []
    let vars = own + variables.filter { variable in !own.contains { $0.name == variable.name } }
    return vars.isEmpty ? settings : settings + [Entry(Literal.node("vars", range), Node(.mapping(vars), range: range))]
  }

  /// The first server, with TLS if the document lists it with and without.
  private var usual: Node? {
    guard let first = servers.first, let url = first.text(for: "url"), url.hasPrefix("http://") else { return servers.first }
    func plain(_ url: String) -> String { url.lowercased().trimmingSlashes() }
    return servers.first { $0.text(for: "url").map(plain) == plain("https" + url.dropFirst("http".count)) } ?? first
  }

  /// The servers that are known. A call can choose one of them.
  func all() -> [ServerModel] {
    if document.isSwagger { return schemes() }
    let chosen = usual?.identity
    return servers.enumerated().compactMap { index, server in
      base(server).map { url, vars in
        let defaults = vars.map { ($0.name, Text($0.value.text ?? "", range: $0.value.range, arguments: false)) }
        return ServerModel(
          name: server.text(for: "name"), doc: server.text(for: "description"), base: Text(url, range: server.range, arguments: false),
          vars: Dictionary(defaults) { first, _ in first }, number: index + 1, isUsual: server.identity == chosen)
      }
    }
  }

  /// Says that the base is none that a call can use, or only on this machine.
  var note: Diagnostic? {
    let settings = settings()
    guard let base = settings.first(where: { $0.name == "base" }) else {
      if let server = usual, let url = server.text(for: "url"), URLReference.isAbsolute(url) {
        return .note(
          .documentServer, "the server '\(url.excerpt)' cannot be a base, so a call needs one; a base is https or http with host and path",
          at: server.range)
      }
      if let host = declaredHost?.name {
        return .note(
          .documentServer, "the host '\(host.excerpt)' cannot be called, so a call needs a base",
          at: document["host"]?.range ?? document.root.range)
      }
      let range = (document["servers"] ?? document.root).range
      let path = document.isSwagger ? basePath : usual?.text(for: "url") ?? ""
      let known = path.hasPrefix("/") && path != "/" ? ": https://HOST" + path.excerpt : ""
      return .note(.documentServer, "the document has no absolute server, so a call needs a base\(known)", at: range.beginning)
    }
    guard let url = base.value.text, let host = Origin(url)?.host.lowercased() else { return nil }
    let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0"].contains(host)
    let isExample = [".example", ".test", "example.com", "example.org", "example.net"].contains(where: host.hasSuffix)
    guard isLocal || isExample else { return nil }
    let what = isLocal ? "is this machine" : "is only an example"
    return .note(.documentServer, "the server '\(url)' \(what); a call of another one needs a base", at: base.value.range)
  }

  /// Returns the server of an operation or a path, absolute or relative to the base; nil if there is none. Throws if it cannot be called.
  func own(_ declared: Node?) throws(Diagnostic) -> Text? {
    guard let server = declared?.sequence?.first, let written = server.text(for: "url") else { return nil }
    let url = url(server) { variable, standard in
      guard let standard = standard?.text else { return "${\(variable)}" }
      // A variable with the same default has one value everywhere.
      return defaults[variable] == standard ? "${\(variable)}" : Text.escaped(standard, arguments: false)
    }
    guard let url else {
      throw .error(.documentServer, "the server '\(written.excerpt)' of the operation is not a URL that can be called", at: server.range)
    }
    return Text(url, range: server.range, arguments: false)
  }

  /// Returns the URL with a variable for each name in braces, and the defaults. One without a default is required; an empty one is left out.
  private func base(_ server: Node) -> (url: String, vars: [Entry])? {
    let (url, vars) = filled(server)
    guard let url, url.contains("://") || isWhole(server) else { return nil }
    return (url, vars)
  }

  /// Returns the same for any server, which can be relative.
  private func filled(_ server: Node) -> (url: String?, vars: [Entry]) {
    var vars: [Entry] = []
    var isBeginning = isWhole(server)
    let url = url(server) { variable, standard in
      defer { isBeginning = false }
      guard let standard, let value = standard.text else { return "${\(variable)}" }
      // An empty beginning is to be replaced: `{endpoint}/v1`.
      if value.isEmpty { return isBeginning ? "${\(variable)}" : "" }
      if !vars.contains(where: { $0.name == variable }) {
        vars.append(Literal.entry(variable, Text.escaped(value, arguments: false), standard.range))
      }
      return "${\(variable)}"
    }
    return (url, vars)
  }

  /// Whether the URL begins with a variable that is itself the beginning of a URL, such as `{endpoint}` of Azure: one whose default is absolute,
  /// empty or missing.
  private func isWhole(_ server: Node) -> Bool {
    guard let written = server.text(for: "url"), written.hasPrefix("{"), let close = written.firstIndex(of: "}") else { return false }
    let (name, rest) = (written[..<close].dropFirst(), written[close...].dropFirst())
    guard rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("{") else { return false }
    let variable = server.value(for: "variables")?.mapping?.last { $0.name == name }
    guard let standard = variable?.value.text(for: "default"), !standard.isEmpty else { return true }
    return URLReference.isAbsolute(standard)
  }

  /// Returns the URL of a server without slashes at its end; nil if it cannot be one. It is relative if nothing says where the document
  /// comes from.
  ///
  /// - Parameter fill: returns the text of a variable, which has a default or is required.
  private func url(_ server: Node, _ fill: (_ variable: String, _ standard: Node?) -> String) -> String? {
    guard let written = server.text(for: "url"), !written.contains("${") else { return nil }
    var url = isWhole(server) ? written : document.source.map { URLReference.resolve(written, against: $0.base) } ?? written
    // Without a source, the scheme is the usual one (RFC 3986 section 4.2), which is written in small letters (section 3.1).
    if url.hasPrefix("//") { url = "https:" + url }
    if let end = url.firstRange(of: "://"), !url[..<end.lowerBound].contains(where: { "{/".contains($0) }) {
      url = url[..<end.lowerBound].lowercased() + url[end.lowerBound...]
    }
    let variables = server.value(for: "variables")?.mapping ?? []
    // `plain` is a URL without variables, which shows whether it can be called.
    var (text, plain, rest): (String, String, Substring) = ("", "", url[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      let standard = variables.last { $0.name == name }?.value.value(for: "default")
      let value = fill(EnvironmentName.of(service, String(name)), standard)
      text += rest[..<open] + value
      plain += rest[..<open] + (standard?.text ?? "x")
      rest = rest[rest.index(after: close)...]
      // An empty segment goes with its slash.
      if value.isEmpty, rest.hasPrefix("/"), text.hasSuffix("/"), !text.hasSuffix("://") { rest.removeFirst() }
    }
    plain += rest
    if !URLReference.isAbsolute(plain) { plain = URLReference.resolve(plain, against: "https://x/") }
    guard Self.trimmed(plain) != nil else { return nil }
    let whole = (text + rest).trimmingSlashes()
    return whole.isEmpty ? "/" : whole
  }

  /// The settings of a host with parameters (`x-ms-parameterized-host`), which are variables; nil without one that can be read.
  private func parameterized() -> [Entry]? {
    guard let node = document["x-ms-parameterized-host"], let host = node.text(for: "hostTemplate") else { return nil }
    let isWhole = node.value(for: "useSchemePrefix")?.text == "false"
    let variables = (node.value(for: "parameters")?.sequence ?? []).compactMap { parameter -> Entry? in
      guard let parameter = try? document.resolve(parameter), let name = parameter.text(for: "name") else { return nil }
      return Entry(Literal.node(name, parameter.range), parameter)
    }
    let url = (isWhole ? "" : scheme + "://") + host + basePath
    let server = Node(
      .mapping([
        Literal.entry("url", url, node.range), Entry(Literal.node("variables", node.range), Node(.mapping(variables), range: node.range)),
      ]), range: node.range)
    guard let (base, vars) = base(server) else { return nil }
    let settings = [Literal.entry("base", base, node.range)]
    return vars.isEmpty ? settings : settings + [Entry(Literal.node("vars", node.range), Node(.mapping(vars), range: node.range))]
  }

  /// The path before that of each operation. The slash at its beginning is required (Swagger 2.0, Swagger Object), and some leave it out.
  private var basePath: String {
    guard let path = document["basePath"]?.text, !path.isEmpty else { return "" }
    return path.hasPrefix("/") ? path : "/" + path
  }

  /// The scheme and the host that `host` names, which some write as a URL.
  private var declaredHost: (scheme: String?, name: String)? {
    guard let host = document["host"]?.text, !host.isEmpty else { return nil }
    guard let mark = host.firstRange(of: "://") else { return (nil, host) }
    return (host[..<mark.lowerBound].lowercased(), String(host[mark.upperBound...]).trimmingSlashes())
  }

  /// The scheme of the document, or that of the URL that it comes from.
  private var scheme: String {
    if let own = declaredHost?.scheme { return own }
    let schemes = document["schemes"]?.sequence?.compactMap(\.text) ?? []
    // The port of http is not one of https.
    if schemes.contains("http"), declaredHost?.name.hasSuffix(":80") == true { return "http" }
    if schemes.isEmpty, let usual = document.source.flatMap({ Origin($0.base) })?.scheme { return usual }
    return schemes.contains("https") || !schemes.contains("http") ? "https" : "http"
  }

  /// The host with each scheme, if there are several; the one of the base is the first.
  private func schemes() -> [ServerModel] {
    let words = Set(document["schemes"]?.sequence?.compactMap(\.text) ?? []).intersection(["http", "https"])
    let host = declaredHost?.name ?? ""
    // These ports have one scheme.
    guard words.count > 1, declaredHost?.scheme == nil, !host.hasSuffix(":80"), !host.hasSuffix(":443"),
      document["x-ms-parameterized-host"] == nil,
      let base = swagger().first, let url = base.value.text,
      let rest = url.firstRange(of: "://").map({ url[$0.lowerBound...] })
    else { return [] }
    let other = url.hasPrefix("https:") ? "http" : "https"
    return [url, other + rest].enumerated().map { index, url in
      ServerModel(name: nil, doc: nil, base: Text(url, range: base.value.range, arguments: false), number: index + 1)
    }
  }

  private func swagger() -> [Entry] {
    if let settings = parameterized() { return settings }
    let range = (document["host"] ?? document["basePath"] ?? document.root).range
    // Without a host, it is the one that has the document (Swagger 2.0, Swagger Object).
    guard let host = declaredHost?.name ?? document.source.flatMap({ Origin($0.base) })?.hostField,
      let url = Self.trimmed("\(scheme)://\(host)\(basePath)")
    else { return [] }
    return [Literal.entry("base", url, range)]
  }

  /// Returns a URL without slashes at its end; nil if a base cannot be one, as a host to be filled in: `<your-domain>`.
  private static func trimmed(_ url: String) -> String? {
    let url = url.trimmingSlashes()
    guard url.hasPrefix("https://") || url.hasPrefix("http://"), BaseURL.fault(url) == nil, !url.contains(where: { "{}".contains($0) })
    else { return nil }
    return url
  }
}

extension SourceRange {
  /// The place where it begins.
  var beginning: SourceRange { SourceRange(file: file, start: start, end: start) }
}
