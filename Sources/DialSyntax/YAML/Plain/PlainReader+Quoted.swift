/// Texts in quotes.
extension PlainReader {
  /// A text in quotes; a key is on one line, and the bytes between the quotes are its text.
  mutating func quoted(_ quote: UInt8, isKey: Bool) throws(Odd) -> Node {
    let isSingle = quote == UInt8(ascii: "'")
    let start = position(at)
    let first = at + 1
    at = first
    at = nextStop(quote)
    let text: String
    if closes(quote) {
      if isKey { note(key: first..<at) }
      text = self.text(first..<at)
    } else {
      if isKey { throw Odd() }
      text = try join(quote, from: first)
    }
    at += 1
    return try node(.scalar(Scalar(text: text, style: isSingle ? .singleQuoted : .doubleQuoted)), start, position(at))
  }

  private func nextStop(_ quote: UInt8) -> Int {
    quote == UInt8(ascii: "'") ? next(.inSingleQuotes, PlainStops.singleHits) : next(.inDoubleQuotes, PlainStops.doubleHits)
  }

  /// Whether the text ends here: a quote that is doubled is a letter of it.
  private func closes(_ quote: UInt8) -> Bool {
    byte(at) == quote && !(quote == UInt8(ascii: "'") && byte(at + 1) == quote)
  }

  /// A text of more than one line, or with escapes, up to the quote that closes it.
  private mutating func join(_ quote: UInt8, from first: Int) throws(Odd) -> String {
    folded.removeAll(keepingCapacity: true)
    var from = first
    while !closes(quote) {
      switch byte(at) {
      case UInt8(ascii: "'"):
        folded += bytes[from...at]
        at += 2
      case UInt8(ascii: "\\"):
        folded += bytes[from..<at]
        try undoEscape()
      default:
        var end = at
        while end > from, Self.isBlank(bytes[end - 1]) { end -= 1 }
        folded += bytes[from..<end]
        fold(try nextText())
      }
      from = at
      at = nextStop(quote)
    }
    folded += bytes[from..<at]
    return String(decoding: folded, as: UTF8.self)
  }

  /// An escape; before a line end, the blanks and the line end behind it are nothing.
  private mutating func undoEscape() throws(Odd) {
    if isEnd(at + 1) {
      at += 1
      let ends = try nextText()
      folded.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: ends - 1))
    } else {
      let escape = EscapeSequence(bytes, at..<bytes.count)
      guard let scalar = escape.scalar else { throw Odd() }
      folded += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      at = escape.end
    }
  }

  /// Goes to the next letter of the text, below this line; how many line ends are before it.
  private mutating func nextText() throws(Odd) -> Int {
    let first = lineIndex
    repeat {
      newLine()
      if isMarker { throw Odd() }
      while at < bytes.count, Self.isBlank(bytes[at]) { at += 1 }
      guard at < bytes.count else { throw Odd() }
    } while isEnd(at)
    return lineIndex - first
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
