/// Says for each byte of a scalar's text from which bytes of the source it was made.
///
/// The source is read a second time, by rules of this module, and the result compared with what libyaml made of it; so a
/// map is exact or there is none.
struct ScalarSourceMap {
  /// The text read so far.
  private(set) var text: [UInt8] = []
  private var starts: [Int] = []
  private var ends: [Int] = []
  private let contentStart: Int

  /// Nil if the source does not give the text.
  init?(_ scalar: Scalar, in bytes: [UInt8], _ source: Range<Int>) {
    contentStart = source.lowerBound
    let wanted = Array(scalar.text.utf8)
    switch scalar.style {
    case .plain:
      readFolded(bytes, source, escapes: .none)
    case .singleQuoted, .doubleQuoted:
      guard source.count >= 2 else { return nil }
      let inner = source.lowerBound + 1..<source.upperBound - 1
      readFolded(bytes, inner, escapes: scalar.style == .singleQuoted ? .doubledQuotes : .backslashes)
    case .literal, .folded:
      guard readBlock(bytes, source, folds: scalar.style == .folded, wanted: wanted) else { return nil }
    }
    guard text == wanted else { return nil }
  }

  /// The bytes of the source that became a slice of the text.
  func source(of slice: Range<Int>) -> Range<Int> {
    let start = slice.lowerBound < starts.count ? starts[slice.lowerBound] : ends.last ?? contentStart
    return slice.isEmpty ? start..<start : start..<max(start, ends[slice.upperBound - 1])
  }

  /// Adds bytes of the text that were all made from one stretch of the source.
  mutating func add(_ made: some Sequence<UInt8>, from source: Range<Int>) {
    for byte in made {
      text.append(byte)
      starts.append(source.lowerBound)
      ends.append(source.upperBound)
    }
  }

  /// Adds a stretch of the source as it is.
  mutating func copy(_ bytes: [UInt8], _ source: Range<Int>) {
    for offset in source { add(CollectionOfOne(bytes[offset]), from: offset..<offset + 1) }
  }

  /// Forgets all that was read.
  mutating func reset() {
    text = []
    starts = []
    ends = []
  }
}
