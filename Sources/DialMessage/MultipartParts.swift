/// Parses a `multipart/form-data` body (RFC 7578, RFC 2046 section 5.1.1).
package enum MultipartParts {
  package struct Part: Sendable, Equatable {
    package var name: String
    package var value: [UInt8]
    package var fileName: String?
    package var type: String?
  }

  /// Returns nil if the boundaries are invalid.
  package static func read(_ body: [UInt8], boundary: String) -> [Part]? {
    let frame = Array("\r\n--\(boundary)".utf8)
    // The first boundary has no line end before it.
    let text = [13, 10] + body
    guard let first = find(frame, in: text[...]) else { return nil }
    var parts: [Part] = []
    var rest = text[(first + frame.count)...]
    while !rest.starts(with: [45, 45]) {
      guard rest.starts(with: [13, 10]), let end = find(frame, in: rest), let part = part(rest[..<end]) else { return nil }
      parts.append(part)
      rest = rest[(end + frame.count)...]
    }
    return parts
  }

  /// Parses a part between two boundaries.
  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    guard let end = find([13, 10, 13, 10], in: bytes) else { return nil }
    var part = Part(name: "", value: Array(bytes[(end + 4)...]))
    var hasName = false
    for line in String(decoding: bytes[..<end], as: UTF8.self).unicodeScalars.split(separator: "\n") {
      let text = String(line).replacing("\r", with: "")
      guard let colon = text.firstIndex(of: ":") else { continue }
      let value = String(text[text.index(after: colon)...].drop { $0 == " " })
      switch text[..<colon].lowercased() {
      case "content-disposition":
        part.name = quoted("name", in: value) ?? ""
        part.fileName = quoted("filename", in: value)
        hasName = true
      case "content-type": part.type = value
      default: continue
      }
    }
    return hasName ? part : nil
  }

  /// Returns `x` of `form-data; name="x"` unchanged: forms escape a quote as `%22`.
  private static func quoted(_ name: String, in value: String) -> String? {
    guard let start = value.firstRange(of: "; \(name)=\"") else { return nil }
    return String(String.UnicodeScalarView(value[start.upperBound...].unicodeScalars.prefix { $0 != "\"" }))
  }

  private static func find(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = wanted.first else { return nil }
    var at = bytes.startIndex
    while let start = bytes[at...].firstIndex(of: first) {
      if bytes[start...].starts(with: wanted) { return start }
      at = start + 1
    }
    return nil
  }
}
