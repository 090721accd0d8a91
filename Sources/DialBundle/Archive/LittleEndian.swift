extension [UInt8] {
  /// Returns the little-endian number in some bytes; nil if they are not there or the number is too large.
  func number(at start: Int, _ count: Int) -> Int? {
    guard start >= 0, start <= self.count, count <= self.count - start else { return nil }
    return Int(exactly: self[start..<start + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  mutating func append(number: Int, _ count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (index * 8))) }
  }

  /// Replaces the little-endian number in some bytes.
  mutating func set(number: Int, at start: Int, _ count: Int) {
    for index in 0..<count { self[start + index] = UInt8(truncatingIfNeeded: number >> (index * 8)) }
  }
}
