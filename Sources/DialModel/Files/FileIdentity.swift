/// Which file it is, and which state of it: another content has another time of change, which no program can set back.
package struct FileIdentity: Equatable {
  /// Device, number, size, time of the content, time of any change in nanoseconds since 1970.
  package let words: [UInt64]

  package init(words: [UInt64]) {
    self.words = words
  }
}
