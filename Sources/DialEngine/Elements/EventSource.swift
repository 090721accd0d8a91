package import DialMessage

/// The events of an opened stream. Not safe for concurrent use.
package final class EventSource: ReplySource<ServerSentEvent> {
  private let events: EventReading

  package init(_ events: EventReading) { self.events = events }

  /// Inlined, because each function that passes an event on would wait for it.
  @inline(__always) package override func ready() throws(CallError) -> ServerSentEvent? { try events.advance() ? events.event : nil }

  package override func more() async throws(CallError) -> ReplySource<ServerSentEvent>? { try await events.more() ? self : nil }
}
