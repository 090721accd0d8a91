/// Numbers as bytes of a file, the lowest first.
enum Words {
  static func bytes(_ words: some Sequence<UInt64>) -> [UInt8] {
    words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// Bytes that are left over make none.
  static func of(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    stride(from: bytes.startIndex, through: bytes.endIndex - 8, by: 8).map { at in
      (0..<8).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64($1 * 8) }
    }
  }
}
