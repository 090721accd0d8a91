import DialBuild
import DialModel
package import DialSyntax

/// Where a document sends requests and credentials. A newer version that says something else is not to be trusted unseen.
package struct DocumentAddresses: Sendable {
  /// A difference between two versions of a document.
  package struct Change: Sendable, Equatable {
    package let what: String
    /// nil if the older version does not have it.
    package let old: String?
    /// nil if the newer version does not have it.
    package let new: String?
  }

  private static let urls = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl", "openIdConnectUrl"]
  /// The maximum number of variables of a URL that are looked at.
  private static let maxVariables = 32

  /// The origin of calls.
  private let base: String?
  /// What each address is for, in the order of the document, and the addresses.
  private var all: [(what: String, address: String)] = []
  private var seen: Set<String> = []

  /// - Parameter source: where the document comes from, to which its URLs are relative.
  package init(_ root: Node, _ source: DocumentSource?) {
    let document = OpenAPIDocument(root, path: "", in: .none, source)
    let settings = ServerReader(document: document, service: "", own: []).settings()
    let defaults = settings.first { $0.name == "vars" }?.value.mapping ?? []
    base = settings.first { $0.name == "base" }?.value.text.map { text in
      let filled = defaults.reduce(text) { $0.replacing("${\($1.name)}", with: $1.value.text ?? "") }
      return Origin(filled)?.text ?? filled
    }
    for server in document["servers"]?.sequence ?? [] { add(server, of: "server", source) }
    if document.isSwagger || document["servers"] == nil, let base { add("server", base) }
    for key in ["paths", "x-ms-paths"] {
      for path in document[key]?.mapping ?? [] {
        let item = (try? document.resolve(path.value)) ?? path.value
        let operations = (item.mapping ?? []) + (item.value(for: "additionalOperations")?.mapping ?? [])
        for part in [item] + operations.map(\.value) {
          for server in part.value(for: "servers")?.sequence ?? [] { add(server, of: "server of operations", source) }
        }
      }
    }
    let schemes = document.isSwagger ? document["securityDefinitions"] : document["components"]?.value(for: "securitySchemes")
    for entry in schemes?.mapping ?? [] {
      let scheme = (try? document.resolve(entry.value)) ?? entry.value
      for part in [scheme] + (scheme.value(for: "flows")?.mapping ?? []).map(\.value) {
        for key in Self.urls {
          guard let url = part.text(for: key) else { continue }
          add("\(key) of '\(entry.name.excerpt)'", source.map { URLReference.resolve(url, against: $0.base) } ?? url)
        }
      }
    }
  }

  private mutating func add(_ what: String, _ address: String) {
    if seen.insert("\(what)\n\(address)").inserted { all.append((what, address)) }
  }

  /// Adds the origins that a server can have: with the defaults of its variables, and with each of their values.
  private mutating func add(_ server: Node, of what: String, _ source: DocumentSource?) {
    guard let written = server.text(for: "url") else { return }
    let variables = (server.value(for: "variables")?.mapping ?? []).filter { written.contains("{\($0.name)}") }.prefix(Self.maxVariables)
    let defaults = variables.map { ($0.name, $0.value.text(for: "default") ?? "{\($0.name)}") }
    var choices = [defaults]
    for (index, variable) in variables.enumerated() {
      for value in (variable.value.value(for: "enum")?.sequence ?? []).compactMap(\.text) {
        var choice = defaults
        choice[index].1 = value
        choices.append(choice)
      }
    }
    for choice in choices {
      let url = choice.reduce(written) { $0.replacing("{\($1.0)}", with: $1.1) }
      let whole = source.map { URLReference.resolve(url, against: $0.base) } ?? url
      // Without a source, a relative server is wherever the document is.
      if let origin = Origin(whole) { add(what, origin.text) } else if URLReference.isAbsolute(whole) { add(what, whole) }
    }
  }

  /// Returns what a newer version changes.
  package func changes(to new: DocumentAddresses) -> [Change] {
    var changes: [Change] = []
    let gone = Dictionary(grouping: all.filter { !new.seen.contains("\($0.what)\n\($0.address)") }, by: \.what)
    let come = Dictionary(grouping: new.all.filter { !seen.contains("\($0.what)\n\($0.address)") }, by: \.what)
    for what in (all + new.all).map(\.what).distinct() {
      let (gone, come) = ((gone[what] ?? []).map(\.address), (come[what] ?? []).map(\.address))
      for index in 0..<max(gone.count, come.count) { changes.append(Change(what: what, old: gone[safe: index], new: come[safe: index])) }
    }
    // The same servers in another order are another base.
    if changes.isEmpty, base != new.base { changes.append(Change(what: "first server", old: base, new: new.base)) }
    return changes
  }
}
