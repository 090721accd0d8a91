import CZlib
import DialModel

/// A line of a journal: `CHECKSUM KIND ROW DIGEST KEY CODE TEXT`.
///
/// The checksum (CRC-32) covers the rest of the line, so that a torn or changed line is recognised.
package struct JournalRecord: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// What the run is.
    case head = "H"
    /// The row is about to be sent.
    case begun = "B"
    /// The row has ended.
    case ended = "E"
  }

  package var kind: Kind
  /// The position of the row, from 1.
  package var row: Int
  /// A digest of the row's arguments.
  package var digest: String
  package var key: String
  /// The code of the error; empty if the call succeeded.
  package var code: String
  /// The result as it is printed, without its line break.
  package var text: [UInt8]

  package init(_ kind: Kind, row: Int, digest: String = "", key: String = "", code: String = "", text: [UInt8] = []) {
    (self.kind, self.row, self.digest, self.key, self.code, self.text) = (kind, row, digest, key, code, text)
  }

  private static let maxRow = Int.max / 4
  /// The length of the shortest record of a row, in bytes.
  static let shortest = 34

  /// Appends the line with its line break.
  package func write(into bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += "00000000 \(kind.rawValue) \(row) \(digest) \(PercentEncoding.encode(key)) \(code) ".utf8
    // Cells of CSV can have line breaks.
    var rest = text[...]
    while let index = rest.firstIndex(where: { $0 == 0x0A || $0 == UInt8(ascii: "\\") }) {
      bytes += rest[..<index]
      bytes += rest[index] == 0x0A ? #"\n"#.utf8 : #"\\"#.utf8
      rest = rest[(index + 1)...]
    }
    bytes += rest
    let sum = Self.sum(bytes[(start + 9)...])
    for (index, digit) in Self.digits(sum).enumerated() { bytes[start + index] = digit }
    bytes.append(0x0A)
  }

  /// Reads a line without its line break; nil if it is damaged.
  package init?(_ line: ArraySlice<UInt8>) {
    guard line.count > 9, line[line.startIndex + 8] == UInt8(ascii: " "),
      line.prefix(8).elementsEqual(Self.digits(Self.sum(line.dropFirst(9))))
    else { return nil }
    let fields = line.dropFirst(9).split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false)
    func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
    guard fields.count == 6, let kind = Kind(rawValue: text(0)), let row = Int(text(1)), (0...Self.maxRow).contains(row) else { return nil }
    (self.kind, self.row, digest, key, code) = (kind, row, text(2), PercentEncoding.decode(text(3)), text(4))
    self.text = []
    self.text.reserveCapacity(fields[5].count)
    var isEscape = false
    for byte in fields[5] {
      if isEscape {
        self.text.append(byte == UInt8(ascii: "n") ? 0x0A : byte)
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else {
        self.text.append(byte)
      }
    }
  }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in UInt32(truncatingIfNeeded: crc32(0, bytes.baseAddress, uInt(bytes.count))) }
  }

  private static func digits(_ sum: UInt32) -> [UInt8] {
    (0..<8).map { index in
      let digit = UInt8(truncatingIfNeeded: sum >> (28 - 4 * index) & 15)
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }
}
