/// The lines of a block text, put together (https://yaml.org/spec/1.2.2/#81-block-scalar-styles).
struct BlockText {
  private let folds: Bool
  private var text: [UInt8]
  /// The empty lines since the last one with text.
  private var empty = 0
  private var hasText = false
  private var isDeeper = false
  private var isClosed = false

  /// - Parameter room: memory that may be used.
  init(folds: Bool, room: consuming [UInt8]) {
    self.folds = folds
    text = room
    text.removeAll(keepingCapacity: true)
  }

  mutating func addEmpty() { empty += 1 }

  /// Adds a line without its indentation and its end, which it has where it is closed.
  mutating func add(_ bytes: [UInt8], _ line: Range<Int>, isClosed: Bool) {
    let isDeeper = bytes[line.lowerBound] == UInt8(ascii: " ") || bytes[line.lowerBound] == UInt8(ascii: "\t")
    if folds, hasText, !isDeeper, !self.isDeeper {
      if empty == 0 { text.append(UInt8(ascii: " ")) }
    } else if hasText {
      text.append(UInt8(ascii: "\n"))
    }
    addEnds()
    text += bytes[line]
    (hasText, self.isDeeper, self.isClosed) = (true, isDeeper, isClosed)
  }

  /// The whole text: its last line end goes with `-`, and those of the empty lines behind it stay with `+`.
  mutating func close(_ chomping: UInt8) -> [UInt8] {
    if hasText, isClosed, chomping != UInt8(ascii: "-") { text.append(UInt8(ascii: "\n")) }
    if chomping == UInt8(ascii: "+") { addEnds() }
    return text
  }

  private mutating func addEnds() {
    text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: empty))
    empty = 0
  }
}
