/// Where the tag before a node is, and where the node itself begins.
struct NodeProperties {
  /// The byte offset of the node after its properties.
  private(set) var contentStart: Int
  /// The bytes of the tag.
  private(set) var tag: Range<Int>?

  /// Reads the bytes from the first property on, up to `end`.
  init(in bytes: [UInt8], from start: Int, to end: Int) {
    var at = start
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        at += 1
      case UInt8(ascii: "#"):
        while at < end, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") { at += 1 }
      case UInt8(ascii: "!"):
        let stop = Self.wordEnd(in: bytes, from: at, to: end)
        tag = at..<stop
        at = stop
      case UInt8(ascii: "&"):
        at = Self.wordEnd(in: bytes, from: at, to: end)
      default:
        contentStart = at
        return
      }
    }
    contentStart = max(start, end)
  }

  private static func wordEnd(in bytes: [UInt8], from start: Int, to end: Int) -> Int {
    let isVerbatim = bytes[start] == UInt8(ascii: "!") && start + 1 < end && bytes[start + 1] == UInt8(ascii: "<")
    let stops = isVerbatim ? " \t\r\n" : " \t\r\n,[]{}"
    return bytes[start..<end].firstIndex { stops.utf8.contains($0) } ?? end
  }
}
