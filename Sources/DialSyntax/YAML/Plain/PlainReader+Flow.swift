/// Mappings and lists in brackets, all on one line.
extension PlainReader {
  /// A list or mapping in brackets, or a text inside of one.
  mutating func flow(_ depth: Int) throws(Odd) -> Node {
    switch byte(at) {
    case UInt8(ascii: "{"): return try flowMapping(depth)
    case UInt8(ascii: "["): return try flowList(depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted(bytes[at], isKey: false)
    default: return try flowText()
    }
  }

  private mutating func flowMapping(_ depth: Int) throws(Odd) -> Node {
    try checkDepth(depth)
    let start = position(at)
    let mark = keyMark
    var entries: [Entry] = []
    open()
    if byte(at) != UInt8(ascii: "}") {
      repeat {
        skipBlanks()
        if entries.isEmpty { entries.reserveCapacity(4) }
        entries.append(Entry(key: try flowKey(), value: try flow(depth + 1)))
        skipBlanks()
      } while takeComma()
    }
    guard byte(at) == UInt8(ascii: "}") else { throw Odd() }
    at += 1
    try closeKeys(mark)
    return try node(.mapping(entries), start, position(at))
  }

  /// A key with its colon and the blanks behind it.
  private mutating func flowKey() throws(Odd) -> Node {
    let start = at
    let key: Node
    if let quote { key = try quoted(quote) } else { key = try plainKey(inFlow: true) }
    guard at - start <= Self.longestKey, byte(at) == UInt8(ascii: ":"), byte(at + 1) == UInt8(ascii: " ") else { throw Odd() }
    at += 1
    skipBlanks()
    return key
  }

  private mutating func flowList(_ depth: Int) throws(Odd) -> Node {
    try checkDepth(depth)
    let start = position(at)
    var items: [Node] = []
    open()
    if byte(at) != UInt8(ascii: "]") {
      repeat {
        skipBlanks()
        items.append(try flow(depth + 1))
        skipBlanks()
      } while takeComma()
    }
    guard byte(at) == UInt8(ascii: "]") else { throw Odd() }
    at += 1
    return try node(.sequence(items), start, position(at))
  }

  private func checkDepth(_ depth: Int) throws(Odd) { if depth >= deepest { throw Odd() } }

  private mutating func open() {
    at += 1
    skipBlanks()
  }

  private mutating func takeComma() -> Bool {
    guard byte(at) == UInt8(ascii: ",") else { return false }
    at += 1
    return true
  }
}
