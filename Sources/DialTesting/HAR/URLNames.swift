import DialModel

/// Masks secrets in a URL by name: query items, and the user before the host.
enum URLNames {
  /// - Parameter isText: whether the text is a URL only if it begins as one, or as an absolute path.
  static func masked(_ text: String, isText: Bool = false) -> String {
    let mark = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    if isText || mark == nil {
      guard text.hasPrefix("http://") || text.hasPrefix("https://") || mark != nil && text.hasPrefix("/") else { return text }
    }
    let bytes = Array(text.utf8)
    let start = mark.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? bytes.count
    var out = withoutUser(bytes[..<start])
    var rest = bytes[start...]
    while let separator = rest.popFirst() {
      out.append(separator)
      let item = rest.prefix { !ends.contains($0) }
      out += masked(item)
      rest = rest[item.endIndex...]
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The characters that end an item, or a URL inside a header such as Link.
  private static let ends = Array("&#?>\" ".utf8)

  private static func masked(_ item: ArraySlice<UInt8>) -> [UInt8] {
    guard let mark = item.firstIndex(of: UInt8(ascii: "=")), mark + 1 < item.endIndex else { return Array(item) }
    let name = FormCoding.decode(String(decoding: item[..<mark], as: UTF8.self)).first?.0 ?? ""
    return SecretNames.contains(name, in: .item) ? Array(item[...mark]) + Array(Redaction.word.utf8) : Array(item)
  }

  private static func withoutUser(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let mark = text.firstRange(of: "://") else { return Array(bytes) }
    let authority = text[mark.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return Array(bytes) }
    return Array((text[..<mark.upperBound] + Redaction.word + text[at...]).utf8)
  }
}
