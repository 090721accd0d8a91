import DialModel
import DialSyntax
import Synchronization

/// Turns the security of a document into `auth`: alternatives of credentials, whose values are variables named after service and scheme.
final class SecurityReader: Sendable {
  /// What a scheme asks for.
  private struct Scheme: Sendable {
    /// The ways to send it, each complete by itself: lines of `auth`, or an OAuth 2 flow.
    var ways: [@Sendable (_ scopes: [String]) -> Node]
    /// The variable of its value, which stands alone in the first way.
    var variables: [String]
    /// Headers before cookies before the query, which logs and histories keep.
    var rank = 0
    /// Where it is sent; two of one place cannot be sent together.
    var place: String
    /// What to try if the server rejects it.
    var hint: String?
    /// The scheme of a flow in which a user signs in; such a token has the scopes of all operations.
    var isInteractive = false
  }

  /// The rank of an alternative that cannot be sent completely.
  private static let incomplete = 3

  private let schemes: [String: Scheme]
  private let document: OpenAPIDocument
  /// What is wrong with the schemes, once for the document.
  let findings: [Diagnostic]
  private let scopes = Mutex<[String: [String]]>([:])

  init(_ document: OpenAPIDocument, service: String) {
    self.document = document
    let declared = document.isSwagger ? document["securityDefinitions"] : document["components"]?.value(for: "securitySchemes")
    var (schemes, findings): ([String: Scheme], [Diagnostic]) = ([:], [])
    for entry in declared?.mapping ?? [] where !entry.name.hasPrefix("x-") {
      guard let node = try? document.resolve(entry.value) else { continue }
      let reader = SchemeReader(name: entry.name, node: node, variable: EnvironmentName.of(service, entry.name))
      schemes[entry.name] = reader.scheme { findings.append(.warning(.documentSecurity, $0, at: entry.key.range)) }
    }
    (self.schemes, self.findings) = (schemes, findings)
  }

  /// The variables of all schemes, in order.
  var variables: [String] { Set(schemes.values.flatMap(\.variables)).sorted() }

  /// Whether calls need credentials that are known.
  func isRequired(_ security: Node) -> Bool {
    security.alternatives?.contains { $0.mapping?.contains { schemes[$0.name] != nil } ?? false } ?? false
  }

  /// The items of the query that are credentials in every alternative.
  func items(_ security: Node) -> Set<String> {
    let alternatives = (security.alternatives ?? []).map { alternative in
      let places = alternative.mapping?.compactMap { schemes[$0.name]?.place } ?? []
      return Set(places.filter { $0.hasPrefix("query ") }.map { String($0.dropFirst("query ".count)) })
    }
    guard let first = alternatives.first else { return [] }
    return alternatives.dropFirst().reduce(first) { $0.intersection($1) }
  }

  /// Whether a scheme has flows that fetch tokens.
  var hasTokens: Bool { schemes.values.contains { $0.ways.count > 1 } }

  /// Credentials that are sent together.
  private struct Alternative {
    var parts: [[Node]] = []
    var rank = 0
    /// Why not all of them can be sent; nil if they can.
    var fault: String?
  }

  /// Returns the value of `auth`; nil if nothing is required, and `none` if no alternative can be sent.
  func auth(_ security: Node, note: (Diagnostic) -> Void = { _ in }) -> Node? {
    guard let alternatives = security.alternatives else { return nil }
    if alternatives.isEmpty { return Literal.node("none", security.range) }
    let all = alternatives.compactMap { $0.mapping }.compactMap { alternative(of: $0, security.range) }.sorted { $0.rank < $1.rank }
    for fault in all.compactMap(\.fault) {
      note(.warning(.documentSecurity, "\(fault); to send others, add 'auth' to an overlay", at: security.range))
    }
    let isOptional = alternatives.contains { $0.mapping?.isEmpty ?? false }
    if all.isEmpty {
      if isOptional { return nil }
      let names = alternatives.flatMap { $0.mapping ?? [] }.map { "'\($0.name)'" }.joined(separator: ", ")
      note(
        .warning(
          .documentSecurity,
          "no alternative of 'security' can be sent (\(names)), so calls have no credentials; to send some, add 'auth' to an overlay",
          at: security.range))
      return Literal.node("none", security.range)
    }
    // A flow that can be complete without the others is an alternative, too.
    let nodes = all.flatMap { alternative -> [Node] in
      if alternative.parts.count == 1 { return alternative.parts[0] }
      return [Node(.sequence(alternative.parts.map { Self.any($0, security.range) }), range: security.range)]
    }
    return Self.any(isOptional ? nodes + [Literal.node("none?", security.range)] : nodes, security.range)
  }

  /// Returns what to try if the server rejects the credentials; nil if the document says no more.
  func hint(_ security: Node) -> String? {
    let all = (security.alternatives ?? []).compactMap(\.mapping).filter { !$0.isEmpty }
    if let fault = all.lazy.compactMap({ self.alternative(of: $0, security.range)?.fault }).first { return fault }
    if let only = all.flatMap({ $0 }).compactMap({ schemes[$0.name]?.hint }).first { return only }
    let single = all.filter { $0.count == 1 }.compactMap { entries in schemes[entries[0].name] }
    guard single.count > 1, single.count == all.count, Set(single.map(\.place)).count == single.count else { return nil }
    let lines = single.compactMap { $0.ways.first?([]).text }
    guard lines.count == single.count else { return nil }
    return "the document lists these credentials as alternatives; if the server wants all of them, add to an overlay: "
      + "auth: [\(lines.joined(separator: ", "))]"
  }

  private static func any(_ nodes: [Node], _ range: SourceRange) -> Node {
    if nodes.count == 1, nodes[0].text != "none?" { return nodes[0] }
    return Node(.mapping([Entry(Literal.node("any", range), Node(.sequence(nodes), range: range))]), range: range)
  }

  private func alternative(of entries: [Entry], _ range: SourceRange) -> Alternative? {
    if entries.isEmpty { return nil }
    var (places, alternative): ([String: String], Alternative) = ([:], Alternative())
    for entry in entries {
      guard let scheme = schemes[entry.name] else { return nil }
      if scheme.ways.isEmpty { continue }
      if let other = places[scheme.place] {
        let place = scheme.place.split(separator: " ").joined(separator: " '") + "'"
        alternative.fault = "'\(other)' and '\(entry.name)' cannot be sent together, because both are the \(place); only '\(other)' is sent"
        // What can be sent completely comes first.
        alternative.rank = Self.incomplete
        continue
      }
      places[scheme.place] = entry.name
      let own = (entry.value.sequence ?? []).compactMap(\.text)
      let scopes = scheme.isInteractive ? allScopes(of: entry.name) : own
      alternative.parts.append(scheme.ways.map { Self.located($0(scopes), range) })
      alternative.rank = max(alternative.rank, scheme.rank)
    }
    // A client certificate alone is none of these.
    return alternative.parts.isEmpty ? nil : alternative
  }

  /// A text has the place of the requirement, which findings show.
  private static func located(_ node: Node, _ range: SourceRange) -> Node { node.text.map { Literal.node($0, range) } ?? node }

  /// The scopes that the operations of the document need, so that one sign-in is enough for all of them.
  private func allScopes(of name: String) -> [String] {
    scopes.withLock { known in
      if let scopes = known[name] { return scopes }
      var all: [String] = []
      func add(_ security: Node?) {
        for requirement in security?.alternatives ?? [] {
          for entry in requirement.mapping ?? [] where entry.name == name { all += (entry.value.sequence ?? []).compactMap(\.text) }
        }
      }
      add(document["security"])
      for path in (document["paths"]?.mapping ?? []) {
        for operation in path.value.mapping ?? [] { add(operation.value.value(for: "security")) }
      }
      let scopes = all.distinct()
      known[name] = scopes
      return scopes
    }
  }

  /// Reads one scheme.
  private struct SchemeReader {
    let name: String
    let node: Node
    let variable: String

    private static let authorization = "header authorization"

    /// Returns nil, after a warning, for a scheme that cannot be sent.
    func scheme(_ warn: (String) -> Void) -> Scheme? {
      let type = node.text(for: "type")?.lowercased() ?? ""
      switch type {
      case "basic": return line("userinfo ${\(variable)}")
      case "http": return http(warn)
      case "oauth2": return oauth(warn)
      case "openidconnect": return line("bearer ${\(variable)}")
      case "mutualtls": return Scheme(ways: [], variables: [], place: "certificate")
      case "apikey": return key(warn)
      default:
        warn("the security scheme '\(name)' has the unknown type '\(node.text(for: "type") ?? "")', and is left out")
        return nil
      }
    }

    private func line(_ text: String, _ variables: [String]? = nil, rank: Int = 0, place: String = authorization, hint: String? = nil)
      -> Scheme
    {
      let range = node.range
      return Scheme(
        ways: [{ _ in Literal.node(text, range) }], variables: variables ?? [variable], rank: rank, place: place, hint: hint)
    }

    private func http(_ warn: (String) -> Void) -> Scheme? {
      switch node.text(for: "scheme")?.lowercased() {
      case "basic": return line("userinfo ${\(variable)}")
      case "digest":
        let (user, password) = (variable + "_USER", variable + "_PASSWORD")
        return line("digest ${\(user)} ${\(password)}", [user, password])
      case "bearer": return line("bearer ${\(variable)}")
      default:
        warn("the security scheme '\(name)' uses the HTTP scheme '\(node.text(for: "scheme") ?? "")', which is unknown, and is left out")
        return nil
      }
    }

    private func key(_ warn: (String) -> Void) -> Scheme? {
      let key = node.text(for: "name") ?? ""
      let isName = !key.isEmpty && !key.contains { $0.isWhitespace || $0 == "$" || $0 == "{" }
      switch node.text(for: "in")?.lowercased() {
      case "header" where isName && HeaderRules.isToken(key) && !HeaderRules.isOwned(key):
        return line("header \(key) ${\(variable)}", place: "header \(key.lowercased())", hint: authorizationHint(key))
      case "query" where isName: return line("query \(key) ${\(variable)}", rank: 2, place: "query \(key)")
      case "cookie" where isName && HeaderRules.isToken(key):
        return line("header Cookie \(key)=${\(variable)}", rank: 1, place: "header cookie")
      default:
        warn("the security scheme '\(name)' has no valid 'name' and 'in', and is left out")
        return nil
      }
    }

    /// A key in `Authorization` mostly has a scheme before it, which only the description says.
    private func authorizationHint(_ key: String) -> String? {
      guard HeaderRules.isSame(key, "Authorization") else { return nil }
      let text = (node.text(for: "description") ?? "").lowercased()
      return text.contains("bearer")
        ? "the description of '\(name)' asks for 'Bearer ' before the token: \(variable)='Bearer …'"
        : "the header is sent as the value is; if the server wants a scheme, write it before the token: \(variable)='Bearer …'"
    }

    // MARK: OAuth 2

    /// A token that the user has comes first; then flows that need no user; then those in which one signs in.
    private func oauth(_ warn: (String) -> Void) -> Scheme {
      let flows = OAuthFlows(node, warn: { warn("the security scheme '\(name)': \($0)") })
      let (range, variable) = (node.range, variable)
      var scheme = line("bearer ${\(variable)}")
      scheme.isInteractive = flows.isInteractive
      for way in flows.ways {
        scheme.ways.append { way.node(variable, scopes: $0, at: range) }
        scheme.variables += way.variables(variable)
      }
      return scheme
    }
  }
}

/// The names of variables: of the service and of what they are for, never those that a document chooses.
enum EnvironmentName {
  /// Names under which other programs keep credentials. A document of a suitable name must not get them.
  private static let foreign: Set = [
    "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_SECURITY_TOKEN", "AZURE_CLIENT_SECRET",
    "GOOGLE_APPLICATION_CREDENTIALS", "NPM_TOKEN", "VAULT_TOKEN", "SSH_AUTH_SOCK", "DOCKER_AUTH_CONFIG", "KUBECONFIG",
  ]

  static func of(_ service: String, _ name: String) -> String {
    let text = (service + "_" + name).unicodeScalars.map { scalar -> Character in
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isWord ? Character(String(scalar).uppercased()) : "_"
    }
    let name = String(text)
    if foreign.contains(name) { return name + "_" }
    return name.first.map { $0.isNumber ? "_" + name : name } ?? "_"
  }
}

extension Node {
  /// The alternatives of a `security`. One without a list is the only one.
  var alternatives: [Node]? { sequence ?? mapping.map { _ in [self] } }
}
