/// Reads the most usual part of YAML straight into a tree: mappings and lists in blocks, or in brackets on one line, and texts that are
/// plain or in quotes without escapes.
///
/// It knows no finding. Of everything else, right or wrong, there is no tree, and the whole text is read by libyaml; so what this reader
/// takes for right is what libyaml takes for the same.
struct PlainReader {
  /// The text holds what is not read here.
  struct Odd: Error {}

  /// libyaml takes a longer text for no key.
  static let longestKey = 1000

  let file: SourceFile
  let bytes: [UInt8]
  let deepest: Int
  private let mostNodes: Int
  private var nodes = 0
  /// Where the node that was made last ends.
  private var lastEnd = Position(line: 1, column: 1)
  /// Where the next byte is.
  var at = 0
  /// The number of this line in the file, its place among those of the text, and where it begins.
  private var line = 1
  private var lineIndex = 0
  private(set) var lineStart = 0
  /// How many bytes of this line, up to a place in it, begin no character.
  private var trailing = 0
  private var counted = 0
  /// The blanks before what this line holds; nil behind the last line.
  private(set) var indent: Int?
  private var keys = PlainKeys()
  /// Room for texts of more than one line.
  var folded: [UInt8] = []

  /// The tree of a text; nil where it holds what is not read here.
  static func tree(_ file: SourceFile, _ limits: YAMLLimits) -> Node? {
    var reader = PlainReader(file, limits)
    return try? reader.root()
  }

  private init(_ file: SourceFile, _ limits: YAMLLimits) {
    (self.file, bytes, mostNodes, deepest) = (file, file.bytes, limits.maxNodes, min(limits.maxDepth, 64))
    line = file.number(ofLine: 0)
  }

  private mutating func root() throws(Odd) -> Node {
    try findContent()
    guard let indent else { throw Odd() }
    let root = try mapping(indent, 1)
    guard self.indent == nil else { throw Odd() }
    return root
  }

  // MARK: blocks

  /// The block that begins here, its lines with so many blanks before them.
  private mutating func block(_ indent: Int, _ depth: Int) throws(Odd) -> Node {
    isItem ? try list(indent, depth) : try mapping(indent, depth)
  }

  private mutating func mapping(_ indent: Int, _ depth: Int) throws(Odd) -> Node {
    guard depth < deepest else { throw Odd() }
    let start = position(at)
    let mark = keys.count
    var entries: [Entry] = []
    entries.reserveCapacity(4)
    repeat {
      entries.append(Entry(key: try key(), value: try value(indent, depth)))
    } while self.indent == indent
    if let next = self.indent, next > indent { throw Odd() }
    try keys.close(mark, bytes)
    return try node(.mapping(entries), start, lastEnd)
  }

  /// A key with its colon.
  private mutating func key() throws(Odd) -> Node {
    let start = at
    let key: Node
    if let quote = quote { key = try quoted(quote) } else { key = try plainKey(inFlow: false) }
    guard at - start <= Self.longestKey, byte(at) == UInt8(ascii: ":"), isBlankOrEnd(at + 1) else { throw Odd() }
    at += 1
    return key
  }

  /// Notes the bytes of a key, which are its text.
  mutating func note(key: Range<Int>) { keys.append(key) }

  /// Where the keys of a mapping begin, and whether they are all different once they are known.
  var keyMark: Int { keys.count }
  mutating func closeKeys(_ mark: Int) throws(Odd) { try keys.close(mark, bytes) }

  /// What stands behind a colon, on the same line or below.
  private mutating func value(_ indent: Int, _ depth: Int) throws(Odd) -> Node {
    let colon = position(at)
    skipBlanks()
    guard endsLine else { return try inline(indent, depth) }
    try findContent()
    guard let next = self.indent, next > indent || next == indent && isItem else {
      return try node(.scalar(Scalar(text: "")), colon, colon)
    }
    return try block(next, depth + 1)
  }

  private mutating func list(_ indent: Int, _ depth: Int) throws(Odd) -> Node {
    guard depth < deepest else { throw Odd() }
    let start = position(at)
    var items: [Node] = []
    repeat {
      at += 1
      skipBlanks()
      items.append(endsLine ? try below(indent, depth) : try item(indent, depth))
    } while self.indent == indent && isItem
    if let next = self.indent, next > indent { throw Odd() }
    return try node(.sequence(items), start, lastEnd)
  }

  /// An item that begins below its dash.
  private mutating func below(_ indent: Int, _ depth: Int) throws(Odd) -> Node {
    try findContent()
    guard let next = self.indent, next > indent else { throw Odd() }
    return try block(next, depth + 1)
  }

  /// An item that begins behind its dash: a mapping, where that is what its line is.
  private mutating func item(_ indent: Int, _ depth: Int) throws(Odd) -> Node {
    if isItem { throw Odd() }
    guard startsMapping else { return try inline(indent, depth) }
    return try mapping(at - lineStart, depth + 1)
  }

  /// Whether a colon with a blank stands in what is left of the line, before a quote or a bracket could hold it.
  private var startsMapping: Bool {
    var place = at
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") {
      switch bytes[place] {
      case UInt8(ascii: ":"): if isBlankOrEnd(place + 1) { return true }
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "#"): return false
      default: break
      }
      place += 1
    }
    return false
  }

  /// A value on the line of its key or dash, and the way to the next line.
  private mutating func inline(_ indent: Int, _ depth: Int) throws(Odd) -> Node {
    if bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "[") || quote != nil {
      let value = try flow(depth + 1)
      let end = at
      skipBlanks()
      guard endsLine, at > end || byte(at) != UInt8(ascii: "#") else { throw Odd() }
      try findContent()
      if let next = self.indent, next > indent { throw Odd() }
      return value
    }
    return try plainText(indent)
  }

  // MARK: lines

  /// Goes to the next line that holds something.
  mutating func findContent() throws(Odd) {
    while at < bytes.count {
      skipBlanks()
      guard at < bytes.count else { break }
      if bytes[at] == UInt8(ascii: "#") { try skipComment() }
      guard at < bytes.count else { break }
      guard bytes[at] == UInt8(ascii: "\n") else {
        indent = at - lineStart
        if indent == 0, isMarker { throw Odd() }
        return
      }
      newLine()
    }
    indent = nil
  }

  /// `---` and `...`.
  private var isMarker: Bool {
    (bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: ".")) && byte(at + 1) == bytes[at] && byte(at + 2) == bytes[at]
  }

  /// Goes behind the end of this line.
  mutating func newLine() {
    at += 1
    lineIndex += 1
    line = file.number(ofLine: lineIndex)
    (lineStart, counted, trailing) = (at, at, 0)
  }

  private mutating func skipComment() throws(Odd) {
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") {
      if bytes[at] >= 0x7F || bytes[at] < 0x20 { try checkOdd(at) }
      at += 1
    }
  }

  /// Refuses what libyaml takes for a line end, or does not take at all; other letters may be there.
  func checkOdd(_ place: Int) throws(Odd) {
    switch byte(place) {
    case 0xC2: if byte(place + 1) == 0x85 { throw Odd() }
    case 0xE2: if byte(place + 1) == 0x80, byte(place + 2) == 0xA8 || byte(place + 2) == 0xA9 { throw Odd() }
    case 0xEF: if byte(place + 1) == 0xBB { throw Odd() }
    case 0x80...: break
    default: throw Odd()
    }
  }

  mutating func skipBlanks() {
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
  }

  /// The byte at a place; a line end behind the last one.
  func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : UInt8(ascii: "\n") }

  func isBlankOrEnd(_ place: Int) -> Bool { byte(place) == UInt8(ascii: " ") || byte(place) == UInt8(ascii: "\n") }

  /// Whether nothing but a comment is left of the line.
  private var endsLine: Bool { byte(at) == UInt8(ascii: "\n") || byte(at) == UInt8(ascii: "#") }

  private var isItem: Bool { byte(at) == UInt8(ascii: "-") && isBlankOrEnd(at + 1) }

  var quote: UInt8? { byte(at) == UInt8(ascii: "\"") || byte(at) == UInt8(ascii: "'") ? bytes[at] : nil }

  // MARK: nodes

  /// The place of a byte of this line; asked for from left to right.
  mutating func position(_ place: Int) -> Position {
    if !file.isPlain {
      while counted < place {
        if bytes[counted] & 0xC0 == 0x80 { trailing += 1 }
        counted += 1
      }
    }
    return Position(line: line, column: place - lineStart - trailing + 1)
  }

  mutating func node(_ content: Node.Content, _ start: Position, _ end: Position) throws(Odd) -> Node {
    nodes += 1
    lastEnd = end
    guard nodes <= mostNodes else { throw Odd() }
    return Node(content, range: SourceRange(file: file, start: start, end: end), storedTag: nil)
  }
}
