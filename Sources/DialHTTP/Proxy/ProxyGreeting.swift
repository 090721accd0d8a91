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
  /// It requires a user and password, or rejected them; with the scheme that it offers instead of Basic, if any.
  case credentials(ProxyScheme?, status: Int = 407)
  /// It responded with an unsuccessful status.
  case status(Int)
  /// It responded with an unsuccessful code of SOCKS.
  case socks(UInt8)
  case other
}

/// An authentication scheme that is not supported, such as `Digest`.
struct ProxyScheme: Equatable {
  let name: String

  /// Finds the first scheme in the values of Proxy-Authenticate; nil if one is Basic, or there is none.
  init?(_ values: [String]) {
    let words = values.flatMap { $0.split { $0 == " " || $0 == "," } }
    guard let first = words.first, !words.contains(where: { $0.lowercased() == "basic" }) else { return nil }
    name = String(escaping: Array(first.utf8))
  }
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
    // A 401 to CONNECT is the proxy's, too: no server was asked.
    if status == 407 || status == 401 {
      let fields = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map { $0.split(separator: ":", maxSplits: 1) }
      let offers = fields.filter { $0.count == 2 && $0[0].lowercased() == "proxy-authenticate" }
      throw ProxyRefusal.credentials(ProxyScheme(offers.map { String($0[1]) }), status: status)
    }
    guard status / 100 == 2 else { throw ProxyRefusal.status(status) }
    // In a handshake the server speaks last, so bytes after the head are not from it.
    guard end.upperBound == bytes.endIndex else { throw ProxyRefusal.other }
    buffer.moveReaderIndex(to: buffer.writerIndex)
    return .done
  }
}

/// SOCKS 5 (RFC 1928), with a user and a password (RFC 1929) or without; the proxy resolves the name.
struct SOCKSGreeting: ProxyGreeting {
  private enum Place { case method, password, connection }

  let opening: [UInt8]
  private let login: [UInt8]?
  private let wish: [UInt8]
  private var place = Place.method

  init(_ server: RequestURL.Server, _ proxy: ProxyServer) {
    login = proxy.login.map { user, password in
      [1, UInt8(clamping: user.count)] + user.prefix(255) + [UInt8(clamping: password.count)] + password.prefix(255)
    }
    opening = login == nil ? [5, 1, 0] : [5, 2, 0, 2]
    let bare = server.host.withoutBrackets
    let port = [UInt8(server.port >> 8), UInt8(server.port & 255)]
    let name = [3, UInt8(clamping: bare.utf8.count)] + Array(bare.utf8.prefix(255))
    let address = AddressBlock.bytes(bare).map { [$0.count == 4 ? 1 : 4] + $0 }
    wish = [5, 1, 0] + (address ?? name) + port
  }

  mutating func step(_ buffer: inout ByteBuffer) throws -> ProxyStep {
    switch place {
    case .method:
      guard let answer = buffer.readBytes(length: 2) else { return .wait }
      if answer == [5, 2], let login {
        place = .password
        return .say(login)
      }
      guard answer == [5, 0] else { throw answer == [5, 255] ? ProxyRefusal.credentials(nil) : ProxyRefusal.other }
      place = .connection
      return .say(wish)
    case .password:
      guard let answer = buffer.readBytes(length: 2) else { return .wait }
      guard answer[1] == 0 else { throw ProxyRefusal.credentials(nil) }
      place = .connection
      return .say(wish)
    case .connection:
      guard let head = buffer.getBytes(at: buffer.readerIndex, length: min(5, buffer.readableBytes)), head.count > 1 else { return .wait }
      guard head[0] == 5 else { throw ProxyRefusal.other }
      guard head[1] == 0 else { throw ProxyRefusal.socks(head[1]) }
      guard head.count == 5 else { return .wait }
      let length = head[3] == 1 ? 10 : head[3] == 4 ? 22 : 7 + Int(head[4])
      guard buffer.readableBytes >= length else { return .wait }
      guard buffer.readableBytes == length else { throw ProxyRefusal.other }
      buffer.moveReaderIndex(forwardBy: length)
      return .done
    }
  }
}
