import CZlib
import DialMessage

/// A stream of zlib that decompresses.
final class InflateStream {
  // It contains pointers to itself, so it is on the heap and never moves.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Returns nil if there is no memory. `bits` are those of `inflateInit2`, which say what the data looks like.
  init?(bits: Int32) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  @discardableResult func reset() -> Bool { inflateReset(stream) == Z_OK }

  /// Decompresses at most `count` bytes, and moves `offset` behind the bytes that were read.
  func step(_ input: [UInt8], _ offset: inout Int, upTo count: Int) -> (output: [UInt8], code: Int32) {
    let start = offset
    var code = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      input.withUnsafeBufferPointer { source in
        // `mutating` is safe: zlib only reads its input.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress.map { $0 + start })
        stream.pointee.avail_in = UInt32(source.count - start)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(count)
        code = inflate(stream, Z_NO_FLUSH)
      }
      filled = count - Int(stream.pointee.avail_out)
    }
    offset = input.count - Int(stream.pointee.avail_in)
    return (output, code)
  }
}

/// Decodes one gzip or deflate coding in pieces.
final class Inflater {
  private let coding: ContentCodings.Coding
  /// The stream, when the format is known.
  private var stream: InflateStream?
  private var input: [UInt8] = []
  private var offset = 0
  private(set) var taken = 0
  private var state = State.start

  private enum State {
    /// Too few bytes to detect the format.
    case start
    case inside
    /// After a complete member. Another gzip member can follow; anything else is ignored.
    case between
    case ended
  }

  init(_ coding: ContentCodings.Coding) { self.coding = coding }

  func push(_ bytes: [UInt8]) {
    guard state != .ended else { return }
    if offset == input.count { input = bytes } else { input = Array(input[offset...]) + bytes }
    offset = 0
  }

  /// Returns at most `count` decoded bytes; nil if more input is needed.
  func pull(_ count: Int) throws -> [UInt8]? {
    while true {
      switch state {
      case .ended:
        return nil
      case .start:
        guard try begin() else { return nil }
      case .between:
        guard next() else { return nil }
      case .inside:
        guard let stream else { return nil }
        let start = offset
        let (output, code) = stream.step(input, &offset, upTo: count)
        taken += offset - start
        switch code {
        case Z_STREAM_END: state = coding == .gzip ? .between : .ended
        case Z_OK, Z_BUF_ERROR: if output.isEmpty { return nil }
        case Z_MEM_ERROR: throw TransportError(.limit, "not enough memory to decompress the body")
        default: throw broken
        }
        if !output.isEmpty { return output }
      }
    }
  }

  /// Ends the input. Throws if the coding is incomplete.
  func finish() throws {
    let rest = input.count - offset
    if state == .inside || (state == .start && rest > 0) {
      var error = TransportError(.truncated, "the \(name) data of the body is truncated")
      error.hint = "if the server never completes it, set the header Accept-Encoding to identity, so that it sends the body as it is"
      throw error
    }
  }

  private var name: String { coding == .gzip ? "gzip" : "deflate" }
  private var broken: TransportError {
    TransportError(.protocol, "the body is not valid \(name) data, although its Content-Encoding says so")
  }

  /// Reads the first two bytes. Deflate should have a zlib header (RFC 1950), but some servers omit it.
  private func begin() throws -> Bool {
    guard input.count - offset >= 2 else { return false }
    let (first, second) = (input[offset], input[offset + 1])
    let bits: Int32
    switch coding {
    case .gzip:
      guard first == 0x1F, second == 0x8B else { throw broken }
      bits = 15 + 16
    case .deflate:
      bits = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0 ? 15 : -15
    }
    stream = InflateStream(bits: bits)
    guard stream != nil else { throw TransportError(.limit, "not enough memory to decompress the body") }
    state = .inside
    return true
  }

  /// Returns whether another gzip member follows (RFC 1952 section 2.2). Other trailing bytes are dropped.
  private func next() -> Bool {
    guard input.count - offset >= 2 else { return false }
    guard input[offset] == 0x1F, input[offset + 1] == 0x8B, stream?.reset() == true else {
      state = .ended
      input = []
      offset = 0
      return false
    }
    state = .inside
    return true
  }
}
