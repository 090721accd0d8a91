package import DialMessage
import HTTPTypes
import NIOHTTP1

/// The field lines of a request: Host, what is ours, and the caller's in their order.
enum RequestHead {
  static let userAgent = "dial/0.1"

  /// The protocol's own fields, which a caller does not set. Proxy-Authorization is the proxy's alone.
  private static let ours: Set<String> = [
    "host", "content-length", "transfer-encoding", "keep-alive", "proxy-connection", "proxy-authorization", "upgrade", "trailer",
    "te",
  ]

  static func isOurs(_ name: HTTPField.Name) -> Bool { ours.contains(name.canonicalName) }

  /// The first of them, which never leaves: it tells the connection whose request it got, see ``ExchangeTable``.
  static let mark = "Dial-Exchange"

  static func fields(of request: PreparedRequest, url: RequestURL, route: Route, _ number: Int) -> HTTPHeaders {
    let given = request.headers
    var lines: [(String, String)] = []
    lines.reserveCapacity(given.count + 5)
    lines.append((mark, "\(number)"))
    append(request, host: url.hostField, to: &lines)
    if case .absoluteForm(let proxy) = route, let value = proxy.credentials.map({ "Basic \($0)" }) ?? given[.proxyAuthorization] {
      lines.append(("Proxy-Authorization", value))
    }
    return HTTPHeaders(lines)
  }

  private static func append(_ request: PreparedRequest, host: String, to lines: inout [(String, String)]) {
    let given = request.headers
    lines.append(("Host", host))
    if given[.userAgent] == nil { lines.append(("User-Agent", userAgent)) }
    for field in given where !isOurs(field.name) { lines.append((field.name.rawName, field.value)) }
    if given[.acceptEncoding] == nil {
      // a part of a packed body cannot be unpacked
      lines.append(("Accept-Encoding", given[.range] == nil ? "gzip, deflate" : "identity"))
    }
  }

  /// The field lines as they leave, the length of the body behind them.
  fileprivate static func shown(_ request: PreparedRequest) -> [(String, String)] {
    var lines: [(String, String)] = []
    append(request, host: (try? RequestURL(request.url))?.hostField ?? "", to: &lines)
    switch request.body {
    case .none: if ["POST", "PUT", "PATCH"].contains(request.method.rawValue) { lines.append(("Content-Length", "0")) }
    case .bytes(let bytes): lines.append(("Content-Length", "\(bytes.count)"))
    case .stream(let length?, _, _): lines.append(("Content-Length", "\(length)"))
    case .stream: lines.append(("Transfer-Encoding", "chunked"))
    }
    return lines
  }
}

extension PreparedRequest {
  /// The field lines as they leave, those of the protocol among them, for whoever shows a request.
  package var sentFields: [(name: String, value: String)] { RequestHead.shown(self).map { (name: $0.0, value: $0.1) } }
}
