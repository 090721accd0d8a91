import CZlib

/// A stream of zlib that compresses.
package final class DeflateStream {
  /// What a write completes: nothing, all bytes so far, or the whole data.
  package enum Flush { case none, sync, finish }

  // It contains pointers to itself, so it is on the heap and never moves.
  private let stream: UnsafeMutablePointer<z_stream>
  private static let step = 32 << 10

  /// Returns nil if there is no memory. `bits` are those of `deflateInit2`: the window, and the format of the data.
  package init?(bits: Int32) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    let code = deflateInit2_(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard code == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Begins new data, which does not depend on the previous one.
  package func reset() { deflateReset(stream) }

  /// Returns the compressed bytes that are ready, which without a flush are often none.
  package func write(_ bytes: [UInt8], _ flush: Flush = .none) -> [UInt8] {
    let code =
      switch flush {
      case .none: Z_NO_FLUSH
      case .sync: Z_SYNC_FLUSH
      case .finish: Z_FINISH
      }
    var packed: [UInt8] = []
    bytes.withUnsafeBufferPointer { source in
      var rest = source[...]
      repeat {
        // zlib counts in 32 bits.
        let part = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
        rest = rest.dropFirst(part.count)
        // `mutating` is safe: zlib only reads its input.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: part.baseAddress)
        stream.pointee.avail_in = UInt32(part.count)
        repeat { packed += step(rest.isEmpty ? code : Z_NO_FLUSH) } while stream.pointee.avail_out == 0
      } while !rest.isEmpty
    }
    return packed
  }

  private func step(_ flush: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.step) { output, filled in
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = UInt32(Self.step)
      _ = deflate(stream, flush)
      filled = Self.step - Int(stream.pointee.avail_out)
    }
  }
}
