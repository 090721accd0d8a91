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

  /// `boundary=x`, `name="x"`; a quote and line ends in a name are escaped as the WHATWG has it.
  private static func value(of name: String, in text: String) -> String? {
    for item in items(of: text).dropFirst() {
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0].drop(while: { $0 == " " }).lowercased() == name else { continue }
      let value = sides[1].hasPrefix("\"") ? sides[1].dropFirst().prefix { $0 != "\"" } : sides[1].prefix { $0 != "\r" }
      return String(value).replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
    return nil
  }

  /// What stands between semicolons outside of quotes.
  private static func items(of text: String) -> [String] {
    var items = [""]
    var isQuoted = false
    for sign in text {
      if sign == "\"" { isQuoted.toggle() }
      if sign == ";", !isQuoted { items.append("") } else { items[items.count - 1].append(sign) }
    }
    return items
  }
}
