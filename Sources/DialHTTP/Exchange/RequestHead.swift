package import DialMessage
import DialModel
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Creates the head of a request: Host, the fields of the transport, those of the caller in order, and the framing of the body.
enum RequestHead {
  /// `dial/0.2`, without the last number of the version.
  static let userAgent = "dial/" + DialVersion.number.split(separator: ".").prefix(2).joined(separator: ".")

  /// Fields of the protocol, which a caller cannot set. Proxy-Authorization is for the proxy only.
  private static let ours: Set<String> = [
    "host", "content-length", "transfer-encoding", "keep-alive", "proxy-connection", "proxy-authorization", "upgrade", "trailer",
    "te",
  ]

  static func isOurs(_ name: HTTPField.Name) -> Bool { ours.contains(name.canonicalName) }

  static func make(_ request: PreparedRequest, _ url: RequestURL, _ route: Route) throws(TransportError) -> HTTPRequestHead {
    let given = request.headers
    var target = url.target
    guard given.allSatisfy({ $0.value.utf8.allSatisfy(isSendable) }) else {
      throw TransportError(.protocol, "a header of the request contains a character that is not allowed")
    }
    var lines: [(String, String)] = []
    lines.reserveCapacity(given.count + 5)
    lines.append(("Host", url.server.hostField))
    if given[.userAgent] == nil { lines.append(("User-Agent", userAgent)) }
    for field in given where !isOurs(field.name) { lines.append((field.name.rawName, field.value)) }
    if given[.acceptEncoding] == nil { lines.append(("Accept-Encoding", given.acceptedCodings)) }
    if case .absoluteForm(let proxy) = route {
      target = "http://\(url.server.hostField)\(target)"
      if let value = proxy.credentials.map({ "Basic \($0)" }) ?? given[.proxyAuthorization] { lines.append(("Proxy-Authorization", value)) }
    }
    if let framing = try framing(request) { lines.append(framing) }
    return HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue), uri: target, headers: HTTPHeaders(lines))
  }

  /// Whether a byte is not a control character, except the tab (RFC 9110 section 5.5).
  private static func isSendable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

  /// Returns the field that frames the body (RFC 9112 section 6); nil for an empty body of a method that usually has none.
  private static func framing(_ request: PreparedRequest) throws(TransportError) -> (String, String)? {
    let length = request.body.length
    if request.method == .trace, length != 0 { throw TransportError(.protocol, "a TRACE request cannot have a body") }
    switch (length, request.method) {
    case (nil, _): return ("transfer-encoding", "chunked")
    case (0, .get), (0, .head), (0, .delete), (0, .connect), (0, .trace): return nil
    case (let length?, _): return ("Content-Length", "\(length)")
    }
  }
}

extension PreparedRequest {
  /// The fields as they are sent, including those of the transport; none if the request is invalid.
  package var sentFields: [(name: String, value: String)] {
    guard let url = try? RequestURL(self.url), let head = try? RequestHead.make(self, url, .direct) else { return [] }
    return head.headers.map { (name: $0.name, value: $0.value) }
  }
}

/// The body of a request for writing.
enum RequestPayload: Sendable {
  case none
  case buffer(ByteBuffer)
  /// In pieces, as fast as the server reads.
  case pieces(ResponseBody)

  init(_ body: RequestBody) {
    switch body {
    case .none: self = .none
    case .bytes(let bytes) where bytes.count > RequestBody.pieceSize: self = .pieces(RequestBody.pieces(of: bytes))
    case .bytes(let bytes): self = bytes.isEmpty ? .none : .buffer(ByteBuffer(bytes: bytes))
    case .stream(let length, _, let pieces): self = .pieces(length.map(pieces.ofLength) ?? pieces)
    }
  }
}

extension HTTPFields {
  /// The codings that a request with these fields asks for. Without an Accept-Encoding of the caller, these are all that are decoded, but
  /// none for a range: a part of a compressed body cannot be decompressed.
  var acceptedCodings: String { self[.acceptEncoding] ?? (self[.range] == nil ? "gzip, deflate" : "identity") }
}
