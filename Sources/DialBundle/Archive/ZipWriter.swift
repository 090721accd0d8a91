import CZlib

/// Writes a ZIP file (PKWARE APPNOTE 6.3) whose members are stored without compression, so that each can be read at its place. Times are
/// those of the format's first day, so that the same members make the same bytes.
struct ZipWriter {
  private struct Member {
    var name: [UInt8]
    var start: Int
    var size: Int
    var sum: Int
  }

  /// The size of the end of the directory without its comment.
  static let endSize = 22
  private static let firstDay = 0x21

  private(set) var bytes: [UInt8] = []
  private var members: [Member] = []

  /// Adds a member, and returns where its content begins.
  mutating func add(_ name: String, _ content: [UInt8]) -> Int {
    // `crc32` only reads the bytes.
    let sum = content.withUnsafeBufferPointer { Int(crc32(0, $0.baseAddress, uInt($0.count))) }
    let member = Member(name: Array(name.utf8), start: bytes.count, size: content.count, sum: content.isEmpty ? 0 : sum)
    members.append(member)
    bytes.append(number: 0x0403_4B50, 4)
    appendCommon(member)
    bytes += member.name
    defer { bytes += content }
    return bytes.count
  }

  /// Adds the directory, and the comment that ends the file and depends on all bytes before it.
  mutating func finish(commentSize: Int, _ comment: ([UInt8]) -> [UInt8]) {
    let start = bytes.count
    for member in members {
      bytes.append(number: 0x0201_4B50, 4)
      // Made by a system with modes of Unix.
      bytes.append(number: 0x031E, 2)
      appendCommon(member)
      // The length of a comment, the disk, and what the content is.
      for _ in 0..<3 { bytes.append(number: 0, 2) }
      bytes.append(number: 0o100644 << 16, 4)
      bytes.append(number: member.start, 4)
      bytes += member.name
    }
    let directory = bytes.count - start
    bytes.append(number: 0x0605_4B50, 4)
    for number in [0, 0, members.count, members.count] { bytes.append(number: number, 2) }
    bytes.append(number: directory, 4)
    bytes.append(number: start, 4)
    bytes.append(number: commentSize, 2)
    bytes += comment(bytes)
  }

  /// The fields that both headers of a member have: version, flags (names are UTF-8), method, time, date, sum, sizes, lengths.
  private mutating func appendCommon(_ member: Member) {
    for number in [20, 0x0800, 0, 0, Self.firstDay] { bytes.append(number: number, 2) }
    for number in [member.sum, member.size, member.size] { bytes.append(number: number, 4) }
    for number in [member.name.count, 0] { bytes.append(number: number, 2) }
  }
}
