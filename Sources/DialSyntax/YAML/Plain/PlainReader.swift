/// Reads the most usual part of YAML straight into a tree: mappings and lists in blocks or in brackets, and texts of all five styles.
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
  private var line: UInt32 = 1
  private(set) var lineIndex = 0
  private(set) var lineStart = 0
  /// How many bytes of this line, up to the last place asked for, begin no character.
  private var trailing = 0
  /// The next byte that is not ASCII: up to it, every byte is a character.
  private var letter = 0
  /// The blanks before what this line holds; nil behind the last line.
  private(set) var indent: Int?
  private var keys = PlainKeys()
  /// Room for texts of more than one line.
  var folded: [UInt8] = []

  /// The tree of a text; nil where it holds what is not read here.
  static func tree(_ file: SourceFile, _ limits: YAMLLimits) -> Node? {
    // What ends a line for libyaml alone, or for editors alone.
    if file.scan.holdsOddLineEnds || file.scan.holdsLoneReturns { return nil }
    var reader = PlainReader(file, limits)
    return try? reader.root()
  }

  private init(_ file: SourceFile, _ limits: YAMLLimits) {
    (self.file, bytes, mostNodes, deepest) = (file, file.bytes, limits.maxNodes, min(limits.maxDepth, 64))
    line = UInt32(clamping: file.number(ofLine: 0))
    letter = file.scan.firstLetter
  }

  private mutating func root() throws(Odd) -> Node {
    try findFirst()
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
    if let quote = quote { key = try quoted(quote, isKey: true) } else { key = try plainKey(inFlow: false) }
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
    while !isEnd(place) {
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
    let value: Node
    switch byte(at) {
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      value = try blockText(indent)
      try leave(indent)
      return value
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"):
      value = try flow(depth + 1)
      guard isBlankOrEnd(at) else { throw Odd() }
      skipBlanks()
    default: value = try plainText(inFlow: false, indent)
    }
    guard endsLine else { throw Odd() }
    try leave(indent)
    return value
  }

  /// Goes to the next line, which belongs to something else.
  private mutating func leave(_ indent: Int) throws(Odd) {
    try findContent()
    if let next = self.indent, next > indent { throw Odd() }
  }

  // MARK: lines

  /// Goes to the first line that holds something, behind `---` where the text begins with that.
  private mutating func findFirst() throws(Odd) {
    findLine()
    guard indent == 0, isMarker else { return }
    guard byte(at) == UInt8(ascii: "-"), isBlankOrEnd(at + 3) else { throw Odd() }
    at += 3
    skipBlanks()
    guard endsLine else { throw Odd() }
    try findContent()
  }

  /// Goes to the next line that holds something.
  private mutating func findContent() throws(Odd) {
    findLine()
    if indent == 0, isMarker { throw Odd() }
  }

  private mutating func findLine() {
    while true {
      skipBlanks()
      guard at < bytes.count else { break }
      guard endsLine else {
        indent = at - lineStart
        return
      }
      newLine()
    }
    indent = nil
  }

  /// `---` and `...`.
  var isMarker: Bool {
    (byte(at) == UInt8(ascii: "-") || byte(at) == UInt8(ascii: ".")) && byte(at + 1) == byte(at) && byte(at + 2) == byte(at)
  }

  /// Goes to the next line; to the end of the text where this one is the last.
  mutating func newLine() {
    lineIndex += 1
    at = lineIndex < file.lineStarts.count ? file.lineStarts[lineIndex] : bytes.count
    line = UInt32(clamping: file.number(ofLine: lineIndex))
    (lineStart, trailing) = (at, 0)
    if letter < at { letter = TextScan.endOfASCII(bytes.span, from: at) }
  }

  /// Whether a line end closes this line.
  var isClosed: Bool { lineIndex + 1 < file.lineStarts.count }

  /// Where this line ends, without its line end.
  var lineEnd: Int {
    guard isClosed else { return bytes.count }
    let end = file.lineStarts[lineIndex + 1] - 1
    return end > lineStart && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  mutating func skipBlanks() {
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
  }

  /// The byte at a place; a line end behind the last one.
  func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : UInt8(ascii: "\n") }

  /// Whether a line ends here. A CR is always one half of a line end.
  func isEnd(_ place: Int) -> Bool { byte(place) == UInt8(ascii: "\n") || byte(place) == UInt8(ascii: "\r") }

  func isBlankOrEnd(_ place: Int) -> Bool { byte(place) == UInt8(ascii: " ") || isEnd(place) }

  /// Whether nothing but a comment is left of the line.
  private var endsLine: Bool { isEnd(at) || byte(at) == UInt8(ascii: "#") }

  private var isItem: Bool { byte(at) == UInt8(ascii: "-") && isBlankOrEnd(at + 1) }

  var quote: UInt8? { byte(at) == UInt8(ascii: "\"") || byte(at) == UInt8(ascii: "'") ? bytes[at] : nil }

  // MARK: nodes

  /// The place of a byte of this line; asked for from left to right.
  mutating func position(_ place: Int) -> Position {
    if place > letter { pass(place) }
    return Position(line, UInt32(truncatingIfNeeded: place - lineStart - trailing + 1))
  }

  /// Counts the bytes up to a place that begin no character.
  private mutating func pass(_ place: Int) {
    trailing += place - letter - TextScan.characters(bytes.span, letter..<place)
    letter = TextScan.endOfASCII(bytes.span, from: place)
  }

  mutating func node(_ content: consuming Node.Content, _ start: Position, _ end: Position) throws(Odd) -> Node {
    nodes += 1
    lastEnd = end
    guard nodes <= mostNodes else { throw Odd() }
    return Node(content, range: SourceRange(file: file, start: start, end: end), storedTag: nil)
  }
}
