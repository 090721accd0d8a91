/// Maps each byte of a scalar's text to its source. libyaml does not, so the source is read again, and the result compared with its text.
struct ScalarSourceMap {
  /// The text read so far.
  private var text: [UInt8] = []
  private var starts: [Int] = []
  private var ends: [Int] = []
  private let contentStart: Int

  /// Nil if the source does not result in the text.
  init?(_ scalar: Scalar, in bytes: [UInt8], _ source: Range<Int>) {
    contentStart = source.lowerBound
    let wanted = Array(scalar.text.utf8)
    switch scalar.style {
    case .plain:
      readFolded(bytes, source, escapes: .none)
    case .singleQuoted, .doubleQuoted:
      guard source.count >= 2 else { return nil }
      let inner = source.lowerBound + 1..<source.upperBound - 1
      readFolded(bytes, inner, escapes: scalar.style == .singleQuoted ? .doubledQuotes : .backslashes)
    case .literal, .folded:
      guard readBlock(bytes, source, folds: scalar.style == .folded, wanted: wanted) else { return nil }
    }
    guard text == wanted else { return nil }
  }

  /// The bytes of the source that a slice of the text was made from.
  func source(of slice: Range<Int>) -> Range<Int> {
    let start = slice.lowerBound < starts.count ? starts[slice.lowerBound] : ends.last ?? contentStart
    return slice.isEmpty ? start..<start : start..<max(start, ends[slice.upperBound - 1])
  }

  /// Adds bytes of the text that were all made from one range of the source.
  private mutating func add(_ made: some Sequence<UInt8>, from source: Range<Int>) {
    for byte in made {
      text.append(byte)
      starts.append(source.lowerBound)
      ends.append(source.upperBound)
    }
  }

  private mutating func copy(_ bytes: [UInt8], _ source: Range<Int>) {
    for offset in source { add(CollectionOfOne(bytes[offset]), from: offset..<offset + 1) }
  }

  /// How a text writes what its quotes would end.
  private enum Escapes {
    case none, doubledQuotes, backslashes
  }

  /// Reads a text between its quotes.
  private mutating func readFolded(_ bytes: [UInt8], _ source: Range<Int>, escapes: Escapes) {
    var at = source.lowerBound
    while at < source.upperBound {
      let byte = bytes[at]
      if Self.isSpace(byte) {
        at = readSpace(bytes, at..<source.upperBound)
      } else if escapes == .doubledQuotes, byte == UInt8(ascii: "'") {
        add(CollectionOfOne(byte), from: at..<min(at + 2, source.upperBound))
        at += 2
      } else if escapes == .backslashes, byte == UInt8(ascii: "\\") {
        at = readEscape(bytes, at..<source.upperBound)
      } else {
        copy(bytes, at..<at + 1)
        at += 1
      }
    }
  }

  /// Blanks are kept. With one line end they become a space, with more line ends all but the first.
  private mutating func readSpace(_ bytes: [UInt8], _ source: Range<Int>) -> Int {
    let end = bytes[source].firstIndex { !Self.isSpace($0) } ?? source.upperBound
    let run = source.lowerBound..<end
    switch Self.lineEnds(bytes, run) {
    case 0: copy(bytes, run)
    case 1: add(CollectionOfOne(UInt8(ascii: " ")), from: run)
    case let count: add(repeatElement(UInt8(ascii: "\n"), count: count - 1), from: run)
    }
    return end
  }

  private mutating func readEscape(_ bytes: [UInt8], _ source: Range<Int>) -> Int {
    let start = source.lowerBound
    guard start + 1 < source.upperBound else { return source.upperBound }
    let letter = bytes[start + 1]
    if letter == UInt8(ascii: "\n") || letter == UInt8(ascii: "\r") {
      let end = bytes[start + 1..<source.upperBound].firstIndex { !Self.isSpace($0) } ?? source.upperBound
      let more = Self.lineEnds(bytes, start + 1..<end) - 1
      add(repeatElement(UInt8(ascii: "\n"), count: max(0, more)), from: start..<end)
      return end
    }
    let escape = EscapeSequence(bytes, source)
    if let scalar = escape.scalar { add(String(scalar).utf8, from: start..<escape.end) }
    return escape.end
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  /// The number of line ends in a range; CRLF is one.
  private static func lineEnds(_ bytes: [UInt8], _ source: Range<Int>) -> Int {
    source.count { offset in
      bytes[offset] == UInt8(ascii: "\n")
        || bytes[offset] == UInt8(ascii: "\r") && !(offset + 1 < source.upperBound && bytes[offset + 1] == UInt8(ascii: "\n"))
    }
  }

  /// Reads the lines below a header. With an explicit indentation, which counts from the parent's, all that fit are tried.
  private mutating func readBlock(_ bytes: [UInt8], _ source: Range<Int>, folds: Bool, wanted: [UInt8]) -> Bool {
    let lines = Self.lines(bytes, source)
    guard let header = lines.first else { return false }
    let texts = lines.dropFirst()
    let isExplicit = bytes[header.prefix(3)].contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    let first = texts.lazy.filter { line in bytes[line].contains { $0 != UInt8(ascii: " ") } }.first
    let indent = first.map { line in bytes[line].prefix { $0 == UInt8(ascii: " ") }.count } ?? 0
    for candidate in isExplicit ? Array((0...indent).reversed()) : [indent] {
      (text, starts, ends) = ([], [], [])
      readLines(bytes, texts, indent: candidate, folds: folds)
      // The line ends at the end of the text are not in the node's range.
      guard wanted.starts(with: text), wanted[text.count...].allSatisfy({ $0 == UInt8(ascii: "\n") }) else { continue }
      add(wanted[text.count...], from: source.upperBound..<source.upperBound)
      return true
    }
    return false
  }

  private mutating func readLines(_ bytes: [UInt8], _ lines: ArraySlice<Range<Int>>, indent: Int, folds: Bool) {
    var previous: Range<Int>?
    var isPreviousDeeper = false
    var emptyLines = 0
    for line in lines {
      let start = min(line.lowerBound + indent, line.upperBound)
      guard start < line.upperBound else {
        emptyLines += 1
        continue
      }
      let isDeeper = bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "\t")
      let gap = (previous?.upperBound ?? line.lowerBound)..<start
      if previous == nil {
        add(repeatElement(UInt8(ascii: "\n"), count: emptyLines), from: gap)
      } else if folds, !isDeeper, !isPreviousDeeper {
        add(emptyLines == 0 ? " ".utf8 : String(repeating: "\n", count: emptyLines).utf8, from: gap)
      } else {
        add(repeatElement(UInt8(ascii: "\n"), count: emptyLines + 1), from: gap)
      }
      copy(bytes, start..<line.upperBound)
      (previous, isPreviousDeeper, emptyLines) = (start..<line.upperBound, isDeeper, 0)
    }
  }

  /// The lines of a range without their line ends.
  private static func lines(_ bytes: [UInt8], _ source: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = source.lowerBound
    var at = start
    while at < source.upperBound {
      let isReturn = bytes[at] == UInt8(ascii: "\r")
      if isReturn || bytes[at] == UInt8(ascii: "\n") {
        lines.append(start..<at)
        if isReturn, at + 1 < source.upperBound, bytes[at + 1] == UInt8(ascii: "\n") { at += 1 }
        start = at + 1
      }
      at += 1
    }
    return lines + [start..<source.upperBound]
  }
}

/// An escape of a text in double quotes (https://yaml.org/spec/1.2.2/#57-escaped-characters).
private struct EscapeSequence {
  /// The character it means; nil if it is not an escape.
  let scalar: Unicode.Scalar?
  /// The offset after it.
  let end: Int

  /// Reads the escape at the start of a range, which begins with its backslash.
  init(_ bytes: [UInt8], _ source: Range<Int>) {
    let start = source.lowerBound
    let letter = start + 1 < source.upperBound ? bytes[start + 1] : 0
    let width = letter == UInt8(ascii: "x") ? 2 : letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "U") ? 8 : 0
    end = min(start + 2 + width, source.upperBound)
    scalar = (width == 0 ? Self.letters[letter] : Self.code(bytes[min(start + 2, end)..<end], width)).flatMap(Unicode.Scalar.init)
  }

  private static func code(_ digits: ArraySlice<UInt8>, _ width: Int) -> UInt32? {
    // The initializer below would accept a sign.
    guard digits.count == width, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// The escapes of one letter.
  private static let letters: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: [
      ("0", 0), ("a", 7), ("b", 8), ("t", 9), ("\t", 9), ("n", 10), ("v", 11), ("f", 12), ("r", 13), ("e", 0x1B), (" ", 0x20),
      ("\"", 0x22), ("/", 0x2F), ("\\", 0x5C), ("N", 0x85), ("_", 0xA0), ("L", 0x2028), ("P", 0x2029),
    ].map { (letter: Unicode.Scalar, code: UInt32) in (UInt8(ascii: letter), code) })
}
