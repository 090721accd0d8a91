import Dial
import DialConsole
import Synchronization

/// Ends a call whose spec declares no result as soon as the response turns out to be bytes, which a terminal cannot show: by its media
/// type, or by its first bytes.
struct BinaryRefusal: SocketTransport {
  let inner: any SocketTransport
  let endpoint: String
  let found: BinaryFailure

  var traits: TransportTraits { inner.traits }

  func send(_ request: PreparedRequest) async throws -> Response {
    var response = try await inner.send(request)
    guard request.endpoint == endpoint, request.method != .head, response.status.kind == .successful else { return response }
    let (headers, body) = (response.headers, response.body)
    let format = ReplyFormat(headers[.contentType].flatMap(MediaType.read))
    guard format == nil || format == .bytes else { return response }
    response.body = ResponseBody(length: body.length) { [found] in
      var pieces = body.makeAsyncIterator()
      var isChecked = false
      return {
        let piece = try await pieces.next()
        guard let first = piece, !first.isEmpty, !isChecked else { return piece }
        isChecked = true
        guard format == .bytes || !Self.mayBeJSON(first) else { return piece }
        found.failure.withLock { $0 = Printer.cannotShow(headers) }
        throw TransportError(.limit, "the response is bytes")
      }
    }
    return response
  }

  func connect(_ request: PreparedRequest) async throws -> Response { try await inner.connect(request) }

  /// A body without a media type is read as JSON, otherwise as bytes.
  private static func mayBeJSON(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let first = text.first(where: { !" \t\r\n".utf8.contains($0) }) else { return true }
    return "{[\"-0123456789tfn".utf8.contains(first)
  }
}

/// The failure of a call that ``BinaryRefusal`` ended; nil while there is none.
final class BinaryFailure: Sendable {
  let failure = Mutex<Failure?>(nil)
}
