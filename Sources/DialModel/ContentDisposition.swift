/// Reads the file name that a server proposes for a download (RFC 6266; RFC 8187 for `filename*`).
package enum ContentDisposition {
  /// Returns a safe file name of at most `limit` bytes: `a.txt` for `attachment; filename="../a.txt"`; nil if the header contains none.
  ///
  /// `filename*` is preferred. Names with control or bidirectional characters are refused.
  package static func fileName(_ header: String, limit: Int = 255) -> String? {
    guard let parameters = parameters(header) else { return nil }
    if let extended = parameters["filename*"].flatMap(decoded) { return safe(extended, limit: limit) }
    return parameters["filename"].flatMap { safe($0, limit: limit) }
  }

  /// Returns the parameters after the disposition type, by lowercase name; nil if one is repeated or invalid.
  private static func parameters(_ header: String) -> [String: String]? {
    var reader = HeaderReader(header)
    reader.skip { $0 != UInt8(ascii: ";") }
    var found: [String: String] = [:]
    while reader.take(";") {
      let name = reader.text(upTo: "=;").trimmed.lowercased()
      guard reader.take("=") else {
        if name.isEmpty { continue }
        return nil
      }
      guard let value = value(&reader), found.updateValue(value, forKey: name) == nil else { return nil }
    }
    return found
  }

  /// Returns a value without its quotes; nil if they are not closed, or if text follows them.
  private static func value(_ reader: inout HeaderReader) -> String? {
    reader.skipBlanks()
    guard reader.take("\"") else { return String(reader.text(upTo: ";").trimmed) }
    // A backslash before any other character belongs to a path that was not escaped.
    let (text, isClosed) = reader.quoted { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    reader.skipBlanks()
    return isClosed && reader.next ?? UInt8(ascii: ";") == UInt8(ascii: ";") ? text : nil
  }

  /// Decodes `charset'language'%XX…`; nil for other charsets than UTF-8 and ISO-8859-1, and for invalid bytes.
  private static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].utf8.allSatisfy({ $0 < 0x80 }), PercentEncoding.brokenEscape(Array(parts[2].utf8)[...]) == nil else {
      return nil
    }
    let bytes = PercentEncoding.decode(parts[2].utf8)
    switch parts[0].lowercased() {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }

  /// Returns a safe file name, as `fileName` does; nil if nothing is left.
  package static func safe(_ name: String, limit: Int) -> String? {
    guard !name.unicodeScalars.contains(where: isForbidden) else { return nil }
    let base = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? ""[...].unicodeScalars
    let plain = String(Substring(base.drop { ". ".unicodeScalars.contains($0) }).trimmed)
    return plain.isEmpty ? nil : cut(plain, to: limit)
  }

  /// Whether the character is a control or changes the direction of text, which could show `txt.exe` as `exe.txt`.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Shortens a name to the limit of file systems; the extension is kept.
  private static func cut(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    let dot = name.lastIndex(of: ".").flatMap { name[$0...].utf8.count <= 32 ? $0 : nil } ?? name.endIndex
    var room = limit - name[dot...].utf8.count
    let head = name[..<dot].unicodeScalars.prefix { scalar in
      room -= UTF8.width(scalar)
      return room >= 0
    }
    return String(String.UnicodeScalarView(head)) + name[dot...]
  }
}
