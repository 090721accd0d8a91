public import DialEngine
import DialMessage

extension Client {
  /// Returns the events of an endpoint `-> events` as they arrive, without parsing or selecting; `until:` ends them. The call is made
  /// when you ask for the first event.
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
}
