public import DialEngine
import DialMessage

extension Client {
  /// Returns the body of an accepted response in pieces as they arrive, whatever its media type, after decoding its content coding. The
  /// call is made when you ask for the first piece.
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
  public func bytes(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) -> Replies<[UInt8]> {
    bytes(endpoint, Arguments(arguments ?? [:]), options)
  }
}
