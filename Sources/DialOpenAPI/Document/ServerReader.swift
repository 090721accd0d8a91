import DialModel
import DialSyntax

/// Turns the servers of a document into a base, and their variables into `vars`.
struct ServerReader {
  let document: OpenAPIDocument
  let service: String

  /// The settings of the service: `base`, and `vars` with the defaults of the variables of all servers. Empty if the first server is
  /// relative.
  func settings() -> [Entry] {
    if document.isSwagger { return swagger() }
    let servers = document["servers"]?.sequence ?? []
    guard let server = servers.first, let (url, own) = base(server) else { return [] }
    let range = server.range
    let base = Entry(Literal.node("base", range), Literal.node(url, range))
    var vars = own
    for other in servers.dropFirst() {
      for entry in self.base(other)?.vars ?? [] where !vars.contains(where: { $0.name == entry.name }) { vars.append(entry) }
    }
    if vars.isEmpty { return [base] }
    return [base, Entry(Literal.node("vars", range), Node(.mapping(vars), range: range))]
  }

  /// The absolute servers. A call can choose one of them.
  func all() -> [ServerModel] {
    let servers = document.isSwagger ? [] : document["servers"]?.sequence ?? []
    return servers.compactMap { server in
      base(server).map { url, _ in
        ServerModel(
          name: server.text(for: "name"), doc: server.text(for: "description"), base: Text(url, range: server.range, arguments: false))
      }
    }
  }

  /// Says that the base is none that a call can use, or only on this machine.
  var note: Diagnostic? {
    let settings = settings()
    guard let base = settings.first(where: { $0.name == "base" }) else {
      let range = (document["servers"] ?? document.root).range
      let start = SourceRange(file: range.file, start: range.start, end: range.start)
      return Diagnostic(
        severity: .note, id: "document", message: "the document has no absolute server, so a call needs a base", range: start)
    }
    guard let url = base.value.text, let host = Origin(url)?.host.lowercased() else { return nil }
    let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0"].contains(host)
    let isExample = [".example", ".test", "example.com", "example.org", "example.net"].contains(where: host.hasSuffix)
    guard isLocal || isExample else { return nil }
    let what = isLocal ? "is this machine" : "is only an example"
    return Diagnostic(
      severity: .note, id: "document", message: "the server '\(url)' \(what); a call of another one needs a base", range: base.value.range
    )
  }

  /// Returns the absolute URL of an operation's own server; nil if there is none or it is relative.
  func own(_ servers: Node?) -> String? {
    guard let server = servers?.sequence?.first, let url = server.text(for: "url") else { return nil }
    var text = url
    for variable in server.value(for: "variables")?.mapping ?? [] {
      text = text.replacing("{\(variable.name)}", with: variable.value.text(for: "default") ?? "")
    }
    return Self.trimmed(text)
  }

  /// Returns the URL with a variable for each name in braces, and the defaults. One without a default is required; an empty one is left out.
  private func base(_ server: Node) -> (url: String, vars: [Entry])? {
    guard let url = server.text(for: "url") else { return nil }
    let variables = server.value(for: "variables")?.mapping ?? []
    // `plain` is a URL without variables, which shows whether it is absolute.
    var (text, plain, vars, rest): (String, String, [Entry], Substring) = ("", "", [], url[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      let (variable, declared) = (EnvironmentName.of(service, String(name)), variables.last { $0.name == name }?.value)
      let standard = declared?.value(for: "default")
      text += rest[..<open] + (standard?.text == "" ? "" : "${\(variable)}")
      plain += rest[..<open] + (standard?.text ?? "x")
      if let standard, let value = standard.text, !value.isEmpty, !vars.contains(where: { $0.name == variable }) {
        vars.append(Literal.entry(variable, value.replacing("${", with: "$${"), standard.range))
      }
      rest = rest[rest.index(after: close)...]
    }
    guard !url.contains("${"), Self.trimmed(plain + rest) != nil else { return nil }
    return (String((text + rest).reversed().drop { $0 == "/" }.reversed()), vars)
  }

  private func swagger() -> [Entry] {
    guard let host = document["host"], let name = host.text, !name.isEmpty else { return [] }
    let schemes = document["schemes"]?.sequence?.compactMap(\.text) ?? []
    let scheme = schemes.contains("https") || !schemes.contains("http") ? "https" : "http"
    guard let url = Self.trimmed("\(scheme)://\(name)\(document["basePath"]?.text ?? "")") else { return [] }
    return [Literal.entry("base", url, host.range)]
  }

  /// Returns a URL without slashes at its end; nil if it is not absolute.
  private static func trimmed(_ url: String) -> String? {
    let url = String(url.reversed().drop { $0 == "/" }.reversed())
    guard url.hasPrefix("https://") || url.hasPrefix("http://"), Origin(url) != nil,
      !url.contains(where: { "?#{}@".contains($0) || $0.isWhitespace })
    else { return nil }
    return url
  }
}
