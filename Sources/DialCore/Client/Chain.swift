import Synchronization

/// What stands around the calls of a client: its middlewares, then the redirects, then the transport.
final class Chain: Sendable {
  private struct State {
    var registered: [(name: String, run: Middleware)] = []
    /// By endpoint, each made when it is first sent.
    var made: [Next?]
  }

  private let transport: any Transport
  private let state: Mutex<State>
  /// Names that some `use:` of the spec mentions.
  private let named: Set<String>

  init(_ service: ServiceModel, _ transport: any Transport) {
    self.transport = transport
    state = Mutex(State(made: Array(repeating: nil, count: service.endpoints.count)))
    named = Self.named(by: service.endpoints)
  }

  /// Those of one level are the same array, which is looked at once.
  private static func named(by endpoints: [EndpointModel]) -> Set<String> {
    var names: Set<String> = []
    var last: [String] = []
    for endpoint in endpoints {
      guard let used = endpoint.policy.middlewares, used != last else { continue }
      names.formUnion(used)
      last = used
    }
    return names
  }

  func register(_ name: String, _ middleware: @escaping Middleware) {
    state.withLock { state in
      state.registered.append((name, middleware))
      for index in state.made.indices { state.made[index] = nil }
    }
  }

  /// The way of the requests of one endpoint. A middleware that the spec names and nobody registered is an error of the call.
  func next(_ plan: EndpointPlan) -> Next {
    state.withLock { state in
      guard let index = plan.index else { return make(plan.model, state.registered) }
      if let next = state.made[index] { return next }
      let next = make(plan.model, state.registered)
      state.made[index] = next
      return next
    }
  }

  private var sending: Next {
    let transport = transport
    return Next { request in
      try await followingRedirects(request) { hop in
        if let watch = hop.watch { try await watch.send(hop, over: transport) } else { try await transport.send(hop) }
      }
    }
  }

  /// A handshake is not redirected: its credentials go where the spec says, and nowhere else.
  private func opening(_ model: EndpointModel) -> Next {
    if let transport = transport as? any SocketTransport { return Next { request in try await transport.connect(request) } }
    let error = CallError(
      .unsupported, "'\(model.name)' is a web socket, and this transport opens none", endpoint: model.name,
      hint: "mocks and recordings answer calls only", location: model.range)
    return Next { _ in throw error }
  }

  private func make(_ model: EndpointModel, _ registered: [(name: String, run: Middleware)]) -> Next {
    var next = model.isSocket ? opening(model) : sending
    let own = model.policy.middlewares ?? []
    var wanted = registered.filter { !named.contains($0.name) && !own.contains($0.name) }.map(\.run)
    for name in own {
      guard let found = registered.first(where: { $0.name == name }) else {
        let error = CallError(
          .middleware, "no middleware '\(name)' is registered", endpoint: model.name, hint: "register it with use(\"\(name)\") { … }",
          location: model.range)
        return Next { _ in throw error }
      }
      wanted.append(found.run)
    }
    for middleware in wanted.reversed() { next = next.wrapped(by: middleware) }
    return next
  }
}
