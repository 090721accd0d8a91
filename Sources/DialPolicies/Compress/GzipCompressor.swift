import CZlib
package import DialMessage
import HTTPTypes

// Calls zlib. The stream contains pointers to itself, so it is on the heap and never moves.

/// Compresses one body in pieces (RFC 1952). The same bytes give the same result: the header has no time and no name.
final class GzipCompressor {
  private let stream: UnsafeMutablePointer<z_stream>
  private static let step = 32 << 10
  /// The window of 32 KiB, with the header and the trailer of gzip.
  private static let windowBits: Int32 = 15 + 16

  init() throws(TransportError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code = deflateInit2_(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, Self.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw TransportError(.limit, "not enough memory to compress the body") }
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Returns the compressed bytes that are ready, which are often none.
  func compress(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }

  /// Returns the rest, after the last bytes.
  func finish(_ bytes: [UInt8] = []) -> [UInt8] { run(bytes, Z_FINISH) }

  private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
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
        repeat { packed += step(rest.isEmpty ? flush : Z_NO_FLUSH) } while stream.pointee.avail_out == 0
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

extension ResponseBody {
  /// Returns the body of a request, compressed as it is read. `declared` is its length.
  fileprivate func compressed(_ declared: Int64?) -> ResponseBody {
    ResponseBody {
      var pieces = (declared.map(ofLength) ?? self).makeAsyncIterator()
      var compressor: GzipCompressor?
      var isDone = false
      return {
        if isDone { return nil }
        let gzip = try compressor ?? GzipCompressor()
        compressor = gzip
        while let piece = try await pieces.next() {
          let packed = gzip.compress(piece)
          if !packed.isEmpty { return packed }
        }
        isDone = true
        return gzip.finish()
      }
    }
  }
}

extension PreparedRequest {
  private enum CompressionKey: MessageContextKey { typealias Value = Bool }

  /// Whether the policy `compress` still has to compress the body. Dial wrote the Content-Encoding then; that of a caller says that the
  /// body is encoded already.
  package var isToBeCompressed: Bool {
    get { context[CompressionKey.self] ?? false }
    set { context[CompressionKey.self] = newValue ? true : nil }
  }

  /// Returns the request with its body as it is sent. A stream is compressed while it is read, so its length is unknown.
  package func compressed() throws(TransportError) -> PreparedRequest {
    // A redirect to a GET removes the body with its headers; a middleware may have encoded it.
    guard isToBeCompressed, headers[.contentEncoding] == "gzip" else { return self }
    var request = self
    request.isToBeCompressed = false
    switch body {
    case .none: break
    case .bytes(let bytes): request.body = .bytes(try GzipCompressor().finish(bytes))
    case .stream(let length, let replay, let pieces):
      let again: (@Sendable () -> ResponseBody)? = replay.map { make in { @Sendable in make().compressed(length) } }
      request.body = .stream(length: nil, replay: again, pieces.compressed(length))
    }
    return request
  }
}
