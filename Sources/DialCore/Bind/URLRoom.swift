/// Room for the bytes of a URL, which is as large as they can become. Going past it ends the program.
struct URLRoom {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  /// What a text holds, as far as a segment of a path asks.
  struct Seen {
    var length: Int
    var dots: Int
    var escapes: Int

    /// Whether it cannot be a part `.` or `..` of a path, nor make one with what stands beside it.
    func isSegment(isDotted: Bool) -> Bool {
      length > 0 && (escapes > 0 ? dots == 0 && !isDotted : dots < length)
    }
  }

  mutating func append(_ byte: UInt8) {
    precondition(count < bytes.count)
    bytes[count] = byte
    count += 1
  }

  /// Appends bytes of an array, as they are.
  mutating func append(_ pool: [UInt8], _ start: Int, _ length: Int) {
    precondition(start >= 0 && length >= 0 && start + length <= pool.count && count + length <= bytes.count)
    guard length > 0 else { return }
    pool.withUnsafeBufferPointer { pool in
      (bytes.baseAddress! + count).update(from: pool.baseAddress! + start, count: length)
    }
    count += length
  }

  /// Appends a text, everything but unreserved characters encoded.
  mutating func append(encoding text: String) -> Seen {
    var text = text
    return text.withUTF8 { text in
      precondition(count + 3 * text.count <= bytes.count)
      var seen = Seen(length: text.count, dots: 0, escapes: 0)
      guard var end = bytes.baseAddress.map({ $0 + count }) else { return seen }
      for byte in text {
        if PercentEncoding.isUnreserved(byte) {
          if byte == UInt8(ascii: ".") { seen.dots += 1 }
          end.pointee = byte
          end += 1
        } else {
          seen.escapes += 1
          end[0] = UInt8(ascii: "%")
          end[1] = Self.digit(byte >> 4)
          end[2] = Self.digit(byte & 15)
          end += 3
        }
      }
      count += seen.length + 2 * seen.escapes
      return seen
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }
}
