import Dial
import Synchronization

/// Responds from the mocks. A URL in a response, such as that of a job, can be the URL of another endpoint, whose mock then responds.
final class RoutedMock: Transport {
  private struct Known {
    var routes: [String: MockRoute] = [:]
    var router: MockRouter?
  }

  private let spec: Spec
  private let mock: MockTransport
  private let base: String?
  private let variables: Variables
  private let known = Mutex(Known())

  init(_ spec: Spec, variables: Variables, base: String? = nil) {
    (self.spec, self.variables, self.base) = (spec, variables, base)
    mock = MockTransport(spec, variables: variables)
  }

  func send(_ request: PreparedRequest) async throws -> Response {
    var request = request
    if let other = other(request) { request.endpoint = other.name }
    return try await mock.send(request)
  }

  /// Returns the endpoint of the requested URL, if it is another one and has a mock.
  private func other(_ request: PreparedRequest) -> EndpointModel? {
    guard request.own == nil, let model = spec.service.endpoints[request.endpoint] else { return nil }
    let path = MockRouter.split(request.url).path
    let route = known(for: request, \.routes[model.name]) { base in
      let scope = VariableScope(spec, variables)
      return MockRoute(model, prefix: MockRouter.path(of: base ?? scope.base() ?? ""), scope)
    }
    if request.method.rawValue == route.method, route.path.match(PathPattern.normal(path)) != nil { return nil }
    let router = known(for: request, \.router) { MockRouter(spec, variables: variables, base: $0) }
    let asked = LoopbackRequest(method: request.method.rawValue, target: request.url)
    guard case .endpoint(let found, _, let faults) = router.route(asked, orBelowBase: true),
      found.anyMock(router.types) != nil, faults.isEmpty
    else {
      return nil
    }
    return found
  }

  /// Returns a value that is cached for the base of the client, and computed for the base of a call.
  private func known<Part: Sendable>(for request: PreparedRequest, _ part: WritableKeyPath<Known, Part?>, make: (String?) -> Part) -> Part {
    if let own = request.base { return make(own) }
    return known.withLock { $0[keyPath: part].value { make(base) } }
  }
}
