import NIOCore

/// The messages to a proxy before it forwards bytes.
protocol ProxyGreeting {
  var opening: [UInt8] { get }
  /// Reads a message of the proxy. Throws if it rejects the connection.
  mutating func step(_ buffer: inout ByteBuffer) throws -> ProxyStep
}

enum ProxyStep {
  /// More bytes are needed.
  case wait
  case say([UInt8])
  case done
}

/// Why the proxy rejected the connection.
enum ProxyRefusal: Error, Equatable {
  /// It requires a user and password.
  case credentials
  /// It responded with an unsuccessful status.
  case status(Int)
  case other

  var status: Int? { if case .status(let status) = self { status } else { nil } }
}

/// CONNECT (RFC 9110 section 9.3.6).
struct ConnectGreeting: ProxyGreeting {
  let opening: [UInt8]
  private static let maxHead = 64 << 10

  init(_ server: RequestURL.Server, _ proxy: ProxyServer, userAgent: String) {
    var lines = ["CONNECT \(server.address) HTTP/1.1", "Host: \(server.address)", "User-Agent: \(userAgent)"]
    if let credentials = proxy.credentials { lines.append("Proxy-Authorization: Basic \(credentials)") }
    opening = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  mutating func step(_ buffer: inout ByteBuffer) throws -> ProxyStep {
    let bytes = buffer.readableBytesView
    guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else {
      if bytes.count > Self.maxHead { throw ProxyRefusal.other }
      return .wait
    }
    let line = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
    guard line.count >= 2, line[0].hasPrefix("HTTP/1."), let status = Int(line[1]), (100...599).contains(status) else {
      throw ProxyRefusal.other
    }
    if status / 100 == 1, status != 101 {
      buffer.moveReaderIndex(to: end.upperBound)
      return try step(&buffer)
    }
    if status == 407 { throw ProxyRefusal.credentials }
    guard status / 100 == 2 else { throw ProxyRefusal.status(status) }
    // In a handshake the server speaks last, so bytes after the head are not from it.
    guard end.upperBound == bytes.endIndex else { throw ProxyRefusal.other }
    buffer.moveReaderIndex(to: buffer.writerIndex)
    return .done
  }
}

/// SOCKS 5 without a password; the proxy resolves the name (RFC 1928).
struct SOCKSGreeting: ProxyGreeting {
  let opening: [UInt8] = [5, 1, 0]
  private let wish: [UInt8]
  private var isGreeted = false

  init(_ server: RequestURL.Server) {
    let bare = server.host.withoutBrackets
    let port = [UInt8(server.port >> 8), UInt8(server.port & 255)]
    let name = [3, UInt8(clamping: bare.utf8.count)] + Array(bare.utf8.prefix(255))
    let address = AddressBlock.bytes(bare).map { [$0.count == 4 ? 1 : 4] + $0 }
    wish = [5, 1, 0] + (address ?? name) + port
  }

  mutating func step(_ buffer: inout ByteBuffer) throws -> ProxyStep {
    guard isGreeted else {
      guard let answer = buffer.readBytes(length: 2) else { return .wait }
      guard answer == [5, 0] else { throw answer == [5, 255] ? ProxyRefusal.credentials : ProxyRefusal.other }
      isGreeted = true
      return .say(wish)
    }
    guard let head = buffer.getBytes(at: buffer.readerIndex, length: min(5, buffer.readableBytes)), head.count == 5 else { return .wait }
    guard head[0] == 5, head[1] == 0 else { throw ProxyRefusal.other }
    let length = head[3] == 1 ? 10 : head[3] == 4 ? 22 : 7 + Int(head[4])
    guard buffer.readableBytes >= length else { return .wait }
    guard buffer.readableBytes == length else { throw ProxyRefusal.other }
    buffer.moveReaderIndex(forwardBy: length)
    return .done
  }
}
