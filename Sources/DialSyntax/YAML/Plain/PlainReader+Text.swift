/// Texts: plain ones and those in quotes.
extension PlainReader {
  /// A text in quotes on one line, without escapes; the bytes between the quotes are its text.
  mutating func quoted(_ quote: UInt8, isKey: Bool = true) throws(Odd) -> Node {
    let start = position(at)
    let first = at + 1
    var place = first
    while byte(place) != quote {
      let byte = byte(place)
      if byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") { throw Odd() }
      if byte < 0x20 || byte >= 0x7F { try checkOdd(place) }
      place += 1
    }
    if quote == UInt8(ascii: "'"), byte(place + 1) == quote { throw Odd() }
    at = place + 1
    if isKey { note(key: first..<place) }
    let style: Scalar.Style = quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
    return try node(.scalar(Scalar(text: text(first..<place), style: style)), start, position(at))
  }

  /// A plain key, up to its colon.
  mutating func plainKey(inFlow: Bool) throws(Odd) -> Node {
    try checkFirst()
    let first = at
    let end = try scan(inFlow: inFlow)
    guard byte(at) == UInt8(ascii: ":") else { throw Odd() }
    // `<<` merges, and `~` is no text.
    if end - first <= 2, bytes[first] == UInt8(ascii: "<") || bytes[first] == UInt8(ascii: "~") { throw Odd() }
    note(key: first..<end)
    let start = position(first)
    return try node(.scalar(Scalar(text: text(first..<end))), start, position(end))
  }

  /// A plain text inside of brackets.
  mutating func flowText() throws(Odd) -> Node {
    try checkFirst()
    let first = at
    let end = try scan(inFlow: true)
    guard byte(at) == UInt8(ascii: ",") || byte(at) == UInt8(ascii: "}") || byte(at) == UInt8(ascii: "]") else { throw Odd() }
    let start = position(first)
    return try node(.scalar(Scalar(text: text(first..<end))), start, position(end))
  }

  /// A plain text and the lines below that go on with it, which have more blanks before them than the key; then the way to the next line.
  mutating func plainText(_ indent: Int) throws(Odd) -> Node {
    try checkFirst()
    let first = at
    var end = try scan(inFlow: false)
    let start = position(first)
    var last = position(end)
    guard goesOn(indent) else {
      let node = try node(.scalar(Scalar(text: text(first..<end))), start, last)
      try leave(indent)
      return node
    }
    folded.removeAll(keepingCapacity: true)
    folded += bytes[first..<end]
    while goesOn(indent) {
      newLine()
      skipBlanks()
      let from = at
      end = try scan(inFlow: false)
      folded.append(UInt8(ascii: " "))
      folded += bytes[from..<end]
      last = position(end)
    }
    let node = try node(.scalar(Scalar(text: String(decoding: folded, as: UTF8.self))), start, last)
    try leave(indent)
    return node
  }

  /// Whether the line ends here without a comment, and the next one holds more of the same text.
  private func goesOn(_ indent: Int) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\n") else { return false }
    var place = at + 1
    while byte(place) == UInt8(ascii: " ") { place += 1 }
    return place - at - 1 > indent && place < bytes.count && bytes[place] != UInt8(ascii: "\n") && bytes[place] != UInt8(ascii: "#")
  }

  /// Goes to the next line, which belongs to something else.
  private mutating func leave(_ indent: Int) throws(Odd) {
    guard byte(at) == UInt8(ascii: "\n") || byte(at) == UInt8(ascii: "#") else { throw Odd() }
    try findContent()
    if let next = self.indent, next > indent { throw Odd() }
  }

  /// Refuses the signs that begin something else.
  private func checkFirst() throws(Odd) {
    switch byte(at) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "<"), UInt8(ascii: "+"),
      UInt8(ascii: "~"), 0xC2...0xF4:
      return
    case UInt8(ascii: "-"): if !Self.isDigit(byte(at + 1)) { throw Odd() }
    default: throw Odd()
    }
  }

  /// Goes to the end of a plain text on this line; where its last letter ends.
  private mutating func scan(inFlow: Bool) throws(Odd) -> Int {
    var end = at
    while true {
      let byte = byte(at)
      switch byte {
      case UInt8(ascii: " "):
        at += 1
        continue
      case UInt8(ascii: "\n"): return end
      case UInt8(ascii: ":"):
        if isBlankOrEnd(at + 1) { return end }
        if inFlow, ",?[]{}".utf8.contains(self.byte(at + 1)) { throw Odd() }
      case UInt8(ascii: "#"):
        if at > end { return end }
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if inFlow { return end }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if inFlow { throw Odd() }
      case 0x21...0x7E: break
      default: try checkOdd(at)
      }
      at += 1
      end = at
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
