import DialCore
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

  static func fields(of request: PreparedRequest, url: RequestURL, route: Route) -> HTTPHeaders {
    var result = HTTPHeaders()
    result.add(name: "Host", value: url.hostField)
    if request.headers[.userAgent] == nil { result.add(name: "User-Agent", value: userAgent) }
    for field in request.headers where !isOurs(field.name) {
      result.add(name: field.name.rawName, value: field.value)
    }
    if request.headers[.acceptEncoding] == nil {
      // a part of a packed body cannot be unpacked
      result.add(name: "Accept-Encoding", value: request.headers[.range] == nil ? "gzip, deflate" : "identity")
    }
    if case .absoluteForm(let proxy) = route, let credentials = proxy.credentials {
      result.add(name: "Proxy-Authorization", value: "Basic \(credentials)")
    }
    return result
  }
}
