package import DialModel

/// Finds endpoints by words, each of which must be in the name, the doc, the target, the tags or the name of an argument.
///
/// A word scores by the best match: whole name, beginning of the name, rest of the name, argument, target or tag, doc. Equal scores keep the order
/// of the spec.
package struct EndpointSearch {
  private let words: [String]

  package init(_ words: [String]) { self.words = words.flatMap { $0.split { $0.isWhitespace } }.map { $0.lowercased() } }

  package struct Match: Sendable {
    package let endpoint: EndpointSummary
    /// The number of words that it has.
    package let words: Int
    package let score: Int
  }

  /// Returns the endpoints with all words, the best first.
  package func found(in endpoints: Endpoints) -> [EndpointSummary] {
    best(in: endpoints).filter { $0.words == words.count }.map(\.endpoint)
  }

  /// Returns the endpoints with the most words, the best first; none if no endpoint has one of them.
  ///
  /// - Parameter isShown: decides by the name whether an endpoint counts.
  package func best(in endpoints: Endpoints, where isShown: (String) -> Bool = { _ in true }) -> [Match] {
    let matches = endpoints.names.indices.filter { isShown(endpoints.names[$0]) }.map { index in
      match(endpoints.summary(at: index)) { (try? endpoints[index])?.parameters.map(\.name) ?? [] }
    }
    let most = matches.map(\.words).max() ?? 0
    if most == 0, !words.isEmpty { return [] }
    return matches.enumerated().filter { $0.element.words == most }.sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element)
  }

  /// - Parameter arguments: the names of the arguments, which need all of the endpoint.
  private func match(_ endpoint: EndpointSummary, _ arguments: () -> [String]) -> Match {
    let name = endpoint.name.lowercased()
    let target = "\(endpoint.method) \(endpoint.target)".lowercased()
    let doc = endpoint.doc?.lowercased() ?? ""
    let parameters = arguments().map { $0.lowercased() }
    let tags = endpoint.tags.map { $0.lowercased() }
    var (found, sum) = (0, 0)
    for word in words {
      let places = [
        (32, name == word), (16, name.hasPrefix(word)), (12, name.contains(word)), (8, parameters.contains { $0.contains(word) }),
        (4, target.contains(word) || tags.contains(word)), (1, doc.contains(word)),
      ]
      guard let best = places.first(where: \.1) else { continue }
      (found, sum) = (found + 1, sum + best.0)
    }
    return Match(endpoint: endpoint, words: found, score: sum)
  }
}
