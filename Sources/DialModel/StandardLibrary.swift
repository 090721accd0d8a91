#if canImport(Glibc)

  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension String {
  /// The text of bytes that are UTF-8; nil where they are not. `String(validating:as:)` says the same, and takes three times as long for a
  /// short text, in looking up types.
  package init?(utf8 bytes: ArraySlice<UInt8>) {
    guard let text = bytes.withUnsafeBufferPointer({ String(utf8: $0) }) else { return nil }
    self = text
  }

  /// The same, of bytes that stay where they are as long as this takes.
  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // What was replaced is not what came.
    let isSame = utf8.withContiguousStorageIfAvailable { text in
      guard text.count == bytes.count else { return false }
      guard let one = text.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, text.count) == 0
    }
    guard isSame ?? utf8.elementsEqual(bytes) else { return nil }
  }
}

extension String {
  /// The text without the slashes at its end.
  package func trimmingSlashes() -> String {
    var end = utf8.endIndex
    while end > utf8.startIndex, utf8[utf8.index(before: end)] == UInt8(ascii: "/") { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension Array {
  package subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
