package import DialMessage

/// The events of an opened stream as they come. For one task.
package final class EventSource: ReplySource<ServerSentEvent> {
  private let events: EventReading

  package init(_ events: EventReading) { self.events = events }

  /// Inlined where it is called by the class above: an event that is handed from function to function is waited for each time.
  @inline(__always) package override func ready() throws(CallError) -> ServerSentEvent? { try events.advance() ? events.event : nil }

  package override func more() async throws(CallError) -> ReplySource<ServerSentEvent>? { try await events.more() ? self : nil }
}
