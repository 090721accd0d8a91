public import DialEngine
public import DialJSON
import DialMessage

extension Client {
  /// Returns the elements of an endpoint `-> events` or `-> lines` as JSON.
  ///
  /// The element of an event is what `each:` selects from its data; otherwise its data if a shape is declared, otherwise
  /// `{event, data, id}`. An event in which `each:` finds nothing is skipped. The element of a line is its JSON, or its text if the
  /// response is `text/…`. Without `->`, the media type of the response decides. The call is made when you ask for the first element.
  ///
  /// ```swift
  /// for try await word in users.stream("chat", ["model": "m"]) { print(word.asString ?? "", terminator: "") }
  /// ```
  ///
  /// Wrong arguments, a rejected status and a response that is not a stream are thrown before the first element. There is no total
  /// timeout unless the spec or the options set one. The read timeout is that of the spec, by default 30 seconds.
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
  public func stream(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) -> Replies<JSON> {
    stream(endpoint, Arguments(arguments ?? [:]), options)
  }
}
