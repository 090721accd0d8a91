public import DialEngine
public import DialJSON
package import DialMessage
import DialModel

extension Client {
  /// Returns the elements of an endpoint `-> events` or `-> lines` as JSON. The call is made when you ask for the first element.
  ///
  /// The element of an event is what `each:` selects from its data; otherwise its data if a shape is declared, otherwise
  /// `{event, data, id}`. The element of a line is its JSON, or its text if the response is `text/…`.
  ///
  /// ```swift
  /// for try await word in users.stream("chat", ["model": "m"]) { print(word.asString ?? "", terminator: "") }
  /// ```
  ///
  /// There is no total timeout unless the spec or the options set one. The read timeout is that of the spec, by default 30 seconds.
  public func stream(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> Replies<JSON> {
    engine.stream { [engine] () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload
  public func stream(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> Replies<JSON> {
    stream(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload
  public func stream(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()) -> Replies<JSON> {
    stream(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Returns the events of an endpoint `-> events` as they arrive, without parsing or selecting; `until:` ends them.
  ///
  /// ```swift
  /// for try await event in users.events("feed") { print(event.event ?? "message", event.id ?? "", event.data) }
  /// ```
  public func events(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> Replies<ServerSentEvent> {
    engine.events { [engine] () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload
  public func events(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> Replies<ServerSentEvent> {
    events(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload
  public func events(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) -> Replies<ServerSentEvent> {
    events(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Returns the body of an accepted response in pieces as they arrive, after decoding its content coding.
  ///
  /// ```swift
  /// for try await piece in users.bytes("photo", ["id": 7]) { size += piece.count }
  /// ```
  public func bytes(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> Replies<[UInt8]> {
    engine.bytes { [engine] () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// Accepts arguments with nested literals of mixed types.
  @_disfavoredOverload
  public func bytes(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> Replies<[UInt8]> {
    bytes(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  @_disfavoredOverload
  public func bytes(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()) -> Replies<[UInt8]> {
    bytes(endpoint, Arguments(arguments ?? [:]), options)
  }
}

extension Draft {
  /// Sends the request as it is now, and returns the elements of its stream as JSON.
  public func stream() -> Replies<JSON> { engine.stream { () throws(CallError) in self } }

  /// Sends the request as it is now, and returns its events.
  public func events() -> Replies<ServerSentEvent> { engine.events { () throws(CallError) in self } }

  /// Sends the request as it is now, and returns the pieces of its body.
  public func bytes() -> Replies<[UInt8]> { engine.bytes { () throws(CallError) in self } }

  /// Sends a call whose result only the response defines, and returns the result, or the elements while they arrive.
  package func replyOrStream(
    _ progress: (@Sendable (CallTask.Progress) -> Void)? = nil
  ) async throws(CallError) -> (reply: Reply?, stream: (head: ReplyHead, elements: Replies<JSON>.AsyncIterator)?) {
    let draft = timed(nil)
    switch try await engine.arrival(draft, progress.map { ProgressMeter($0) }) {
    case .reply(let reply): return (reply, nil)
    case .stream(let body):
      let source = try await ElementReading.source(body, draft)
      return (nil, (body.head, Replies<JSON>.AsyncIterator(source)))
    }
  }

  /// Returns the draft of a stream. Throws, before anything is sent, if the endpoint has none.
  fileprivate func streaming(_ what: String, _ other: String, _ fits: (EndpointModel) -> Bool) throws(CallError) -> Draft {
    if fits(plan.model) { return timed(nil) }
    throw CallError(
      .spec, "the result of '\(plan.model.name)' is not declared as \(what)", of: plan.model,
      hint: "use \(other), or declare the result as '-> events' or '-> lines'")
  }
}

extension Engine {
  typealias Making = @Sendable () throws(CallError) -> Draft

  func stream(_ make: @escaping Making) -> Replies<JSON> {
    Replies(from: { opened in
      OpeningSource { () async throws(CallError) in
        let draft = try make().streaming("a stream of events or lines", "call") { $0.isStream || $0.mayStream }
        let body = try await draft.engine.open(draft)
        let source = try await ElementReading.source(body, draft, opened)
        opened?(body.head)
        return source
      }
    })
  }

  func events(_ make: @escaping Making) -> Replies<ServerSentEvent> {
    Replies(from: { opened in
      OpeningSource { () async throws(CallError) in
        let draft = try make().streaming("a stream of events", "call or stream") { model in
          if case .events = model.result { true } else { model.mayStream }
        }
        let body = try await draft.engine.open(draft)
        let events = try await EventReading(body, draft, opened)
        opened?(body.head)
        return events
      }
    })
  }

  /// The pieces of a body.
  func bytes(_ make: @escaping Making) -> Replies<[UInt8]> {
    Replies { opened in
      var body: StreamedBody?
      return { () async throws(CallError) in
        if body == nil {
          let open = try await self.open(try make().timed(nil))
          opened?(open.head)
          body = open
          let start = try await open.start()
          if !start.isEmpty { return start }
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
