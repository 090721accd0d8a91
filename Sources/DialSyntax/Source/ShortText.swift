/// Texts that take no memory of their own, which most of a spec are.
enum ShortText {
  /// As many bytes fit into a string itself.
  private static let most = 15

  /// The text of some bytes. Bytes that are not UTF-8 become U+FFFD.
  static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    guard range.count <= most else { return String(decoding: bytes[range], as: UTF8.self) }
    // It is right: the room has so many bytes, and each of them is written. Up to this length the string looks at nothing but whether they
    // are ASCII, where `String(decoding:as:)` goes over them three times.
    return String(unsafeUninitializedCapacity: range.count) { room in
      var count = 0
      for place in range {
        room[count] = bytes[place]
        count += 1
      }
      return count
    }
  }
}
