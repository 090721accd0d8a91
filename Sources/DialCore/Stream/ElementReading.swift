import DialJSON

/// The elements of one stream as JSON: those of events, or of lines, as the endpoint declares it or else the media type tells. For one
/// task.
final class ElementReading: ReplySource<JSON> {
  private enum Source {
    case events(EventReading, ElementReader)
    case lines(LineReading)
  }

  private let make: () throws(CallError) -> Draft
  private let opened: ReplyHead.Listener?
  private var source: Source?

  init(_ opened: ReplyHead.Listener? = nil, _ make: @escaping () throws(CallError) -> Draft) {
    self.make = make
    self.opened = opened
  }

  /// The elements of a reply that is open already.
  convenience init(_ body: OpenBody, _ draft: Draft) async throws(CallError) {
    self.init { () throws(CallError) in draft }
    source = try await Self.source(body, draft, nil)
  }

  override func ready() throws(CallError) -> JSON? {
    switch source {
    case .lines(let lines): return try lines.ready()
    case .events(let events, let reader):
      while try events.advance() {
        if reader.body !== events.body { reader.body = events.body }
        do throws(CallError) {
          if let element = try reader.element(events) { return element }
        } catch {
          throw events.fail(error)
        }
      }
      return nil
    case nil: return nil
    }
  }

  override func more() async throws(CallError) -> Bool {
    switch source {
    case .lines(let lines): return try await lines.more()
    case .events(let events, _): return try await events.more()
    case nil:
      let draft = try make()
      let body = try await draft.engine.open(draft).stream()
      source = try await Self.source(body, draft, opened)
      opened?(body.head)
      return true
    }
  }

  private static func source(_ body: OpenBody, _ draft: Draft, _ opened: ReplyHead.Listener?) async throws(CallError) -> Source {
    switch draft.plan.model.result {
    case .events: return .events(try await EventReading(body, draft, opened), ElementReader(body))
    case .lines: return .lines(try await LineReading(body))
    default:
      let type = body.head.mediaType
      if type?.essence == "text/event-stream" {
        return .events(try await EventReading(body, draft, opened), ElementReader(body))
      }
      if type?.isLines == true { return .lines(try await LineReading(body)) }
      let said = type.map { "it is \($0.essence)" } ?? "it has no media type"
      throw await body.refuse(.decoding, "the reply is no stream of events or lines: \(said)")
    }
  }
}
