package import DialModel

/// Masks secrets in a URL by name: query items, and the user before the host.
package struct URLNames {
  private let word: String
  private let place: SecretNames.Place
  private let found: (String) -> Void

  /// - Parameters:
  ///   - word: the mark for a secret.
  ///   - found: is told each secret, decoded.
  package init(as word: String, in place: SecretNames.Place = .item, found: @escaping (String) -> Void = { _ in }) {
    (self.word, self.place, self.found) = (word, place, found)
  }

  /// - Parameter isText: whether the text is a URL only if it begins as one, or as an absolute path.
  package func masked(_ text: String, isText: Bool = false) -> String {
    let mark = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    if isText {
      guard text.hasPrefix("http://") || text.hasPrefix("https://") || mark != nil && text.hasPrefix("/") else { return text }
    }
    let bytes = Array(text.utf8)
    let start = mark.map { text.utf8.distance(from: text.startIndex, to: $0) } ?? bytes.count
    var out = withoutUser(bytes[..<start])
    var rest = bytes[start...]
    while let separator = rest.popFirst() {
      out.append(separator)
      let item = rest.prefix { !Self.ends.contains($0) }
      out += masked(item)
      rest = rest[item.endIndex...]
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The characters that end an item, or a URL inside a header such as Link.
  private static let ends = Array("&#?>\" ".utf8)

  private func masked(_ item: ArraySlice<UInt8>) -> [UInt8] {
    guard let mark = item.firstIndex(of: UInt8(ascii: "=")), mark + 1 < item.endIndex,
      let (name, value) = FormCoding.decode(String(decoding: item, as: UTF8.self)).first, SecretNames.contains(name, in: place)
    else { return Array(item) }
    found(value)
    return Array(item[...mark]) + Array(word.utf8)
  }

  private func withoutUser(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let authority = AbsoluteURL(text)?.authority, let at = authority.lastIndex(of: "@") else { return Array(bytes) }
    let user = authority[..<at]
    found(PercentEncoding.decode(String(user)))
    if let colon = user.firstIndex(of: ":") { found(PercentEncoding.decode(String(user[user.index(after: colon)...]))) }
    return Array((text[..<authority.startIndex] + word + text[at...]).utf8)
  }
}
