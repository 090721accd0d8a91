import DialModel
import DialSyntax

/// Turns the security of a document into `auth`: alternatives of credentials, whose values are variables named after service and scheme.
struct SecurityReader: Sendable {
  private let schemes: [String: Scheme]

  /// A scheme as a line of `auth`.
  private struct Scheme: Sendable {
    var line: String
    var variables: [String]
    /// Headers before cookies before the query, which logs and histories keep.
    var rank: Int
    /// Where it is sent; two of one place cannot be sent together.
    var place: String
  }

  init(_ document: OpenAPIDocument, service: String) {
    let declared = document.isSwagger ? document["securityDefinitions"] : document["components"]?.value(for: "securitySchemes")
    var schemes: [String: Scheme] = [:]
    for entry in declared?.mapping ?? [] {
      guard let node = try? document.resolve(entry.value) else { continue }
      schemes[entry.name] = Self.scheme(node, EnvironmentName.of(service, entry.name))
    }
    self.schemes = schemes
  }

  /// The variables of all schemes, in order.
  var variables: [String] { Set(schemes.values.flatMap(\.variables)).sorted() }

  /// Whether calls need credentials that are known.
  func isRequired(_ security: Node) -> Bool {
    security.sequence?.contains { $0.mapping?.contains { schemes[$0.name] != nil } ?? false } ?? false
  }

  /// Returns the value of `auth`; nil if nothing is required, or if no alternative can be sent.
  func auth(_ security: Node) -> Node? {
    guard let alternatives = security.sequence else { return nil }
    if alternatives.isEmpty { return Literal.node("none", security.range) }
    let all = alternatives.compactMap { $0.mapping }.compactMap { alternative(of: $0) }.sorted { $0.rank < $1.rank }
    let isOptional = alternatives.contains { $0.mapping?.isEmpty ?? false }
    let nodes = all.map { alternative in
      let lines = alternative.lines.map { Literal.node($0, security.range) }
      return lines.count == 1 ? lines[0] : Node(.sequence(lines), range: security.range)
    }
    if nodes.isEmpty { return nil }
    if nodes.count == 1, !isOptional { return nodes[0] }
    let items = isOptional ? nodes + [Literal.node("none?", security.range)] : nodes
    let any = Entry(Literal.node("any", security.range), Node(.sequence(items), range: security.range))
    return Node(.mapping([any]), range: security.range)
  }

  private func alternative(of entries: [Entry]) -> (lines: [String], rank: Int)? {
    if entries.isEmpty { return nil }
    let found = entries.map { schemes[$0.name] }
    guard !found.contains(where: { $0 == nil }) else { return nil }
    var places: Set<String> = []
    let sent = found.compactMap(\.self).filter { places.insert($0.place).inserted }
    return (sent.map(\.line), sent.map(\.rank).max() ?? 0)
  }

  private static func scheme(_ node: Node, _ variable: String) -> Scheme? {
    let authorization = "header authorization"
    switch node.text(for: "type")?.lowercased() {
    case "basic": return Scheme(line: "userinfo ${\(variable)}", variables: [variable], rank: 0, place: authorization)
    case "http":
      switch node.text(for: "scheme")?.lowercased() {
      case "basic": return Scheme(line: "userinfo ${\(variable)}", variables: [variable], rank: 0, place: authorization)
      case "digest":
        let (user, password) = (variable + "_USER", variable + "_PASSWORD")
        return Scheme(line: "digest ${\(user)} ${\(password)}", variables: [user, password], rank: 0, place: authorization)
      case "bearer": return Scheme(line: "bearer ${\(variable)}", variables: [variable], rank: 0, place: authorization)
      default: return nil
      }
    case "oauth2", "openidconnect": return Scheme(line: "bearer ${\(variable)}", variables: [variable], rank: 0, place: authorization)
    case "apikey":
      guard let name = node.text(for: "name"), !name.isEmpty, !name.contains(where: { $0.isWhitespace || $0 == "$" || $0 == "{" }) else {
        return nil
      }
      switch node.text(for: "in")?.lowercased() {
      case "header" where HeaderRules.isToken(name):
        return Scheme(line: "header \(name) ${\(variable)}", variables: [variable], rank: 0, place: "header \(name.lowercased())")
      case "query": return Scheme(line: "query \(name) ${\(variable)}", variables: [variable], rank: 2, place: "query \(name)")
      case "cookie" where HeaderRules.isToken(name):
        return Scheme(line: "header Cookie \(name)=${\(variable)}", variables: [variable], rank: 1, place: "header cookie")
      default: return nil
      }
    default: return nil
    }
  }
}

/// The names of variables: of the service and of what they are for, never those that a document chooses.
enum EnvironmentName {
  static func of(_ service: String, _ name: String) -> String {
    let text = (service + "_" + name).unicodeScalars.map { scalar -> Character in
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isWord ? Character(String(scalar).uppercased()) : "_"
    }
    let name = String(text)
    return name.first.map { $0.isNumber ? "_" + name : name } ?? "_"
  }
}
