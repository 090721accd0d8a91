/// A host, or `*.example.com` for every host below it: `a.example.com` and `a.b.example.com`, but not `example.com`.
package struct HostPattern: Sendable, Hashable {
  /// The pattern in lowercase.
  package let text: String

  /// Returns nil if the text is not a host name or address, optionally after `*.`.
  package init?(_ text: String) {
    let text = Self.plain(text)
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    let isAddress = name.utf8.contains(0x3A)
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard !name.isEmpty, isAddress && text.first != "*" || !labels.contains(where: \.isEmpty),
      name.utf8.allSatisfy({ Self.isLetter($0) || isAddress && $0 == 0x3A })
    else { return nil }
    self.text = text
  }

  /// Whether it stands for this one host.
  package func matches(_ host: String) -> Bool {
    let host = Self.plain(host)
    return text.hasPrefix("*.") ? host.hasSuffix(text.dropFirst()) && host.utf8.count > text.utf8.count - 1 : host == text
  }

  /// One that is written out comes before a `*`, a longer `*` before a shorter one.
  func isNearer(than other: HostPattern) -> Bool {
    let (mine, theirs) = (text.hasPrefix("*."), other.text.hasPrefix("*."))
    return mine == theirs ? text.utf8.count > other.text.utf8.count : theirs
  }

  /// In lower case, without the dot of the root and without the brackets of an address: one host has one spelling.
  private static func plain(_ host: String) -> String {
    var name = host.lowercased()[...]
    if name.first == "[", name.last == "]" { name = name.dropFirst().dropLast() }
    if name.last == "." { name = name.dropLast() }
    return String(name)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
  }
}
