/// The segments of an executable of macOS (Mach-O with 64 bits). A bundle has its archive behind them, where the signature does not reach.
struct MachOImage {
  /// The place behind the last segment.
  let end: Int

  /// Reads the first bytes of a file; nil if it is in another format.
  init?(_ read: (Range<Int>) -> [UInt8]?) {
    guard let header = read(0..<32), header.number(at: 0, 4) == 0xFEED_FACF, let count = header.number(at: 16, 4),
      let size = header.number(at: 20, 4), let commands = read(32..<32 + size)
    else { return nil }
    var (at, end) = (0, 0)
    for _ in 0..<count {
      guard let kind = commands.number(at: at, 4), let length = commands.number(at: at + 4, 4), length > 0 else { return nil }
      // LC_SEGMENT_64.
      if kind == 0x19, let start = commands.number(at: at + 40, 8), let bytes = commands.number(at: at + 48, 8), start < 1 << 48,
        bytes < 1 << 48
      {
        end = max(end, start + bytes)
      }
      at += length
    }
    self.end = end
  }
}
