/// Converts between byte offsets and counts of Unicode scalars in a few steps, whatever the length of a line.
struct ScalarIndex: Sendable {
  private static let stride = 64
  /// The scalars that begin before each multiple of `stride`; empty where every byte is a scalar.
  private let counts: [Int]

  /// Indexes a text; a pure ASCII one needs no table.
  init(_ bytes: [UInt8], isPlain: Bool) {
    guard !isPlain, bytes.contains(where: { $0 >= 0x80 }) else {
      counts = []
      return
    }
    var counts: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.stride == 0 { counts.append(count) }
      if byte & 0xC0 != 0x80 { count += 1 }
    }
    self.counts = counts
  }

  /// The number of scalars that begin before a byte offset.
  func count(before offset: Int, in bytes: [UInt8]) -> Int {
    guard !counts.isEmpty, offset > 0 else { return offset }
    let block = min(offset / Self.stride, counts.count - 1)
    return bytes[block * Self.stride..<offset].reduce(into: counts[block]) { sum, byte in
      if byte & 0xC0 != 0x80 { sum += 1 }
    }
  }

  /// The byte offset at which a scalar (from 0) begins, at most the end of the text.
  func offset(ofScalar index: Int, in bytes: [UInt8]) -> Int {
    guard !counts.isEmpty, index > 0 else { return min(max(index, 0), bytes.count) }
    let block = counts.partitioningIndex { $0 > index } - 1
    var remaining = index - counts[block]
    var offset = block * Self.stride
    while offset < bytes.count {
      if bytes[offset] & 0xC0 != 0x80 {
        if remaining == 0 { break }
        remaining -= 1
      }
      offset += 1
    }
    return offset
  }
}
