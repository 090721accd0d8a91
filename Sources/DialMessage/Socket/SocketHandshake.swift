import DialModel
package import HTTPTypes

/// The headers of a web socket handshake that are not from the spec.
package enum SocketHandshake {
  package static let subprotocol = HTTPField.Name("Sec-WebSocket-Protocol")!

  /// Whether a header belongs to the handshake itself (RFC 6455 section 11.3).
  package static func isOwned(_ name: HTTPField.Name) -> Bool {
    name.canonicalName.hasPrefix("sec-websocket-") && name != subprotocol
  }

  /// Returns the subprotocols in a header value, in order.
  package static func list(_ value: String?) -> [String] {
    (value ?? "").split(separator: ",").map { item in
      let start = item.drop { $0 == " " || $0 == "\t" }
      return String(start.prefix { $0 != " " && $0 != "\t" })
    }
  }

  /// Returns the headers with all offered subprotocols, those of the spec first, or why they are invalid.
  package static func fields(_ given: HTTPFields, offering more: [String]) -> Result<HTTPFields, Fault> {
    if let field = given.first(where: { isOwned($0.name) }) {
      return .failure(Fault(message: "the header '\(field.name.rawName)' is controlled by the handshake and cannot be set"))
    }
    var offered = list(given[subprotocol])
    for name in more where !offered.contains(name) { offered.append(name) }
    if let bad = offered.first(where: { !HeaderRules.isToken($0) }) {
      return .failure(Fault(message: "'\(bad)' is not a valid subprotocol; use \(HeaderRules.tokenRule)"))
    }
    if Set(offered).count < offered.count { return .failure(Fault(message: "duplicate subprotocol")) }
    guard !offered.isEmpty else { return .success(given) }
    var fields = given
    fields[subprotocol] = offered.joined(separator: ", ")
    return .success(fields)
  }

  package struct Fault: Error { package var message: String }
}
