/// Mappings and lists in brackets, on one line or more.
extension PlainReader {
  /// A list or mapping in brackets, or a text inside of one.
  mutating func flow(_ depth: Int) throws(Odd) -> Node {
    switch byte(at) {
    case UInt8(ascii: "{"): return try flowMapping(depth)
    case UInt8(ascii: "["): return try flowList(depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted(bytes[at], isKey: false)
    default: return try plainText(inFlow: true, 0)
    }
  }

  private mutating func flowMapping(_ depth: Int) throws(Odd) -> Node {
    try checkDepth(depth)
    let start = position(at)
    let mark = keyMark
    var entries: [Entry] = []
    while try findNext(UInt8(ascii: "}"), isFirst: entries.isEmpty) {
      if entries.isEmpty { entries.reserveCapacity(4) }
      entries.append(Entry(key: try flowKey(), value: try flow(depth + 1)))
    }
    try closeKeys(mark)
    return try node(.mapping(entries), start, position(at))
  }

  /// A key with its colon and the blanks behind it.
  private mutating func flowKey() throws(Odd) -> Node {
    let start = at
    let key: Node
    if let quote { key = try quoted(quote, isKey: true) } else { key = try plainKey(inFlow: true) }
    guard at - start <= Self.longestKey, byte(at) == UInt8(ascii: ":"), byte(at + 1) == UInt8(ascii: " ") else { throw Odd() }
    at += 1
    skipBlanks()
    return key
  }

  private mutating func flowList(_ depth: Int) throws(Odd) -> Node {
    try checkDepth(depth)
    let start = position(at)
    var items: [Node] = []
    while try findNext(UInt8(ascii: "]"), isFirst: items.isEmpty) { items.append(try flow(depth + 1)) }
    return try node(.sequence(items), start, position(at))
  }

  private func checkDepth(_ depth: Int) throws(Odd) { if depth >= deepest { throw Odd() } }

  /// Goes behind the comma to what is next inside of brackets, on this line or below; false behind the bracket that closes them.
  private mutating func findNext(_ bracket: UInt8, isFirst: Bool) throws(Odd) -> Bool {
    if isFirst { at += 1 }
    try skipLines()
    if !isFirst, byte(at) != bracket {
      guard byte(at) == UInt8(ascii: ",") else { throw Odd() }
      at += 1
      try skipLines()
    }
    guard byte(at) == bracket else { return true }
    at += 1
    return false
  }

  /// Goes over blanks, line ends and comments.
  private mutating func skipLines() throws(Odd) {
    skipBlanks()
    while isEnd(at) || byte(at) == UInt8(ascii: "#") {
      if byte(at) == UInt8(ascii: "#"), bytes[at - 1] != UInt8(ascii: " "), at > lineStart { throw Odd() }
      newLine()
      if at == bytes.count || isMarker { throw Odd() }
      skipBlanks()
    }
  }
}
