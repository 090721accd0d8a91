/// The events of one stream as they come. For one task.
final class EventSource: ReplySource<ServerSentEvent> {
  private let make: () throws(CallError) -> Draft
  private let opened: ReplyHead.Listener?
  private var events: EventReading?

  init(_ opened: ReplyHead.Listener?, _ make: @escaping () throws(CallError) -> Draft) {
    self.make = make
    self.opened = opened
  }

  override func ready() throws(CallError) -> ServerSentEvent? {
    guard let events, try events.advance() else { return nil }
    return events.event
  }

  override func more() async throws(CallError) -> Bool {
    if let events { return try await events.more() }
    let draft = try make()
    let body = try await draft.engine.open(draft).stream()
    events = try await EventReading(body, draft, opened)
    opened?(body.head)
    return true
  }
}
