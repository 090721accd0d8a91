import DialMessage
import DialModel
import HTTPTypes
import NIOCore
import NIOHTTP1

/// An HTTP/1.1 connection, which runs one exchange after another. Must be used on the event loop.
final class HTTP1Connection: Timed {
  let channel: any Channel
  let exchanges: ExchangeHandler
  private let timer: DeadlineTimer
  private let turnEnd: TurnEnd
  private let idleTimeout: TimeAmount
  private(set) var due = NIODeadline.distantFuture
  /// Until when the idle connection is used for a request that cannot be repeated if the server closes it at the same time.
  private(set) var isSureUntil = NIODeadline.distantFuture
  var timerIndex: Int?
  /// The shortest time that servers are known to keep idle connections, with something to spare.
  private static let usualKeepAlive = TimeAmount.seconds(2)

  init(_ channel: any Channel, _ timer: DeadlineTimer, _ turnEnd: TurnEnd, idleTimeout: TimeAmount) throws {
    (self.channel, self.timer, self.turnEnd, self.idleTimeout) = (channel, timer, turnEnd, idleTimeout)
    exchanges = ExchangeHandler(timer, turnEnd)
    var encoding = HTTPRequestEncoder.Configuration()
    encoding.automaticallySetFramingHeaders = false
    try channel.pipeline.syncOperations.addHandlers([
      HTTP1ByteHandler(exchanges), HTTPRequestEncoder(configuration: encoding),
      ByteToMessageHandler(HTTPResponseDecoder(informationalResponseStrategy: .forward)), exchanges,
    ])
  }

  func begin(_ exchange: Exchange) {
    (due, isSureUntil) = (.distantFuture, .distantFuture)
    exchanges.begin(exchange)
    turnEnd.flush(exchanges)
  }

  /// Keeps the idle connection until its timeout.
  func rest() {
    let now = NIODeadline.now()
    let announced = exchanges.keepAlive
    due = now + min(idleTimeout, announced ?? idleTimeout)
    isSureUntil = now + (announced.map { $0 - min(.seconds(1), .nanoseconds($0.nanoseconds / 2)) } ?? Self.usualKeepAlive)
    timer.add(self)
  }

  func check() {
    due = .distantFuture
    channel.close(promise: nil)
  }

  func close() { timer.remove(self) }
}

/// Counts the bytes of a response, keeps what the parser would change, and changes what it would reject although it is valid.
final class HTTP1ByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let exchanges: ExchangeHandler
  private var head = RawHead()
  private var chunks: ChunkSizes?
  private var uses = 0
  /// The maximum number of bytes without a part of a message. The parser limits only fields, not a status line or the extension of a chunk.
  private static let maxUnparsed = 4 << 20

  init(_ exchanges: ExchangeHandler) { self.exchanges = exchanges }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Also for an incomplete part of a message: slow data is not silence.
    exchanges.timeout.touch()
    // Unsolicited bytes would be taken for the response to the next request.
    guard let exchange = exchanges.exchange else { return context.close(promise: nil) }
    if exchanges.uses != uses {
      uses = exchanges.uses
      head = RawHead()
      chunks = nil
    }
    var buffer = unwrapInboundIn(data)
    let count = buffer.readableBytes
    exchange.update { $0.add(buffer.readableBytesView) }
    do throws(RawHead.Fault) {
      var body: Int? = head.isOpen ? nil : 0
      if head.isOpen {
        body = try head.add(&buffer)
        if let values = head.takeValues() { exchange.update { $0.rawValues = values } }
        if let reason = head.reason { exchange.update { $0.reason = reason } }
        if body != nil, head.isCoded { chunks = ChunkSizes() }
      }
      if let body { chunks?.add(&buffer, from: body) }
    } catch {
      return context.fireErrorCaught(error)
    }
    if exchanges.unparsed > Self.maxUnparsed { return context.fireErrorCaught(HTTPParserError.headerOverflow) }
    exchanges.unparsed += count
    if buffer.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(buffer)) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    let rest = head.takeRest()
    if !rest.isEmpty, exchanges.exchange != nil { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: rest))) }
    context.fireChannelInactive()
  }
}

/// The rules of RFC 9112 section 6 that the parser does not enforce.
enum HeadRules {
  /// Returns the announced length of the body, nil if there is none, or why the head is invalid.
  static func bodyLength(of head: HTTPResponseHead, for exchange: Exchange) -> Result<Int?, TransportError> {
    func refused(_ what: String) -> Result<Int?, TransportError> {
      .failure(TransportError(.protocol, "\(exchange.peer) responded \(what)"))
    }
    let code = Int(head.status.code)
    if code == 101 { return refused("with 101 (switching protocols), which was not requested") }
    guard (200...999).contains(code) else { return refused("with the status \(code), which is out of range (200 to 999)") }
    if !HTTPResponse.Status.mayHaveBody(code, to: exchange.method) { return .success(nil) }

    var (coding, length): (Substring?, Substring?)
    var (codings, isOneLength) = (0, true)
    for (name, value) in head.headers {
      // Most fields are neither, and have another length.
      switch name.utf8.count {
      case 14 where isEqual(name, "content-length"):
        let value = value.trimmed
        isOneLength = isOneLength && (length ?? value) == value
        length = value
      case 17 where isEqual(name, "transfer-encoding"):
        codings += 1
        coding = value.trimmed
      default: break
      }
    }
    if let coding {
      guard length == nil else { return refused("with both a Content-Length and a Transfer-Encoding") }
      guard codings == 1, coding.lowercased() == "chunked" else { return refused("with a Transfer-Encoding that is not 'chunked'") }
      guard head.version != .http1_0 else { return refused("with a Transfer-Encoding in HTTP/1.0") }
      return .success(nil)
    }
    guard let length else { return .success(nil) }
    guard isOneLength, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(length) else {
      return refused("with a Content-Length that is not a single number")
    }
    return .success(length)
  }

  /// Reads the time in a field `Keep-Alive: timeout=5, max=100`.
  static func keepAlive(_ field: String) -> TimeAmount? {
    for item in field.split(separator: ",") {
      let parts = item.split(separator: "=", maxSplits: 1).map(\.trimmed)
      if parts.count == 2, parts[0].lowercased() == "timeout", let seconds = UInt32(parts[1]) { return .seconds(Int64(seconds)) }
    }
    return nil
  }

  /// Whether the body of a successful response ends with its connection (RFC 9112 section 6.3).
  static func endsWithConnection(_ head: HTTPResponseHead, for exchange: Exchange) -> Bool {
    let code = Int(head.status.code)
    return code < 300 && HTTPResponse.Status.mayHaveBody(code, to: exchange.method) && !head.headers.contains(name: "transfer-encoding")
  }

  /// Compares a name with a lowercase one of the same length.
  private static func isEqual(_ name: String, _ wanted: StaticString) -> Bool {
    wanted.withUTF8Buffer { wanted in name.utf8.elementsEqual(wanted) { $0 | 0x20 == $1 } }
  }

  /// Returns the fields of a head. Values have no surrounding whitespace, which the parser leaves at the end; `rawValues` replace them.
  static func fields(of head: HTTPResponseHead, _ rawValues: [Int: [UInt8]] = [:]) -> HTTPFields {
    var fields = HTTPFields()
    fields.reserveCapacity(head.headers.count)
    for (index, line) in head.headers.enumerated() {
      guard let name = HTTPField.Name(line.name) else { continue }
      if rawValues[index] == nil, HTTPField.isValidValue(line.value) {
        fields.append(HTTPField(name: name, value: line.value))
      } else {
        fields.append(HTTPField(name: name, lenientValue: rawValues[index] ?? Array(line.value.trimmed.utf8)))
      }
    }
    return fields
  }
}
