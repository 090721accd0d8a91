import DialEngine
import DialJSON
import DialMessage
import DialModel

extension Engine {
  typealias Making = @Sendable () throws(CallError) -> Draft

  /// The elements of a stream as JSON.
  func stream(_ make: @escaping Making) -> Replies<JSON> {
    Replies(from: { opened in
      OpeningSource { () async throws(CallError) in
        let draft = try make().streaming("a stream of events or lines", "call") { $0.isStream || $0.mayStream }
        let body = try await draft.engine.open(draft).stream()
        let source = try await ElementReading.source(body, draft, opened)
        opened?(body.head)
        return source
      }
    })
  }

  /// The events of a stream.
  func events(_ make: @escaping Making) -> Replies<ServerSentEvent> {
    Replies(from: { opened in
      OpeningSource { () async throws(CallError) in
        let draft = try make().streaming("a stream of events", "call or stream") { model in
          if case .events = model.result { true } else { model.mayStream }
        }
        let body = try await draft.engine.open(draft).stream()
        let events = try await EventReading(body, draft, opened)
        opened?(body.head)
        return EventSource(events)
      }
    })
  }

  /// The pieces of a body.
  func bytes(_ make: @escaping Making) -> Replies<[UInt8]> {
    Replies { opened in
      var body: StreamedBody?
      return { () async throws(CallError) in
        if body == nil {
          let open = try await self.open(try make().untimed()).stream()
          opened?(open.head)
          body = open
        }
        if let piece = try await body?.next() { return piece }
        body?.close()
        return nil
      }
    }
  }
}

extension EndpointModel {
  /// Whether the response alone decides what the result is.
  fileprivate var mayStream: Bool { if case .inferred = result { true } else { false } }
}

extension Draft {
  /// Returns the draft of a stream. Throws, before anything is sent, if the endpoint has none.
  fileprivate func streaming(_ what: String, _ other: String, _ fits: (EndpointModel) -> Bool) throws(CallError) -> Draft {
    if fits(plan.model) { return untimed() }
    throw CallError(
      .spec, "the result of '\(plan.model.name)' is not declared as \(what)", endpoint: plan.model.name,
      hint: "use \(other), or declare the result as '-> events' or '-> lines'", location: plan.model.range)
  }
}
