/// Room for the bytes of a URL, which is as large as they can become. Going past it ends the program.
struct URLRoom {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  /// The most that a whole number takes.
  static let digits = 20

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
  mutating func append(encoding text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append(encoding: $0) }) != nil { return }
    // A text of Foundation's.
    var text = text
    text.withUTF8 { append(encoding: $0) }
  }

  /// Each byte becomes three at most, for which there is room.
  private mutating func append(encoding text: UnsafeBufferPointer<UInt8>) {
    precondition(count + 3 * text.count <= bytes.count)
    guard let start = bytes.baseAddress else { return }
    var end = start + count
    for byte in text {
      if PercentEncoding.isUnreserved(byte) {
        end.pointee = byte
        end += 1
      } else {
        end[0] = UInt8(ascii: "%")
        end[1] = Self.digit(byte >> 4)
        end[2] = Self.digit(byte & 15)
        end += 3
      }
    }
    count = end - start
  }

  /// Whether the value written from a place on cannot be a part `.` or `..` of a path, nor make one with what stands beside it.
  ///
  /// - Parameter isDotted: whether dots of the spec stand beside it.
  func isSegment(from start: Int, isDotted: Bool) -> Bool {
    guard start < count else { return false }
    let value = bytes[start..<count]
    let isDot = { $0 == UInt8(ascii: ".") }
    if value.contains(UInt8(ascii: "%")) { return !isDotted && !value.contains(where: isDot) }
    return !value.allSatisfy(isDot)
  }

  /// Appends a whole number.
  mutating func append(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var unit: UInt = 1
    while rest / unit >= 10 { unit *= 10 }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / unit))
      rest %= unit
      unit /= 10
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }
}
