package import DialMessage

/// The waiting of a server that is none: it ends, as that of the network does, where a timeout of the call does.
package enum MockPause {
  package static func wait(_ delay: Duration, _ policy: PreparedRequest.Policy) async throws {
    let now = ContinuousClock.now
    let (end, silence) = (now + delay, now + policy.readTimeout)
    let deadline = policy.deadline ?? end
    try await Task.sleep(until: min(end, silence, deadline), clock: .continuous)
    if deadline < min(end, silence) { throw TransportError(.timeout, "the call took longer than its timeout") }
    if silence < end { throw TransportError(.timeout, "the mock is silent for longer than the read timeout") }
  }
}
