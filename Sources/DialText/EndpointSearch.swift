package import DialModel

/// Finds endpoints by words, each of which must be in the name, the doc, the target, the tags or the name of an argument.
///
/// A word scores by the best match: whole name, beginning of the name, rest of the name, argument, target or tag, doc. Equal scores keep the order
/// of the spec.
package struct EndpointSearch {
  private let words: [String]

  package init(_ words: [String]) { self.words = words.flatMap { $0.split { $0.isWhitespace } }.map { $0.lowercased() } }

  package func found(in endpoints: Endpoints) -> [EndpointSummary] {
    let scored = endpoints.names.indices.compactMap { index in
      let endpoint = endpoints.summary(at: index)
      return score(endpoint) { (try? endpoints[index])?.parameters.map(\.name) ?? [] }.map { (index: index, endpoint: endpoint, score: $0) }
    }
    return scored.sorted { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }.map(\.endpoint)
  }

  /// Returns the endpoints with all words; if there are none, those with the most words.
  package func best(in endpoints: Endpoints) -> [EndpointSummary] {
    let all = found(in: endpoints)
    if !all.isEmpty || words.count < 2 { return all }
    var counts: [String: Int] = [:]
    var some: [EndpointSummary] = []
    for word in words {
      for endpoint in EndpointSearch([word]).found(in: endpoints) {
        if counts[endpoint.name] == nil { some.append(endpoint) }
        counts[endpoint.name, default: 0] += 1
      }
    }
    let most = counts.values.max() ?? 0
    return some.filter { counts[$0.name] == most }
  }

  /// - Parameter arguments: the names of the arguments, which need all of the endpoint.
  private func score(_ endpoint: EndpointSummary, _ arguments: () -> [String]) -> Int? {
    let name = endpoint.name.lowercased()
    let target = "\(endpoint.method) \(endpoint.target)".lowercased()
    let doc = endpoint.doc?.lowercased() ?? ""
    let parameters = arguments().map { $0.lowercased() }
    let tags = endpoint.tags.map { $0.lowercased() }
    var sum = 0
    for word in words {
      let places = [
        (32, name == word), (16, name.hasPrefix(word)), (12, name.contains(word)), (8, parameters.contains { $0.contains(word) }),
        (4, target.contains(word) || tags.contains(word)), (1, doc.contains(word)),
      ]
      guard let best = places.first(where: \.1) else { return nil }
      sum += best.0
    }
    return sum
  }
}
