import Dial
import DialConsole

/// The endpoints of a spec by the tags of its document: first those that it declares, in its order, then others, then those without one.
struct TagGroups {
  struct Group {
    /// The title of the tag; nil for endpoints without one.
    var title: String?
    var endpoints: [EndpointSummary]
  }

  let all: [Group]
  /// All endpoints in the order of the spec.
  let endpoints: [EndpointSummary]
  private let tags: [EndpointTag]

  init(_ endpoints: Endpoints) { self.init(endpoints.summaries, endpoints.tags) }

  /// An endpoint with several tags is in the group of its first one.
  init(_ endpoints: [EndpointSummary], _ tags: [EndpointTag] = []) {
    (self.endpoints, self.tags) = (endpoints, tags)
    let groups = Dictionary(grouping: endpoints) { $0.tags.first }
    let names = (tags.map(\.name) + endpoints.compactMap(\.tags.first)).distinct()
    all = (names.map(Optional.some) + [nil]).compactMap { name in
      groups[name].map { Group(title: name.map { Self.title($0, tags) }, endpoints: $0) }
    }
  }

  var hasTags: Bool { all.contains { $0.title != nil } }

  /// Returns the endpoints with one of these tags, or with one below it.
  func only(_ wanted: [String]) throws(Failure) -> TagGroups {
    let known = (tags.map(\.name) + endpoints.flatMap(\.tags)).distinct()
    for name in wanted where !known.contains(name) {
      throw .usage("unknown tag '\(name.excerpt)'; \(Suggestion.phrase(for: name, among: known, what: "tag"))")
    }
    let kept = endpoints.filter { endpoint in
      endpoint.tags.contains { tag in Self.path(of: tag, tags).contains(where: wanted.contains) }
    }
    return TagGroups(kept, tags)
  }

  /// `Pets / Dogs` for a tag below another one.
  private static func title(_ name: String, _ tags: [EndpointTag]) -> String {
    path(of: name, tags).map { name in tags.first { $0.name == name }?.title ?? name }.joined(separator: " / ")
  }

  /// Returns a tag and those above it, the outermost first. A document can have a cycle.
  private static func path(of name: String, _ tags: [EndpointTag]) -> [String] {
    var path = [name]
    while let parent = tags.first(where: { $0.name == path[0] })?.parent, !path.contains(parent) { path.insert(parent, at: 0) }
    return path
  }
}
