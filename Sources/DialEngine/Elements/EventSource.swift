package import DialMessage

/// The events of an opened stream as they come. For one task.
package final class EventSource: ReplySource<ServerSentEvent> {
  private let events: EventReading

  package init(_ events: EventReading) { self.events = events }

  /// Inlined where it is called by the class above: an event that is handed from function to function is waited for each time.
  @inline(__always) package override func ready() throws(CallError) -> ServerSentEvent? { try events.advance() ? events.event : nil }

  package override func more() async throws(CallError) -> ReplySource<ServerSentEvent>? { try await events.more() ? self : nil }
}

/// One event of a stream of Server-Sent Events (WHATWG HTML section 9.2).
///
/// ```swift
/// for try await event in users.events("chat", ["model": "m"]) { print(event.event ?? "message", event.data) }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// Its type; nil where the stream does not say one: then it is a `message`.
  public var event: String?
  /// Its text; several lines of data are joined by line feeds.
  public var data: String
  /// The id that holds when it comes, its own or that of one before it; nil where there is none.
  public var id: String?

  /// An event, as a test may want to compare one.
  public init(event: String? = nil, data: String, id: String? = nil) {
    self.event = event
    self.data = data
    self.id = id
  }
}
