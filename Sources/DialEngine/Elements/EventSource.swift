package import DialMessage

/// The events of an opened stream. Not safe for concurrent use.
package final class EventSource: ReplySource<ServerSentEvent> {
  private let events: EventReading

  package init(_ events: EventReading) { self.events = events }

  /// Inlined, because each function that passes an event on would wait for it.
  @inline(__always) package override func ready() throws(CallError) -> ServerSentEvent? { try events.advance() ? events.event : nil }

  package override func more() async throws(CallError) -> ReplySource<ServerSentEvent>? { try await events.more() ? self : nil }
}

/// An event of a Server-Sent Events stream (WHATWG HTML section 9.2).
///
/// ```swift
/// for try await event in users.events("chat", ["model": "m"]) { print(event.event ?? "message", event.data) }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// The type; nil for the default `message`.
  public var event: String?
  /// The data; several lines are joined by line feeds.
  public var data: String
  /// The current id, from this or an earlier event; nil if there is none.
  public var id: String?

  /// Creates an event, for tests.
  public init(event: String? = nil, data: String, id: String? = nil) {
    self.event = event
    self.data = data
    self.id = id
  }
}
