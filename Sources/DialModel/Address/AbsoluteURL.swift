/// The parts of `scheme://authority/rest`, unchanged and not validated.
package struct AbsoluteURL {
  package let scheme: Substring
  package let authority: Substring
  /// Everything from the first `/`, `?` or `#` after the authority.
  package let rest: Substring

  /// Returns nil if the text has no `://`. Works on bytes, because it runs for each request.
  package init?(_ url: String) {
    let bytes = url.utf8
    var search = bytes[...]
    while let colon = search.firstIndex(of: UInt8(ascii: ":")) {
      search = search[bytes.index(after: colon)...]
      guard search.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { continue }
      let start = bytes.index(colon, offsetBy: 3)
      let end = bytes[start...].firstIndex(where: Self.endsAuthority) ?? bytes.endIndex
      scheme = url[..<colon]
      authority = url[start..<end]
      rest = url[end...]
      return
    }
    return nil
  }

  package static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}
