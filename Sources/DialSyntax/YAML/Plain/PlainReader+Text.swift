/// Plain texts.
extension PlainReader {
  /// A plain key, up to its colon.
  mutating func plainKey(inFlow: Bool) throws(Odd) -> Node {
    let first = at
    let end = try plain(inFlow)
    guard byte(at) == UInt8(ascii: ":") else { throw Odd() }
    // `<<` merges, and `~` is no text.
    if end - first <= 2, bytes[first] == UInt8(ascii: "<") || bytes[first] == UInt8(ascii: "~") { throw Odd() }
    note(key: first..<end)
    let start = position(first)
    return try node(.scalar(Scalar(text: text(first..<end))), start, position(end))
  }

  /// A plain text and the lines below that go on with it: those with more blanks before them than `indent`.
  mutating func plainText(inFlow: Bool, _ indent: Int) throws(Odd) -> Node {
    let first = at
    var end = try plain(inFlow)
    let start = position(first)
    var last = position(end)
    guard var line = goesOn(inFlow, indent) else { return try node(.scalar(Scalar(text: text(first..<end))), start, last) }
    folded.removeAll(keepingCapacity: true)
    folded += bytes[first..<end]
    while true {
      fold(line - lineIndex)
      while lineIndex < line { newLine() }
      skipBlanks()
      let from = at
      end = try restOfLine(inFlow)
      guard end > from else { throw Odd() }
      folded += bytes[from..<end]
      last = position(end)
      guard let next = goesOn(inFlow, indent) else { break }
      line = next
    }
    return try node(.scalar(Scalar(text: String(decoding: folded, as: UTF8.self))), start, last)
  }

  /// One line end becomes a blank; of more of them the first is nothing.
  mutating func fold(_ ends: Int) {
    folded.append(contentsOf: repeatElement(UInt8(ascii: ends == 1 ? " " : "\n"), count: max(1, ends - 1)))
  }

  /// The line with more of the same text, where this one ends here without a comment.
  private func goesOn(_ inFlow: Bool, _ indent: Int) -> Int? {
    guard isEnd(at) else { return nil }
    for line in lineIndex + 1..<max(lineIndex + 1, file.lineStarts.count) {
      let start = file.lineStarts[line]
      var place = start
      while byte(place) == UInt8(ascii: " ") { place += 1 }
      if isEnd(place) { continue }
      let isText = bytes[place] != UInt8(ascii: "#") && !(inFlow && ",]}".utf8.contains(bytes[place]))
      return isText && place - start > indent ? line : nil
    }
    return nil
  }

  /// The first line of a plain text; where its last letter ends.
  private mutating func plain(_ inFlow: Bool) throws(Odd) -> Int {
    // A dash with a digit behind it begins a text, too.
    guard !PlainStops.first.contains(byte(at)) || byte(at) == UInt8(ascii: "-") && byte(at + 1) &- 0x30 < 10 else { throw Odd() }
    return try restOfLine(inFlow)
  }

  /// Goes to the end of a plain text on this line; where its last letter ends.
  private mutating func restOfLine(_ inFlow: Bool) throws(Odd) -> Int {
    let first = at
    loop: while true {
      at = inFlow ? next(.inFlow, PlainStops.flowHits) : next(.inBlock, PlainStops.blockHits)
      switch byte(at) {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): break loop
      case UInt8(ascii: ":"):
        if isBlankOrEnd(at + 1) { break loop }
        if inFlow, ",?[]{}".utf8.contains(byte(at + 1)) { throw Odd() }
      case UInt8(ascii: "#"): if at > first, bytes[at - 1] == UInt8(ascii: " ") { break loop }
      default: throw Odd()
      }
      at += 1
    }
    var end = at
    while end > first, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return end
  }

  /// The next byte that has to be looked at; the end of the text where there is none.
  ///
  /// - Parameter hits: marks the first of eight bytes that may be one of them by its highest bit; 0 where none is.
  @inline(__always)
  func next(_ stops: PlainStops, _ hits: (UInt64) -> UInt64) -> Int {
    let text = bytes.span
    var place = at
    while place + 8 <= text.count {
      let found = hits(TextScan.word(text, place))
      if found == 0 {
        place += 8
      } else {
        place += found.trailingZeroBitCount / 8
        if stops.contains(text[place]) { return place }
        place += 1
      }
    }
    while place < text.count, !stops.contains(text[place]) { place += 1 }
    return place
  }

  func text(_ range: Range<Int>) -> String { ShortText.text(bytes, range) }
}
