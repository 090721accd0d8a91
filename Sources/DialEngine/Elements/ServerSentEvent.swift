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
