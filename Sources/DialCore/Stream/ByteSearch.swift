extension [UInt8] {
  /// The first place from `start` on of one byte or the other; nil where there is none. Sixteen are looked at in a step.
  @inline(__always) func place(of one: UInt8, or other: UInt8, from start: Int) -> Int? {
    let bytes = span.bytes
    let (ones, others) = (SIMD16(repeating: one), SIMD16(repeating: other))
    var at = start
    while at &+ 16 <= count {
      let step = bytes.unsafeLoadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      let hits = unsafeBitCast((step .== ones) .| (step .== others), to: SIMD2<UInt64>.self)
      if hits[0] != 0 { return at &+ hits[0].littleEndian.trailingZeroBitCount / 8 }
      if hits[1] != 0 { return at &+ 8 &+ hits[1].littleEndian.trailingZeroBitCount / 8 }
      at &+= 16
    }
    while at < count {
      if self[at] == one || self[at] == other { return at }
      at &+= 1
    }
    return nil
  }
}
