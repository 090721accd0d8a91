public import DialEngine
public import DialJSON
import DialMessage

extension Draft {
  /// Sends the request as it is now, and returns the elements of its stream as JSON.
  public func stream() -> Replies<JSON> { engine.stream { () throws(CallError) in self } }

  /// Sends the request as it is now, and returns its events.
  public func events() -> Replies<ServerSentEvent> { engine.events { () throws(CallError) in self } }

  /// Sends the request as it is now, and returns the pieces of its body.
  public func bytes() -> Replies<[UInt8]> { engine.bytes { () throws(CallError) in self } }
}
