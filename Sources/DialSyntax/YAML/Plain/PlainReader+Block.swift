/// Block texts: literal ones behind `|`, folded ones behind `>`.
extension PlainReader {
  /// A block text, and the way to the line below it. Its lines have more blanks before them than `indent`, which the first one tells.
  mutating func blockText(_ indent: Int) throws(Odd) -> Node {
    let start = position(at)
    let style: Scalar.Style = byte(at) == UInt8(ascii: "|") ? .literal : .folded
    at += 1
    let chomping = byte(at)
    if chomping == UInt8(ascii: "+") || chomping == UInt8(ascii: "-") { at += 1 }
    var last = position(at)
    skipBlanks()
    guard isEnd(at) else { throw Odd() }
    var text = BlockText(folds: style == .folded, room: folded)
    var (width, widest) = (0, 0)
    while isClosed {
      newLine()
      let end = lineEnd
      while at < end, bytes[at] == UInt8(ascii: " "), width == 0 || at < lineStart + width { at += 1 }
      let column = at - lineStart
      if at == end {
        widest = max(widest, column)
        if isClosed { text.addEmpty() }
        continue
      }
      if column <= indent || column < width { break }
      if width == 0 {
        // An empty line with more blanks would tell the indentation, and a tab is none.
        guard column >= widest, bytes[at] != UInt8(ascii: "\t") else { throw Odd() }
        width = column
      }
      text.add(bytes, at..<end, isClosed: isClosed)
      if let letter = lastLetter(at..<end) { last = position(letter + 1) }
      at = end
    }
    folded = text.close(chomping)
    return try node(.scalar(Scalar(text: String(decoding: folded, as: UTF8.self), style: style)), start, last)
  }

  private func lastLetter(_ range: Range<Int>) -> Int? {
    var place = range.upperBound - 1
    while place >= range.lowerBound, bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t") { place -= 1 }
    return place < range.lowerBound ? nil : place
  }
}
