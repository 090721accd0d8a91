import DialModel
package import DialSyntax

/// Unknown methods that are verbs of other tools or misspelled.
package struct MethodMistakes {
  private let findings: Findings

  package init(findings: Findings) { self.findings = findings }

  private static let verbs = [
    "DEL": ["DELETE"], "REMOVE": ["DELETE"], "DESTROY": ["DELETE"], "DROP": ["DELETE"], "UPDATE": ["PUT", "PATCH"], "REPLACE": ["PUT"],
    "MODIFY": ["PATCH"],
    "EDIT": ["PATCH"], "CREATE": ["POST"], "ADD": ["POST"], "INSERT": ["POST"], "SEND": ["POST"], "FETCH": ["GET"], "READ": ["GET"],
    "LIST": ["GET"], "SHOW": ["GET"], "FIND": ["GET"], "SEARCH": ["GET"], "SOCKET": ["WS"], "WEBSOCKET": ["WS"], "WSS": ["WS"],
  ]

  /// Other words for one method. Any other verb can also be a custom method, such as LIST, so its fix would be a guess.
  private static let synonyms: Set = ["DEL", "SOCKET", "WEBSOCKET", "WSS"]

  /// Returns possible methods by the name of the endpoint: `POST` for `addUser`. For other names, `GET`, or `POST` with parameters.
  package static func methods(of endpoint: String, hasList: Bool) -> [String] {
    let verb = endpoint.prefix { !$0.isUppercase && $0 != "_" && $0 != "-" }.uppercased()
    if let meant = verbs[verb] { return meant }
    return Methods.all.contains(verb) ? [verb] : hasList ? ["GET", "POST"] : ["GET"]
  }

  /// Reports a method that is a verb or, with `orNear`, similar to a method. Returns false for others.
  package func refuse(_ word: String, orNear: Bool = false, at range: SourceRange) -> Bool {
    let verbs = Self.verbs[word.uppercased()]
    let nearest = { orNear ? findings.nearest(to: word, among: Methods.all).map { [$0] } : nil }
    guard let meant = verbs ?? nearest() else { return false }
    let isSure = verbs == nil || Self.synonyms.contains(word.uppercased())
    return findings.refuse(
      .method, "unknown method '\(word)'; did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?", at: range,
      notes: [.init("a custom method requires the long form with 'hasBody: true' or 'hasBody: false'")],
      fixIts: isSure || meant.count > 1 ? meant.map { .init("replace the method", range: range, replacement: $0) } : [])
  }
}
