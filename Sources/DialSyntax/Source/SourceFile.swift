import Synchronization

/// The text of a file, without a byte order mark, and its lines, which end with LF, CRLF or CR.
public final class SourceFile: Sendable {
  /// The name that diagnostics print: a path, a URL, or `<stdin>`.
  public let name: String
  /// The text and its lines; nil if they are read when they are first needed.
  private let given: SourceText?
  private let read: @Sendable () -> [UInt8]?
  private let late = AtomicLazyReference<SourceText>()

  /// A file with this text.
  public convenience init(name: String, text: String) {
    self.init(name: name, utf8: Array(text.utf8))
  }

  /// A file with these bytes; bytes that are not UTF-8 are shown as U+FFFD.
  public convenience init(name: String, utf8 bytes: [UInt8]) { self.init(name: name, SourceText(bytes)) }

  init(name: String, _ text: SourceText) { (self.name, given, read) = (name, text, { nil }) }

  /// A file whose bytes are read when its text is first needed; it is empty if they are nil.
  package init(name: String, reading read: @escaping @Sendable () -> [UInt8]?) { (self.name, given, self.read) = (name, nil, read) }

  private var content: SourceText { given ?? late.load() ?? late.storeIfNil(SourceText.decode(read() ?? []).text) }

  /// The text as UTF-8.
  public var bytes: [UInt8] { content.bytes }
  var scan: TextScan { content.scan }
  private var scalars: ScalarIndex { content.scalars }

  /// True if each byte of a range is a character, as far as a short look can tell. The range is usually part of one line.
  private func isPlainlyASCII(_ range: Range<Int>) -> Bool {
    if range.upperBound <= scan.firstLetter { return true }
    guard range.count <= 256 else { return false }
    return TextScan.endOfASCII(bytes.span, in: range) == range.upperBound
  }

  /// The byte offset at which each line begins; never empty.
  var lineStarts: [Int] { content.scan.lineStarts }

  /// The whole text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of lines; a line end at the very end begins one more, empty line.
  public var lineCount: Int { lineStarts.count }

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
  package func lineBytes(_ number: Int) -> Range<Int> {
    let line = number - 1
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
    return Position(line: line + 1, column: column + 1)
  }

  /// The byte offset of a position, at most the end of the text.
  package func offset(of position: Position) -> Int {
    let line = position.line - 1
    guard line >= 0 else { return 0 }
    guard line < lineStarts.count else { return bytes.count }
    let range = lineStarts[line]..<lineStarts[line] + max(position.column - 1, 0)
    if range.upperBound <= bytes.count, isPlainlyASCII(range) { return range.upperBound }
    return scalars.offset(lineStarts[line], movedBy: position.column - 1, in: bytes)
  }

  /// The byte at a position; nil at the end of the text.
  package func byte(at position: Position) -> UInt8? {
    let offset = offset(of: position)
    return offset < bytes.count ? bytes[offset] : nil
  }

  /// The byte offset of a Unicode scalar, counted from 0.
  func offset(ofScalar index: Int) -> Int {
    scalars.offset(ofScalar: index, in: bytes)
  }

  /// The range of some bytes.
  package func range(of offsets: Range<Int>) -> SourceRange {
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

/// A position in a source file. Lines and columns count from 1; a column is a Unicode scalar.
public struct Position: Sendable, Hashable, Comparable {
  // 32 bits each: a large spec has a hundred thousand nodes with two positions each.
  private var storedLine: UInt32
  private var storedColumn: UInt32

  /// The line, from 1.
  public var line: Int {
    get { Int(storedLine) }
    set { storedLine = UInt32(clamping: newValue) }
  }

  /// The column in Unicode scalars, from 1.
  public var column: Int {
    get { Int(storedColumn) }
    set { storedColumn = UInt32(clamping: newValue) }
  }

  /// A position by line and column, both from 1.
  public init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  /// In the order of the text: by line, then by column.
  public static func < (a: Position, b: Position) -> Bool {
    a.storedLine == b.storedLine ? a.storedColumn < b.storedColumn : a.storedLine < b.storedLine
  }
}

/// A range of a source file, without its end. Equal ranges have the same file *name* and positions.
public struct SourceRange: Sendable, Hashable {
  /// The file.
  public let file: SourceFile
  /// The first position.
  public let start: Position
  /// The position after the last one; equal to `start` for an empty range.
  public let end: Position

  /// A range from `start` up to but not including `end`.
  public init(file: SourceFile, start: Position, end: Position) {
    self.file = file
    self.start = start
    self.end = max(start, end)
  }

  /// The bytes of the range in the file.
  package var offsets: Range<Int> { file.offset(of: start)..<file.offset(of: end) }

  /// The text of the range.
  package var text: String { String(decoding: file.bytes[offsets], as: UTF8.self) }

  /// True if a position is in both ranges, or one of them touches the other.
  package func overlaps(_ other: SourceRange) -> Bool {
    file === other.file && start <= other.end && other.start <= end
  }

  /// True if another range is part of this one.
  package func covers(_ other: SourceRange) -> Bool { file === other.file && start <= other.start && other.end <= end }

  /// Same file name, same positions.
  public static func == (a: SourceRange, b: SourceRange) -> Bool {
    a.start == b.start && a.end == b.end && (a.file === b.file || a.file.name == b.file.name)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file.name)
    hasher.combine(start)
    hasher.combine(end)
  }
}

/// A decoded text, without a byte order mark, and what is computed from it.
final class SourceText: Sendable {
  let bytes: [UInt8]
  let scan: TextScan
  private let index = AtomicLazyReference<ScalarIndex>()

  /// A text that was scanned.
  init(_ bytes: [UInt8], _ scan: TextScan) { (self.bytes, self.scan) = (bytes, scan) }

  convenience init(_ bytes: [UInt8]) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
    self.init(text, TextScan(text))
  }

  /// Decodes the bytes of a file; `fault` says why they are not text.
  static func decode(_ bytes: [UInt8]) -> (text: SourceText, fault: SourceEncoding.Fault?) {
    let scan = TextScan(bytes)
    if scan.isPlain { return (SourceText(bytes, scan), nil) }
    switch SourceEncoding.decode(bytes, from: scan.firstLetter) {
    // Mostly the bytes are the text, which was scanned above.
    case .utf8(let text): return (text == bytes ? SourceText(text, scan) : SourceText(text), nil)
    case .unreadable(let text, let fault): return (SourceText(text), fault)
    }
  }

  /// Made on first use. A valid text whose requested positions are in ASCII lines does not need it.
  var scalars: ScalarIndex { index.load() ?? index.storeIfNil(ScalarIndex(bytes, isASCII: scan.isASCII)) }
}

/// The result of one pass over a text: where its lines begin, and what it contains besides plain ASCII.
struct TextScan: Sendable {
  private(set) var lineStarts = [0]
  /// True if all bytes are printable ASCII, tabs and line ends. Then the text needs no further checks.
  private(set) var isPlain = true
  /// The offset of the first byte that is not ASCII; the length of the text if there is none.
  private(set) var firstLetter: Int
  var isASCII: Bool { firstLetter == count }
  private let count: Int
  /// True if there may be a character that YAML does not allow.
  private(set) var mayHoldControls = false
  /// True if there is a NEL, LS or PS, at which libyaml ends a line and editors do not.
  private(set) var holdsOddLineEnds = false

  init(_ bytes: [UInt8]) {
    let text = bytes.span
    (count, firstLetter) = (text.count, text.count)
    var offset = 0
    while offset + 8 <= text.count {
      var others = Self.others(Self.word(text, offset))
      while others != 0 {
        note(offset + others.trailingZeroBitCount / 8, text)
        others &= others &- 1
      }
      offset += 8
    }
    for place in offset..<text.count where text[place] &- 0x20 >= 0x5F { note(place, text) }
  }

  /// The offset of the first byte in a range that is not ASCII; the end of the range if there is none.
  static func endOfASCII(_ text: Span<UInt8>, in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, word(text, offset) & 0x8080_8080_8080_8080 == 0 { offset += 8 }
    while offset < range.upperBound, text[offset] < 0x80 { offset += 1 }
    return offset
  }

  /// The offset of the first byte, from `start` on, that is not a printable ASCII character of a text in double quotes: a quote, a backslash,
  /// a control character or one that is not ASCII. It is the length of the text if there is none.
  static func endOfQuoted(_ text: Span<UInt8>, from start: Int) -> Int {
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var offset = start
    while offset + 8 <= text.count {
      let word = word(text, offset)
      let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      // The lowest bit that is set is exact; those above it may be carries.
      let ends = ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word | word) & highs
      if ends != 0 { return offset + ends.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < text.count, text[offset] >= 0x20, text[offset] < 0x80, text[offset] != 0x22, text[offset] != 0x5C { offset += 1 }
    return offset
  }

  /// The number of characters that begin in a range. Continuation bytes have the two highest bits 10.
  static func characters(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
    var (offset, count) = (range.lowerBound, range.count)
    while offset + 8 <= range.upperBound {
      let word = word(text, offset)
      // The multiplication sums the bytes into the highest byte.
      count -= Int((((word & ~(word << 1)) >> 7 & 0x0101_0101_0101_0101) &* 0x0101_0101_0101_0101) >> 56)
      offset += 8
    }
    while offset < range.upperBound {
      if text[offset] & 0xC0 == 0x80 { count -= 1 }
      offset += 1
    }
    return count
  }

  /// Sets the highest bit of each of eight bytes that is not printable ASCII: below 32, or at least 127.
  private static func others(_ word: UInt64) -> UInt64 {
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    return (~(low &+ 0x6060_6060_6060_6060) | (low &+ 0x0101_0101_0101_0101) | word) & 0x8080_8080_8080_8080
  }

  /// Eight bytes of the text, which must have them.
  private static func word(_ text: Span<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private mutating func note(_ offset: Int, _ text: Span<UInt8>) {
    switch text[offset] {
    case 0x0A: lineStarts.append(offset + 1)
    case 0x0D:
      if offset + 1 < text.count, text[offset + 1] == 0x0A { return }
      lineStarts.append(offset + 1)
    case 0x09: break
    case 0..<0x80: (isPlain, mayHoldControls) = (false, true)
    default:
      isPlain = false
      firstLetter = min(firstLetter, offset)
      noteLetter(offset, text)
    }
  }

  private mutating func noteLetter(_ offset: Int, _ text: Span<UInt8>) {
    func byte(_ distance: Int) -> UInt8 { offset + distance < text.count ? text[offset + distance] : 0 }
    switch text[offset] {
    case 0xC2 where byte(1) == 0x85: holdsOddLineEnds = true
    case 0xC2 where byte(1) < 0xA0: mayHoldControls = true
    case 0xE2 where byte(1) == 0x80: if byte(2) == 0xA8 || byte(2) == 0xA9 { holdsOddLineEnds = true }
    case 0xEF where byte(1) == 0xBB || byte(1) == 0xBF: mayHoldControls = true
    default: break
    }
  }
}
