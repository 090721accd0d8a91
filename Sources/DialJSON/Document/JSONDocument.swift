/// A parsed text: its bytes and the tape over them. Nodes are indices into the tape; values are decoded when they are read.
final class JSONDocument: Sendable {
  /// The text, followed by eight zero bytes.
  let bytes: [UInt8]
  /// The words of the text. `nonisolated(unsafe)` is safe: nothing writes to them after `init`, and only `deinit` frees them.
  private nonisolated(unsafe) let tape: Tape
  let indexes = TapeIndexes()

  /// Checks the whole text (RFC 8259, UTF-8). A byte order mark before it is passed over, as RFC 8259 §8.1 allows.
  convenience init(_ text: consuming [UInt8], limits: JSONLimits) throws(JSONError) {
    var text = text
    try self.init(taking: &text, limits: limits)
  }

  /// Parses the bytes and takes them. If they are not valid JSON, they are unchanged.
  init(taking text: inout [UInt8], limits: JSONLimits) throws(JSONError) {
    // The counts of the tape have 28 bits, and a value takes two bytes at least with its comma.
    let count = text.count
    guard count <= 1 << 29 else { throw JSONError(.size, "the text is larger than 512 MiB") }
    text.reserveCapacity(count + RawText.padding)
    for _ in 0..<RawText.padding { text.append(0) }
    do throws(ParseFailure) {
      tape = try RawText.of(text) { bytes throws(ParseFailure) in try Tape(bytes, limits: limits) }
    } catch {
      text.removeLast(RawText.padding)
      throw error.explained(text[...], limits: limits)
    }
    bytes = text
    text = []
  }

  deinit { tape.words.free() }

  @inline(__always) func word(_ node: Int) -> TapeWord {
    precondition(node >= 0 && node < tape.count)
    return tape.words[node]
  }

  /// Returns the node after `node` and all its descendants.
  @inline(__always) func next(_ node: Int) -> Int {
    let word = word(node)
    return word.isContainer ? word.offset : node + 1
  }

  /// The bytes of a scalar as they stand in the text.
  func slice(_ node: Int) -> ArraySlice<UInt8> {
    let word = word(node)
    return bytes[word.offset..<word.offset + word.length]
  }

  /// The text of a string, or the digits of a number.
  func text(_ node: Int) -> String {
    let word = word(node)
    return word.is(.escaped) ? Escape.decode(bytes, word) : bytes.text(word.offset, word.length)
  }

  /// Whether the string `node` has just this text, compared scalar by scalar (never by canonical equivalence).
  func isText(_ node: Int, _ name: String) -> Bool {
    let word = word(node)
    if word.is(.escaped) { return text(node).utf8.elementsEqual(name.utf8) }
    return RawName.of(name) { name in
      word.length == name.count && head(word) == name.head && (word.length <= 8 || name.hasTail(bytes, at: word.offset))
    }
  }

  // MARK: Scalars

  @inline(__always) func bool(_ node: Int) -> Bool? {
    let word = word(node)
    if word.is(.true) { return true }
    return word.is(.false) ? false : nil
  }

  @inline(__always) func string(_ node: Int) -> String? {
    let word = word(node)
    if word.is(.string) { return bytes.text(word.offset, word.length) }
    return word.is(.escaped) ? Escape.decode(bytes, word) : nil
  }

  /// Returns an array that contains only strings; otherwise nil.
  func strings(_ node: Int) -> [String]? {
    let word = word(node)
    guard word.is(.array), word.offset == node + 1 + word.length else { return nil }
    var list: [String] = []
    list.reserveCapacity(word.length)
    for element in node + 1..<word.offset {
      guard let text = string(element) else { return nil }
      list.append(text)
    }
    return list
  }

  /// A number without fraction and exponent, of up to 18 digits.
  @inline(__always) func integer(_ node: Int) -> Int? {
    let word = word(node)
    guard word.is(.integer), word.length <= 18 else { return nil }
    var rest = bytes.eight(word.offset)
    let isNegative = rest & 0xFF == UInt64(UInt8(ascii: "-"))
    var p = word.offset
    var count = word.length
    if isNegative {
      p += 1
      count -= 1
      rest = bytes.eight(p)
    }
    var value = 0
    while count > 8 {
      value = value &* 100_000_000 &+ DigitRun.eight(rest)
      count -= 8
      p += 8
      rest = bytes.eight(p)
    }
    value = value &* DigitRun.power(count) &+ DigitRun.few(rest, count)
    return isNegative ? -value : value
  }

  @inline(__always) func isNumber(_ node: Int) -> Bool {
    let word = word(node)
    return word.is(.integer) || word.is(.number)
  }

  /// The Double nearest to a number; nil if that is infinite.
  func double(_ node: Int) -> Double? {
    guard isNumber(node), let value = Double(text(node)), value.isFinite else { return nil }
    return value
  }

  /// The first eight bytes of a string, the first one lowest; a shorter one is filled with zeros.
  @inline(__always) func head(_ word: TapeWord) -> UInt64 {
    let head = bytes.eight(word.offset)
    return word.length >= 8 ? head : head & (1 << UInt64(word.length * 8) - 1)
  }
}
