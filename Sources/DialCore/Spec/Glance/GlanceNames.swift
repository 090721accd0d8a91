/// Names of parameters, or of placeholders, by where they stand in the texts of an endpoint.
struct GlanceNames {
  struct Item {
    var letters: Range<Int>
    var place = GlanceParameter.Place.inferred
    var isRequired = false
  }

  private static let most = 16

  private(set) var items: [Item] = []

  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  /// False where there are too many, which takes a table to compare.
  mutating func append(_ letters: Range<Int>, _ place: GlanceParameter.Place = .inferred, isRequired: Bool = false) -> Bool {
    guard items.count < Self.most else { return false }
    items.append(Item(letters: letters, place: place, isRequired: isRequired))
    return true
  }

  /// Whether a name is one of those whose place is not written.
  func holds(_ name: Range<Int>, _ text: GlanceText) -> Bool {
    items.contains { $0.place == .inferred && text.isSame($0.letters, name) }
  }

  /// Whether two of the names differ in case only, or not at all.
  func hasTwins(_ text: GlanceText) -> Bool {
    var signs: UInt64 = 0
    var isSure = true
    for item in items {
      let first = UInt64(text.bytes[item.letters.lowerBound] | 0x20)
      let last = UInt64(text.bytes[item.letters.upperBound - 1] | 0x20)
      let sign: UInt64 = 1 << ((UInt64(item.letters.count) &* 0x9E37_79B9 ^ first &* 0x85EB_CA77 ^ last &* 0xC2B2_AE3D) >> 24 & 63)
      if signs & sign != 0 { isSure = false }
      signs |= sign
    }
    return !isSure && items.indices.contains { index in items[..<index].contains { text.isTwin($0.letters, items[index].letters) } }
  }

  /// Whether a name could be a slip of one of these: the same but for case and `_`, or one letter longer or shorter.
  func mayBeMeant(by name: Range<Int>, _ text: GlanceText) -> Bool { items.contains { text.isLike($0.letters, name) } }
}

extension GlanceText {
  /// Whether two names differ in case only, or not at all.
  fileprivate func isTwin(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { bytes[$0] | 0x20 == bytes[$1] | 0x20 }
  }

  /// Whether two names have the same letters, or one of them has one more.
  fileprivate func isLike(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    let (a, b) = (letters(one), letters(other))
    var (short, long) = a <= b ? (one, other) : (other, one)
    var spare = max(a, b) - min(a, b)
    guard spare < 2 else { return false }
    while let letter = takeLetter(&long) {
      let rest = short
      if takeLetter(&short) == letter { continue }
      guard spare == 1 else { return false }
      spare = 0
      short = rest
    }
    return true
  }

  private func letters(_ name: Range<Int>) -> Int { name.reduce(0) { $0 + (Self.isMark(bytes[$1]) ? 0 : 1) } }

  /// The next letter of a name in lower case, without what only parts words.
  private func takeLetter(_ name: inout Range<Int>) -> UInt8? {
    while let place = name.first {
      name = (place + 1)..<name.upperBound
      if !Self.isMark(bytes[place]) { return bytes[place] | 0x20 }
    }
    return nil
  }

  private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }
}
