import DialCore

/// The names of the parts of a multipart body (RFC 7578 section 4.2).
struct PartNames {
  private(set) var all: [String] = []

  /// nil where the type is another one, has no boundary, or the body does not begin with it.
  init?(_ type: String?, _ body: [UInt8]) {
    guard let type, MediaType(type)?.essence == "multipart/form-data", let boundary = Self.value(of: "boundary", in: type) else {
      return nil
    }
    let mark = Array("--\(boundary)".utf8)
    guard body.firstRange(of: mark) != nil else { return nil }
    for part in body.split(separator: mark) {
      let head = String(decoding: part.prefix(part.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? part.startIndex), as: UTF8.self)
      for line in head.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("content-disposition:") {
        if let name = Self.value(of: "name", in: String(line)) { all.append(name) }
      }
    }
  }

  /// `boundary=x`, `name="x"`.
  private static func value(of name: String, in text: String) -> String? {
    for item in text.split(separator: ";").dropFirst() {
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0].drop(while: { $0 == " " }).lowercased() == name else { continue }
      let value = sides[1].prefix { $0 != "\r" }
      return value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
    }
    return nil
  }
}
