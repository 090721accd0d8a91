import DialMessage

/// What a server did wrong on an open web socket: the code to close with, and what the program is told.
struct SocketFault: Error {
  let code: UInt16
  let kind: TransportError.Kind
  /// The words after the name of the server.
  let what: String

  static func broken(_ what: String) -> SocketFault { SocketFault(code: 1002, kind: .protocol, what: what) }
  static func notUTF8(_ where: String) -> SocketFault {
    SocketFault(code: 1007, kind: .protocol, what: "sent \(`where`) that is not valid UTF-8")
  }
  static func tooLarge(_ limit: Int) -> SocketFault {
    SocketFault(code: 1009, kind: .limit, what: "sent a message of more than \(ByteCount.text(limit))")
  }
  static func tooManyFragments(_ limit: Int) -> SocketFault {
    SocketFault(code: 1009, kind: .limit, what: "sent a message in more than \(limit) fragments")
  }

  func error(of peer: String) -> TransportError { TransportError(kind, "\(peer) \(what); closed with \(code)") }
}
