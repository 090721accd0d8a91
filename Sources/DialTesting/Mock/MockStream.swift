package import Dial

/// The events of a mock as bytes: one piece for each, as Server-Sent Events (WHATWG HTML section 9.2) or lines.
enum MockStream {
  static func pieces(_ events: [MockModel.Event], asLines: Bool) -> (pieces: [[UInt8]], type: String?) {
    if !asLines { return (events.map { Array(block($0).utf8) }, "text/event-stream") }
    let texts = events.compactMap(\.item.asString)
    if texts.count == events.count { return (texts.map { Array("\($0)\n".utf8) }, "text/plain; charset=utf-8") }
    return (events.map { JSONWriter.bytes($0.item) + [0x0A] }, "application/x-ndjson")
  }

  private static func block(_ event: MockModel.Event) -> String {
    var block = ""
    if let name = event.name { block += "event: \(oneLine(name))\n" }
    if let id = event.id { block += "id: \(oneLine(id))\n" }
    if let retry = event.retry { block += "retry: \(retry)\n" }
    for line in lines(event.data.asString ?? JSONWriter.text(event.data)) { block += "data: \(line)\n" }
    return block + "\n"
  }

  private static func lines(_ text: String) -> [Substring] {
    text.replacing("\r\n", with: "\n").unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }.map(
      Substring.init)
  }

  /// Removes line ends, which a variable may contain, and which would start another field.
  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
  }
}

extension MockModel.Answer {
  var isStream: Bool { if case .events = body { true } else { false } }
}

extension EndpointModel {
  var givesLines: Bool { if case .lines = result { true } else { false } }
}

/// Delays a mock, and ends early at a timeout of the call, as the network does.
package enum MockDelay {
  package static func wait(_ delay: Duration, _ policy: PreparedRequest.Policy) async throws {
    let now = ContinuousClock.now
    let (end, silence) = (now + delay, now + policy.readTimeout)
    let deadline = policy.deadline ?? end
    try await Task.sleep(until: min(end, silence, deadline), clock: .continuous)
    if deadline < min(end, silence) { throw TransportError(.timeout, "timed out waiting for the mock") }
    if silence < end { throw TransportError(.timeout, "timed out waiting for data from the mock") }
  }
}

extension ResponseBody {
  /// Creates the body of a mock with a delay between its pieces.
  init(_ pieces: [[UInt8]], delay: Duration?, policy: PreparedRequest.Policy) {
    self.init {
      var next = 0
      return {
        guard next < pieces.count else { return nil }
        if next > 0, let delay { try await MockDelay.wait(delay, policy) }
        try Task.checkCancellation()
        defer { next += 1 }
        return pieces[next]
      }
    }
  }
}
