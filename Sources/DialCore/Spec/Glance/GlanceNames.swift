/// Names of parameters, or of placeholders, side by side in one room that is used again for those of the next endpoint.
struct GlanceNames {
  struct Item {
    var letters: Range<Int>
    var place = GlanceParameter.Place.inferred
    var isRequired = false
  }

  private static let most = 16

  private(set) var items: [Item] = []
  private var letters: [UInt8] = []

  var isEmpty: Bool { items.isEmpty }

  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    letters.removeAll(keepingCapacity: true)
  }

  /// False where there are too many, which takes a table to compare.
  mutating func append(_ name: ArraySlice<UInt8>, _ place: GlanceParameter.Place = .inferred, isRequired: Bool = false) -> Bool {
    guard items.count < Self.most else { return false }
    let start = letters.count
    letters.append(contentsOf: name)
    items.append(Item(letters: start..<letters.count, place: place, isRequired: isRequired))
    return true
  }

  /// Whether a name is one of those whose place is not written.
  func holds(_ item: Item, of other: GlanceNames) -> Bool {
    items.contains { $0.place == .inferred && letters[$0.letters] == other.letters[item.letters] }
  }

  /// Whether two of the names differ in case only, or not at all.
  var hasTwins: Bool {
    var signs: UInt64 = 0
    var isSure = true
    for item in items {
      let first = UInt64(letters[item.letters.lowerBound] | 0x20)
      let last = UInt64(letters[item.letters.upperBound - 1] | 0x20)
      let sign: UInt64 = 1 << ((UInt64(item.letters.count) &* 0x9E37_79B9 ^ first &* 0x85EB_CA77 ^ last &* 0xC2B2_AE3D) >> 24 & 63)
      if signs & sign != 0 { isSure = false }
      signs |= sign
    }
    return !isSure && items.indices.contains { index in items[..<index].contains { isTwin($0, items[index]) } }
  }

  private func isTwin(_ one: Item, _ other: Item) -> Bool {
    one.letters.count == other.letters.count && zip(one.letters, other.letters).allSatisfy { letters[$0] | 0x20 == letters[$1] | 0x20 }
  }

  /// Whether a name could be a slip of another one here: the same but for case and `_`, or one letter longer or shorter.
  func mayBeMeant(by item: Item, of other: GlanceNames) -> Bool {
    let word = other.bare(item)
    return items.contains { Self.isLike(bare($0), word) }
  }

  private func bare(_ item: Item) -> [UInt8] {
    letters[item.letters].compactMap { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") ? nil : $0 | 0x20 }
  }

  private static func isLike(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    guard long.count == short.count + 1 else { return false }
    let same = zip(short, long).prefix { $0 == $1 }.count
    return short[same...] == long[(same + 1)...]
  }
}
