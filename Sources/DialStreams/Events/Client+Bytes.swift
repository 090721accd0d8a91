public import DialEngine
import DialMessage

extension Client {
  /// The body of an accepted reply in pieces, as they come, whatever its media type is; its content coding is undone. The call is made when
  /// the first is asked for.
  ///
  /// ```swift
  /// for try await piece in users.bytes("photo", ["id": 7]) { size += piece.count }
  /// ```
  public func bytes(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> Replies<[UInt8]> {
    engine.bytes { [engine] () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func bytes(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> Replies<[UInt8]> {
    bytes(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func bytes(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) -> Replies<[UInt8]> {
    bytes(endpoint, Arguments(arguments ?? [:]), options)
  }
}
