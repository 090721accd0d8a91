/// Converts between byte offsets and counts of Unicode scalars in constant time, however long a line is.
final class ScalarIndex: Sendable {
  private static let stride = 64
  /// The number of scalars before each multiple of `stride`; empty if every byte is a scalar.
  private let counts: [Int]

  /// Indexes a text; a pure ASCII one needs no table.
  init(_ bytes: [UInt8], isASCII: Bool) {
    guard !isASCII else {
      counts = []
      return
    }
    var counts: [Int] = []
    counts.reserveCapacity(bytes.count / Self.stride + 1)
    var count = 0
    let text = bytes.span
    for start in Swift.stride(from: 0, to: text.count, by: Self.stride) {
      counts.append(count)
      count += TextScan.characters(text, start..<min(start + Self.stride, text.count))
    }
    self.counts = counts
  }

  /// The number of scalars between two byte offsets. A short range is counted, a long one looked up.
  func count(_ range: Range<Int>, in bytes: [UInt8]) -> Int {
    guard !counts.isEmpty else { return range.count }
    guard range.count <= Self.stride else { return count(before: range.upperBound, in: bytes) - count(before: range.lowerBound, in: bytes) }
    return TextScan.characters(bytes.span, range)
  }

  /// The byte offset that is `scalars` further on.
  func offset(_ start: Int, movedBy scalars: Int, in bytes: [UInt8]) -> Int {
    guard !counts.isEmpty else { return min(max(start + scalars, 0), bytes.count) }
    // The start may lie inside a scalar: an invalid byte keeps its own offset.
    guard scalars != 0 else { return start }
    guard (0...Self.stride).contains(scalars) else { return offset(ofScalar: count(before: start, in: bytes) + scalars, in: bytes) }
    return Self.walk(from: start, over: scalars, in: bytes)
  }

  /// The offset of the scalar that is `scalars` after the one at a byte offset, at most the end of the text.
  private static func walk(from start: Int, over scalars: Int, in bytes: [UInt8]) -> Int {
    var (offset, left) = (start, scalars)
    while offset < bytes.count {
      if bytes[offset] & 0xC0 != 0x80 {
        if left == 0 { break }
        left -= 1
      }
      offset += 1
    }
    return offset
  }

  /// The number of scalars that begin before a byte offset.
  func count(before offset: Int, in bytes: [UInt8]) -> Int {
    guard !counts.isEmpty, offset > 0 else { return offset }
    let block = min(offset / Self.stride, counts.count - 1)
    return counts[block] + TextScan.characters(bytes.span, block * Self.stride..<offset)
  }

  /// The byte offset at which a scalar (from 0) begins, at most the end of the text.
  func offset(ofScalar index: Int, in bytes: [UInt8]) -> Int {
    guard !counts.isEmpty, index > 0 else { return min(max(index, 0), bytes.count) }
    let block = counts.partitioningIndex { $0 > index } - 1
    return Self.walk(from: block * Self.stride, over: index - counts[block], in: bytes)
  }
}
