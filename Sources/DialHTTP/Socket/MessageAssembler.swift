import DialMessage
import NIOCore
import NIOWebSocket

/// Assembles messages from frames, and rejects what RFC 6455 section 5 forbids a server to send.
struct MessageAssembler {
  /// The result of a frame; none if the message continues.
  enum Event: Equatable {
    case message(SocketMessage)
    case ping(ByteBuffer)
    case pong
    case closing(SocketClosing)
  }

  private struct Partial {
    let isText: Bool
    let isPacked: Bool
    var bytes: [UInt8] = []
    var fragments = 0
    var check = UTF8Check()
  }

  private let maxBytes: Int
  private let maxFragments: Int
  private let inflater: MessageInflater?
  private var partial: Partial?

  init(_ options: SocketOptions, _ inflater: MessageInflater?) {
    maxBytes = options.maxMessageBytes
    maxFragments = options.maxFragments
    self.inflater = inflater
  }

  mutating func add(_ frame: WebSocketFrame) throws(SocketFault) -> Event? {
    if frame.maskKey != nil { throw .broken("sent a masked frame") }
    let isData = frame.opcode == .text || frame.opcode == .binary
    if frame.rsv2 || frame.rsv3 || (frame.rsv1 && (inflater == nil || !isData)) { throw .broken("sent a frame with a reserved bit set") }
    switch frame.opcode {
    case .ping: return .ping(frame.data)
    case .pong: return .pong
    case .connectionClose: return .closing(try Self.closing(frame.data))
    case .text, .binary:
      if partial != nil { throw .broken("started a message before the previous one ended") }
      if frame.fin, !frame.rsv1 { return .message(try whole(frame)) }
      partial = Partial(isText: frame.opcode == .text, isPacked: frame.rsv1)
      return try grow(by: frame)
    case .continuation:
      if partial == nil { throw .broken("continued a message that was not started") }
      return try grow(by: frame)
    default: throw .broken("sent a frame of an unknown type")
    }
  }

  private func whole(_ frame: WebSocketFrame) throws(SocketFault) -> SocketMessage {
    if frame.length > maxBytes { throw .tooLarge(maxBytes) }
    guard frame.opcode == .text else { return .bytes(frame.data.withUnsafeReadableBytes { Array($0) }) }
    let text = frame.data.withUnsafeReadableBytes { String(validating: $0, as: UTF8.self) }
    guard let text else { throw .notUTF8("a text message") }
    return .text(text)
  }

  private mutating func grow(by frame: WebSocketFrame) throws(SocketFault) -> Event? {
    guard var message = partial else { return nil }
    partial = nil
    message.fragments += 1
    if message.fragments > maxFragments { throw .tooManyFragments(maxFragments) }
    let start = message.bytes.count
    if message.isPacked, let inflater {
      try inflater.inflate(frame.data.readableBytesView, isLast: frame.fin, into: &message.bytes, upTo: maxBytes)
    } else {
      if start + frame.length > maxBytes { throw .tooLarge(maxBytes) }
      frame.data.withUnsafeReadableBytes { message.bytes.append(contentsOf: $0) }
    }
    if message.isText {
      let isValid = message.bytes.withUnsafeBytes { message.check.add(UnsafeRawBufferPointer(rebasing: $0[start...])) }
      if !isValid || (frame.fin && !message.check.isWhole) { throw .notUTF8("a text message") }
    }
    guard frame.fin else {
      partial = message
      return nil
    }
    return .message(message.isText ? .text(String(decoding: message.bytes, as: UTF8.self)) : .bytes(message.bytes))
  }

  private static func closing(_ data: ByteBuffer) throws(SocketFault) -> SocketClosing {
    var data = data
    if data.readableBytes == 0 { return SocketClosing(code: nil) }
    guard let code = data.readInteger(as: UInt16.self) else { throw .broken("sent an incomplete close code") }
    guard SocketClosing.maySend(code) else { throw .broken("sent the close code \(code), which is not allowed in a frame") }
    guard let reason = String(validating: data.readableBytesView, as: UTF8.self) else { throw .notUTF8("a close reason") }
    return SocketClosing(code: code, reason: reason)
  }
}

/// A violation of the protocol by the server: the code to close with, and the message for the program.
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

  func error(of peer: String) -> TransportError { TransportError(kind, "\(peer) \(what); the WebSocket was closed with \(code)") }
}
