/// Where the text of one endpoint is in a compiled spec.
struct SpecImageRecord {
  static let bytes = 7 * 8

  /// Two offsets in the names, two in the texts, the number of an `endpoints:` and of a line, and a sum of all that it stands for.
  let words: [UInt64]

  var name: Range<Int> { Int(words[0])..<Int(words[1]) }
  var text: Range<Int> { Int(words[2])..<Int(words[3]) }
  /// The `endpoints:` that it stands under, in their order.
  var block: Int { Int(words[4]) }
  /// The number of its first line.
  var line: Int { Int(words[5]) }

  /// - Parameter content: the name and the text.
  init(name: Range<Int>, text: Range<Int>, block: Int, line: Int, content: [UInt8]) {
    let places = [name.lowerBound, name.upperBound, text.lowerBound, text.upperBound, block, line].map { UInt64($0) }
    words = places + [Self.sum(places[...], content)]
  }

  /// nil where the numbers make no sense.
  init?(_ bytes: ArraySlice<UInt8>, in head: SpecImageHead) {
    guard bytes.count == Self.bytes else { return nil }
    words = Words.of(bytes)
    guard words[0] <= words[1], words[1] <= head.namesLength, words[2] <= words[3], words[3] <= head.textsLength, words[4] < 1 << 31,
      words[5] < 1 << 31
    else { return nil }
  }

  /// Whether this is what was written, and stands for what was written.
  func holds(_ content: [UInt8]) -> Bool { words[6] == Self.sum(words[..<6], content) }

  private static func sum(_ places: ArraySlice<UInt64>, _ content: [UInt8]) -> UInt64 {
    var sum = WordSum()
    for place in places { sum.add(place) }
    sum.add(content)
    return sum.value
  }
}
