public import DialEngine
import DialMessage

extension Client {
  /// The events of an endpoint `-> events` as they come, neither parsed nor selected from; `until:` ends them. The call is made when the
  /// first is asked for.
  ///
  /// ```swift
  /// for try await event in users.events("feed") { print(event.event ?? "message", event.id ?? "", event.data) }
  /// ```
  public func events(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> Replies<ServerSentEvent> {
    engine.events { [engine] () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func events(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> Replies<ServerSentEvent> {
    events(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func events(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) -> Replies<ServerSentEvent> {
    events(endpoint, Arguments(arguments ?? [:]), options)
  }
}
