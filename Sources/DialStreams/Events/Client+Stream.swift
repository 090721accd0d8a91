public import DialEngine
public import DialJSON
import DialMessage

extension Client {
  /// What an endpoint `-> events` or `-> lines` gives, element by element, as JSON.
  ///
  /// An event gives what `each:` selects from its data, else its data where a shape is declared, else `{event, data, id}`; one in which
  /// `each:` finds nothing is skipped. A line gives its JSON; of a reply that is `text/…` its text. An endpoint without `->` is read by the
  /// media type of its reply. The call is made when the first element is asked for.
  ///
  /// ```swift
  /// for try await word in users.stream("chat", ["model": "m"]) { print(word.asString ?? "", terminator: "") }
  /// ```
  ///
  /// What is wrong with the arguments, a status that is not accepted and a reply that is no stream are thrown before the first element.
  /// It has no time for the whole unless the spec or the options give one; the longest silence is the spec's `read`, 30 seconds.
  public func stream(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> Replies<JSON> {
    engine.stream { [engine] () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func stream(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> Replies<JSON> {
    stream(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func stream(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) -> Replies<JSON> {
    stream(endpoint, Arguments(arguments ?? [:]), options)
  }
}
