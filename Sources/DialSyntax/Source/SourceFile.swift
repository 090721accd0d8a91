import Synchronization

/// The text of a file with its name, and the way from byte offsets to lines and columns.
///
/// A line ends with LF, CRLF or CR. A byte order mark is not part of the text.
public final class SourceFile: Sendable {
  /// The name that diagnostics print: a path, a URL, or `<stdin>`.
  public let name: String
  /// The text as UTF-8.
  public let bytes: [UInt8]
  /// What a scan of the text found.
  let scan: TextScan
  private let index = AtomicLazyReference<ScalarIndex>()
  /// The line numbers of a text that was cut out of a file.
  private let numbers: LineNumbers

  /// A file with this text.
  public convenience init(name: String, text: String) {
    self.init(name: name, utf8: Array(text.utf8))
  }

  /// A file with these bytes; bytes that are not UTF-8 are shown as U+FFFD.
  public convenience init(name: String, utf8 bytes: [UInt8]) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
    self.init(name: name, text, TextScan(text))
  }

  /// A file with a text that was scanned.
  init(name: String, _ text: [UInt8], _ scan: TextScan, numbers: LineNumbers = .whole) {
    self.name = name
    self.numbers = numbers
    bytes = text
    self.scan = scan
  }

  /// Made on first use. A valid text whose requested positions are in ASCII lines does not need it.
  private var scalars: ScalarIndex { index.load() ?? index.storeIfNil(ScalarIndex(bytes, isASCII: scan.isASCII)) }

  /// True if each byte of a range is a character, as far as a short look can tell. The range is usually part of one line.
  private func isPlainlyASCII(_ range: Range<Int>) -> Bool {
    if range.upperBound <= scan.firstLetter { return true }
    guard range.count <= 256 else { return false }
    let text = bytes
    return TextScan.endOfASCII(text.span, from: range.lowerBound) >= range.upperBound
  }

  /// The byte offset at which each line begins; never empty.
  var lineStarts: [Int] { scan.lineStarts }

  /// The whole text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of lines; a line end at the very end begins one more, empty line.
  public var lineCount: Int { lineStarts.count }

  /// True unless the text was cut out of a file.
  var isWhole: Bool { numbers.isWhole }

  /// The number of a line, counted from 0.
  func number(ofLine index: Int) -> Int { numbers.number(index) }

  /// The text of a line (from 1), without its line end. Empty for a line that does not exist.
  public func line(_ number: Int) -> String {
    String(decoding: bytes[lineBytes(number)], as: UTF8.self)
  }

  /// The range between two positions of this file.
  public func range(from start: Position, to end: Position) -> SourceRange {
    SourceRange(file: self, start: start, end: end)
  }

  /// The first byte at or after a position that is not a blank, on the same line; nil if there is none.
  package func byte(behind position: Position) -> UInt8? {
    bytes[offset(of: position)..<max(lineBytes(position.line).upperBound, offset(of: position))].first { $0 != UInt8(ascii: " ") }
  }

  /// The bytes of a line (from 1), without its line end.
  func lineBytes(_ number: Int) -> Range<Int> {
    let line = numbers.index(number)
    guard line >= 0, line < lineStarts.count else { return bytes.count..<bytes.count }
    let start = lineStarts[line]
    let isLast = line + 1 == lineStarts.count
    var end = isLast ? bytes.count : lineStarts[line + 1]
    if end > start, !isLast, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, !isLast, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// The position of a byte offset, which is clamped to the text.
  package func position(at offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineStarts.partitioningIndex { $0 > offset } - 1
    let range = lineStarts[line]..<offset
    let column = isPlainlyASCII(range) ? range.count : scalars.count(range, in: bytes)
    return Position(line: numbers.number(line), column: column + 1)
  }

  /// The byte offset of a position, at most the end of the text.
  package func offset(of position: Position) -> Int {
    let line = numbers.index(position.line)
    guard line >= 0 else { return 0 }
    guard line < lineStarts.count else { return bytes.count }
    let range = lineStarts[line]..<lineStarts[line] + max(position.column - 1, 0)
    if range.upperBound <= bytes.count, isPlainlyASCII(range) { return range.upperBound }
    return scalars.offset(lineStarts[line], movedBy: position.column - 1, in: bytes)
  }

  /// The byte at a position; nil at the end of the text.
  func byte(at position: Position) -> UInt8? {
    let offset = offset(of: position)
    return offset < bytes.count ? bytes[offset] : nil
  }

  /// The byte offset of a Unicode scalar, counted from 0.
  func offset(ofScalar index: Int) -> Int {
    scalars.offset(ofScalar: index, in: bytes)
  }

  /// The range of some bytes.
  func range(of offsets: Range<Int>) -> SourceRange {
    SourceRange(file: self, start: position(at: offsets.lowerBound), end: position(at: offsets.upperBound))
  }
}

extension Array {
  /// The first index whose element satisfies a condition that holds for all elements after it too; `count` if there is none.
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
