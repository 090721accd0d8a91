import Testing

@testable import DialSyntax

/// Stops of plain texts: eight bytes at once tell what each of them tells.
struct PlainStopsTests {
  private static let kinds: [(stops: PlainStops, hits: @Sendable (UInt64) -> UInt64)] = [
    (.inBlock, PlainStops.blockHits), (.inFlow, PlainStops.flowHits), (.inSingleQuotes, PlainStops.singleHits),
    (.inDoubleQuotes, PlainStops.doubleHits),
  ]

  /// Every byte at every place, between others that are no stops but differ from one in a bit.
  @Test(arguments: [0x61, 0x20, 0x5A, 0x7C, 0x80, 0xDB, 0xFF] as [UInt8]) func noStopIsPassed(other: UInt8) {
    for (stops, hits) in Self.kinds {
      for byte in UInt8.min...UInt8.max {
        for place in 0..<8 {
          var word: UInt64 = 0
          for index in 0..<8 { word |= UInt64(index == place ? byte : other) << UInt64(index * 8) }
          let found = hits(word)
          if stops.contains(byte) {
            #expect(found.trailingZeroBitCount / 8 == place)
          } else {
            #expect(found == 0 || byte < 0x20 && found.trailingZeroBitCount / 8 == place)
          }
        }
      }
    }
  }
}
