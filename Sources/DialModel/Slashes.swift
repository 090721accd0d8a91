extension String {
  /// The text without the slashes at its end.
  package func trimmingSlashes() -> String {
    var end = utf8.endIndex
    while end > utf8.startIndex, utf8[utf8.index(before: end)] == UInt8(ascii: "/") { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
