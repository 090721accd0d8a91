package import DialJSON

/// The body of a reply as it came: its bytes, or the document that they were given up for.
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

  /// The body as JSON. Its bytes become the document's own, without a copy; a body that is no JSON stays as it is.
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
