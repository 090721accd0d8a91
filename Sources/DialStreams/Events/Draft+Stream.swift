public import DialEngine
public import DialJSON
import DialMessage

extension Draft {
  /// Sends the request as it stands, and gives what keeps coming as JSON, as the client does by name.
  public func stream() -> Replies<JSON> { engine.stream { () throws(CallError) in self } }

  /// Sends the request as it stands, and gives the events that come, as the client does by name.
  public func events() -> Replies<ServerSentEvent> { engine.events { () throws(CallError) in self } }

  /// Sends the request as it stands, and gives the bytes of the body as they come, as the client does by name.
  public func bytes() -> Replies<[UInt8]> { engine.bytes { () throws(CallError) in self } }
}
