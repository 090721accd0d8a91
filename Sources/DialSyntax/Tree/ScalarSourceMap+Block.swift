/// Block texts, `|` and `>` (https://yaml.org/spec/1.2.2/#81-block-scalar-styles).
extension ScalarSourceMap {
  /// Reads the lines below a header. The indentation is tried out where only the node above would tell it.
  mutating func readBlock(_ bytes: [UInt8], _ source: Range<Int>, folds: Bool, wanted: [UInt8]) -> Bool {
    let lines = Self.lines(bytes, source)
    guard let header = lines.first else { return false }
    let texts = lines.dropFirst()
    let isExplicit = bytes[header.prefix(3)].contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    let first = texts.lazy.filter { line in bytes[line].contains { $0 != UInt8(ascii: " ") } }.first
    let indent = first.map { line in bytes[line].prefix { $0 == UInt8(ascii: " ") }.count } ?? 0
    for candidate in isExplicit ? Array((0...indent).reversed()) : [indent] {
      reset()
      readLines(bytes, texts, indent: candidate, folds: folds)
      // The line ends at the end of the text are not part of the node's range.
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

  /// The lines of a stretch without their ends.
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
