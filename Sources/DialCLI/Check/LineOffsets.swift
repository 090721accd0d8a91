import DialSyntax

/// Turns places of a text, by line and Unicode scalar, into byte offsets.
struct LineOffsets {
  private let bytes: [UInt8]
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
      // A carriage return before a line feed is part of the line end.
      if byte == 0x0A || index + 1 == bytes.count || bytes[index + 1] != 0x0A { starts.append(index + 1) }
    }
  }

  /// The byte at a place, at most the end of the text.
  func offset(of place: Position) -> Int {
    guard place.line <= starts.count else { return bytes.count }
    var index = starts[max(place.line, 1) - 1]
    for _ in 1..<max(place.column, 1) where index < bytes.count {
      index += 1
      // The bytes that go on with a scalar.
      while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index
  }
}
