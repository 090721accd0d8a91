/// Ways to cut a stream of bytes.
enum Cuts {
  static func all(_ bytes: [UInt8]) -> [[[UInt8]]] {
    guard bytes.count > 1 else { return [[bytes]] }
    return (0..<(1 << (bytes.count - 1))).map { mask in
      var pieces: [[UInt8]] = [[]]
      for (index, byte) in bytes.enumerated() {
        pieces[pieces.count - 1].append(byte)
        if index < bytes.count - 1, mask >> index & 1 == 1 { pieces.append([]) }
      }
      return pieces
    }
  }

  /// Whole, byte by byte, and in two at every offset.
  static func some(_ bytes: [UInt8]) -> [[[UInt8]]] {
    [[bytes], bytes.map { [$0] }] + bytes.indices.dropFirst().map { [Array(bytes[..<$0]), [], Array(bytes[$0...])] }
  }
}
