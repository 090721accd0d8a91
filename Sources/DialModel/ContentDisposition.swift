/// The file name of a download, as a server proposes it (RFC 6266; RFC 8187 for `filename*`).
package enum ContentDisposition {
  /// The name that a file may safely get in a folder of the caller's choice, or nil where the header gives none.
  ///
  /// `filename*` wins where it can be decoded. Of a path only the last component is left, leading dots go, and a name with a control
  /// character or one that turns the direction of writing is refused; more bytes than `limit` are cut before the extension.
  ///
  /// ```swift
  /// ContentDisposition.fileName(#"attachment; filename="../a.txt""#)   // "a.txt"
  /// ```
  package static func fileName(_ header: String, limit: Int = 255) -> String? {
    guard let parameters = parameters(header) else { return nil }
    if let extended = parameters["filename*"].flatMap(decoded) { return safe(extended, limit: limit) }
    return parameters["filename"].flatMap { safe($0, limit: limit) }
  }

  // MARK: reading

  /// The parameters behind the disposition type, names in lower case; nil where one stands there twice or cannot be read.
  private static func parameters(_ header: String) -> [String: String]? {
    var rest = header.unicodeScalars[...]
    rest = rest.drop { $0 != ";" }
    var found: [String: String] = [:]
    while rest.popFirst() != nil {
      let name = String(rest.prefix { $0 != "=" && $0 != ";" }).trimmed.lowercased()
      rest = rest.drop { $0 != "=" && $0 != ";" }
      guard rest.first == "=" else {
        if name.isEmpty { continue }
        return nil
      }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      guard let value = rest.first == "\"" ? quoted(&rest) : token(&rest), found.updateValue(value, forKey: name) == nil else { return nil }
    }
    return found
  }

  private static func token(_ rest: inout Substring.UnicodeScalarView) -> String {
    let text = rest.prefix { $0 != ";" }
    rest = rest[text.endIndex...]
    return String(text).trimmed
  }

  /// A quoted string without its quotes; nil where it does not end, or something stands behind it.
  private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        return rest.isEmpty || rest.first == ";" ? String(text) : nil
      }
      // A backslash before anything but a quote or itself is one of a path that was not escaped.
      if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
        rest.removeFirst(); text.append(next)
      } else {
        text.append(scalar)
      }
    }
    return nil
  }

  /// `charset'language'%XX…` decoded; nil for another charset than UTF-8 and ISO-8859-1, and for bytes that are none of it.
  private static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = bytes(parts[2].utf8) else { return nil }
    switch parts[0].lowercased() {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }

  /// The bytes of a text with `%XX`; nil where an escape is no escape or a byte is not ASCII.
  private static func bytes(_ text: Substring.UTF8View) -> [UInt8]? {
    var rest = text
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte < 0x80 else { return nil }
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(PercentEncoding.value(ofHex:)),
          let low = rest.popFirst().flatMap(PercentEncoding.value(ofHex:))
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  // MARK: safety

  /// A name of one file that may be made in a folder, as `fileName` gives it; nil where nothing of it is left.
  package static func safe(_ name: String, limit: Int) -> String? {
    guard !name.unicodeScalars.contains(where: isForbidden) else { return nil }
    let base = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? ""[...].unicodeScalars
    let plain = String(String.UnicodeScalarView(base.drop { ". ".unicodeScalars.contains($0) })).trimmed
    return plain.isEmpty ? nil : cut(plain, to: limit)
  }

  /// Controls, and what turns the direction of writing: `exe.txt` may be written as `txt.exe` with it.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// At most so many bytes, as file systems have it; the extension stays.
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

extension String {
  /// Without blanks and tabs at its ends.
  fileprivate var trimmed: String {
    let scalars = unicodeScalars.drop { $0 == " " || $0 == "\t" }
    guard let end = scalars.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(scalars[...end])
  }
}
