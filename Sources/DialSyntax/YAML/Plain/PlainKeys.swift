/// The keys of the mappings that are open, those of the innermost last, by their bytes in the text.
struct PlainKeys {
  private static let few = 12
  /// A key is found in so many steps, or not at all: keys that were chosen to collide gain nothing.
  private static let mostSteps = 64

  private var ranges: [Range<Int>] = []

  var count: Int { ranges.count }

  mutating func append(_ key: Range<Int>) { ranges.append(key) }

  /// Forgets the keys of the innermost mapping; they were all different.
  mutating func close(_ start: Int, _ bytes: [UInt8]) throws(PlainReader.Odd) {
    let count = ranges.count - start
    if count > 1 {
      guard count <= Self.few ? areApart(from: start, bytes) : areFoundApart(from: start, bytes) else { throw PlainReader.Odd() }
    }
    ranges.removeLast(count)
  }

  private func areApart(from start: Int, _ bytes: [UInt8]) -> Bool {
    for one in start..<ranges.count {
      for other in start..<one where Self.isSame(ranges[one], ranges[other], bytes) { return false }
    }
    return true
  }

  /// Each key in a table, at the place that its bytes tell or behind it.
  private func areFoundApart(from start: Int, _ bytes: [UInt8]) -> Bool {
    var size = 32
    while size < (ranges.count - start) * 2 { size *= 2 }
    var table = [Int32](repeating: -1, count: size)
    for index in start..<ranges.count {
      var slot = Self.sum(ranges[index], bytes) & (size - 1)
      var steps = 0
      while table[slot] >= 0 {
        if Self.isSame(ranges[index], ranges[Int(table[slot])], bytes) { return false }
        steps += 1
        if steps > Self.mostSteps { return false }
        slot = (slot + 1) & (size - 1)
      }
      table[slot] = Int32(truncatingIfNeeded: index)
    }
    return true
  }

  private static func isSame(_ one: Range<Int>, _ other: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var (a, b) = (one.upperBound, other.upperBound)
    while a > one.lowerBound {
      (a, b) = (a - 1, b - 1)
      if bytes[a] != bytes[b] { return false }
    }
    return true
  }

  private static func sum(_ key: Range<Int>, _ bytes: [UInt8]) -> Int {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in key { sum = (sum ^ UInt64(bytes[place])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: sum ^ sum >> 32)
  }
}
