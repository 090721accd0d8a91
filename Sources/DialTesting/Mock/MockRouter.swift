package import Dial

/// Finds the endpoint of a request. Literal segments win over placeholders, and those over `{+x}`; then the best fit wins.
package struct MockRouter: Sendable {
  package enum Outcome: Sendable {
    /// The endpoint, the values of the placeholders in its path, and how the request differs from the declaration.
    case endpoint(EndpointModel, path: [String: String], faults: [String])
    /// The path exists with other methods.
    case method(allowed: [String])
    /// No path matches; the nearest one, if there is one.
    case nothing(nearest: String?)
  }

  private let routes: [MockRoute]
  let types: TypeTable
  /// The path of the base without a trailing slash, such as `/v1`.
  package let prefix: String
  /// The origins of absolute targets, by endpoint.
  let origins: [String: String]
  /// The hosts that requests can name: those of the base and of absolute targets.
  let hosts: Set<String>

  /// - Parameter base: replaces the base of the spec; only its path is used.
  package init(_ spec: Spec, variables: Variables = [:], base: String? = nil) {
    let scope = VariableScope(spec, variables)
    let whole = base ?? scope.base() ?? ""
    let prefix = Self.path(of: whole)
    self.prefix = prefix
    types = spec.service.types
    routes = spec.service.endpoints.flatMap { endpoint in
      // A base that a client chooses, such as that of a mock server, takes the place of the server of an operation.
      ([endpoint.target] + [endpoint.target.own?.below].compactMap(\.self)).map { MockRoute(endpoint, at: $0, prefix: prefix, scope) }
    }
    .enumerated().sorted { $0.element.isBefore($1.element) || !$1.element.isBefore($0.element) && $0.offset < $1.offset }.map(\.element)
    origins = Dictionary(routes.compactMap { route in route.origin.map { (route.endpoint.name, $0) } }) { first, _ in first }
    hosts = Set(([whole] + origins.values).compactMap { Origin($0)?.host })
  }

  /// Returns the endpoint of a request, also for a path below the base with `orBelowBase`. HEAD can use a GET endpoint.
  package func route(_ request: LoopbackRequest, orBelowBase: Bool = false) -> Outcome {
    let (path, query) = Self.split(request.target)
    var found = matches(path)
    if orBelowBase, found.isEmpty, !prefix.isEmpty { found = matches(prefix + path) }
    if found.isEmpty { return .nothing(nearest: nearest(to: path)) }
    var fitting = found.filter { $0.route.method == request.method }
    if fitting.isEmpty, request.method == "HEAD" { fitting = found.filter { $0.route.method == "GET" } }
    guard let first = fitting.first else { return .method(allowed: Self.allowed(found.map(\.route.method))) }
    let equals = fitting.prefix { $0.route.path.openness == first.route.path.openness }
    let items = FormCoding.decode(query)
    let judged = equals.map { match in
      (match, RequestCheck(route: match.route, types: types).faults(request, path: match.values, query: items))
    }
    // Of equally good ones, prefer one with a mock.
    let best = judged.min { ($0.1.count, Self.rank($0.0.route)) < ($1.1.count, Self.rank($1.0.route)) } ?? (first, [])
    return .endpoint(best.0.route.endpoint, path: best.0.values, faults: best.1)
  }

  private static func rank(_ route: MockRoute) -> Int { route.endpoint.mock == nil ? 1 : 0 }

  private func matches(_ path: String) -> [(route: MockRoute, values: [String: String])] {
    let normal = PathPattern.normal(path)
    return routes.compactMap { route in route.path.match(normal).map { (route: route, values: $0) } }
  }

  /// Whether an endpoint has the path of a target.
  func hasPath(_ target: String) -> Bool { !matches(Self.split(target).path).isEmpty }

  /// Returns the methods of a path, including those that every server supports.
  private static func allowed(_ methods: [String]) -> [String] {
    var all = Set(methods)
    if all.contains("GET") { all.insert("HEAD") }
    return all.union(["OPTIONS"]).sorted()
  }

  /// Returns the endpoint whose path would be nearest if its placeholders had the values of the request.
  private func nearest(to path: String) -> String? {
    let likely = routes.map { $0.path.filled(from: path) }
    guard let index = Suggestion.nearest(to: path, among: likely).flatMap(likely.firstIndex) else { return nil }
    let (route, target) = (routes[index], routes[index].endpoint.target)
    return "\(route.method) \(target.isAbsolute ? "" : prefix)\(target.text) of '\(route.endpoint.name)'"
  }

  /// Splits a target into path and query. An absolute target, as proxies get it, loses its origin.
  package static func split(_ target: String) -> (path: String, query: String) {
    var rest = target[...]
    if !rest.hasPrefix("/"), let url = AbsoluteURL(target) { rest = url.rest }
    let end = rest.firstIndex(of: "?") ?? rest.endIndex
    let path = String(rest[..<end])
    return (path.isEmpty ? "/" : path, end == rest.endIndex ? "" : String(rest[rest.index(after: end)...]))
  }

  /// Whether a path is below the base, at a segment boundary: `/v10` is not below `/v1`.
  func isBelow(_ path: String) -> Bool { path == prefix || path.hasPrefix(prefix + "/") }

  static func path(of base: String) -> String { String((AbsoluteURL(base)?.rest ?? base[...]).drop { $0 != "/" }).trimmingSlashes() }
}
