public import DialJSON

/// A message of a WebSocket.
public enum SocketMessage: Sendable, Hashable {
  /// Text; always valid UTF-8.
  case text(String)
  /// Bytes.
  case bytes([UInt8])

  /// The text; nil for bytes.
  public var asText: String? { if case .text(let text) = self { text } else { nil } }

  /// The bytes; of a text in UTF-8.
  public var utf8: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }

  /// Returns the message as JSON. Throws a ``CallError`` with code `decoding` if it is not valid.
  public func json() throws(CallError) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: utf8)
    } catch {
      throw CallError(error.kind == .depth ? .limit : .decoding, "the message is not valid JSON: \(error.message)")
    }
  }
}

/// Why a WebSocket was closed (RFC 6455 section 7.4).
public struct SocketClosing: Sendable, Hashable, CustomStringConvertible {
  /// The code, such as 1000 for a normal close; nil if there was none.
  public var code: UInt16?
  /// The reason, for people.
  public var reason: String

  /// Creates a close; the reason can have 123 bytes.
  public init(code: UInt16? = 1000, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Whether it is a normal close: 1000, 1001 (going away) or no code.
  public var isNormal: Bool { code == nil || code == 1000 || code == 1001 }

  /// The code with its name, and the reason: `1011 (internal error): out of memory`.
  public var description: String {
    let name = code.flatMap { Self.names[$0] }.map { " (\($0))" } ?? ""
    return (code.map { "\($0)" } ?? "no code") + name + (reason.isEmpty ? "" : ": \(reason)")
  }

  private static let names: [UInt16: String] = [
    1000: "normal", 1001: "going away", 1002: "protocol error", 1003: "unsupported data", 1006: "abnormal closure", 1007: "invalid data",
    1008: "policy violation", 1009: "message too big", 1010: "extension needed", 1011: "internal error", 1012: "service restart",
    1013: "try again later", 1014: "bad gateway",
  ]

  /// Why this close cannot be sent; nil if it can.
  package var fault: String? {
    if let code, !Self.maySend(code) { return "invalid close code \(code); use 1000 to 1003, 1007 to 1014 or 3000 to 4999" }
    if code == nil, !reason.isEmpty { return "a close reason requires a close code" }
    return reason.utf8.count > 123 ? "the close reason has \(reason.utf8.count) bytes, more than the maximum of 123 bytes" : nil
  }

  /// Whether a close can have this code (RFC 6455 section 7.4.2; 1012 to 1014 were registered later).
  package static func maySend(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
