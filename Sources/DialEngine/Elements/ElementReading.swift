package import DialJSON
package import DialMessage
import DialModel

/// The elements of an opened stream of events as JSON. For one task.
package final class ElementReading: ReplySource<JSON> {
  private let events: EventReading
  private let reader: ElementReader

  init(_ events: EventReading) {
    self.events = events
    reader = ElementReader(events.body)
  }

  package override func ready() throws(CallError) -> JSON? {
    while try events.advance() {
      if reader.body !== events.body { reader.body = events.body }
      do throws(CallError) {
        if let element = try reader.element(events) { return element }
      } catch {
        throw events.fail(error)
      }
    }
    return nil
  }

  package override func more() async throws(CallError) -> ReplySource<JSON>? { try await events.more() ? self : nil }

  /// The elements of an opened reply: those of events, or of lines, as the endpoint declares it or else the media type tells.
  package static func source(_ body: StreamedBody, _ draft: Draft, _ opened: ReplyHead.Listener? = nil) async throws(CallError)
    -> ReplySource<
      JSON
    >
  {
    switch draft.plan.model.result {
    case .events: return ElementReading(try await EventReading(body, draft, opened))
    case .lines: return try await LineReading(body)
    default:
      let type = body.head.mediaType
      if type?.essence == "text/event-stream" { return ElementReading(try await EventReading(body, draft, opened)) }
      if type?.isLines == true { return try await LineReading(body) }
      let said = type.map { "its media type is \($0.essence)" } ?? "it has no media type"
      throw await body.refuse(.decoding, "the response is not a stream of events or lines: \(said)")
    }
  }
}
