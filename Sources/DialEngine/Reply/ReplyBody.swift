package import DialJSON

/// The unchanged body: its bytes, or the document that took them.
package enum ReplyBody: Sendable {
  case bytes([UInt8])
  case document(JSON)

  package var bytes: [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .document(let json): Array(json.documentText ?? [])
    }
  }

  var isEmpty: Bool {
    if case .bytes(let bytes) = self { bytes.isEmpty } else { false }
  }

  /// Parses the body as JSON. The document takes its bytes without a copy; an invalid body is unchanged.
  mutating func parse() throws(JSONError) -> JSON {
    guard case .bytes(var bytes) = self else { return try JSON(parsing: self.bytes) }
    self = .bytes([])
    do throws(JSONError) {
      let json = try JSON(taking: &bytes)
      self = .document(json)
      return json
    } catch {
      self = .bytes(bytes)
      throw error
    }
  }
}
