package import DialJSON
package import DialMessage
import DialModel

/// The elements of an opened stream of events as JSON. Not safe for concurrent use.
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

  /// Returns the elements of an opened response: events or lines, as declared or by its media type.
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
      let said = type.map { "it is \($0.essence)" } ?? "it has no media type"
      throw await body.refuse(.decoding, "the reply is no stream of events or lines: \(said)")
    }
  }
}
