extension Tape {
  /// Whether to find the places of the tokens of a text costs less than they save. They save little in a short text, and nothing in one that
  /// is numbers for the most part: their digits must be looked at in any case.
  static func isForPlaces(_ text: RawText, way: Int) -> Bool {
    guard text.end >= 512 else { return false }
    return text.end < 4096 || !isNumbers(text.prefix(1024), way: way)
  }

  /// Whether numbers take most of the bytes of a text, which is the beginning of another one.
  private static func isNumbers(_ text: RawText, way: Int) -> Bool {
    var places = TokenPlaces(text, way: way)
    // Such a text is no JSON: what it says is not asked.
    _ = places.find(from: 0)
    let count = places.count - TokenPlaces.ahead
    // What comes first is often unlike the rest.
    let first = count / 2
    guard first < count else { return false }
    var bytes = 0
    for i in first..<count {
      let p = places.room[token: i]
      let isNumber = text[p] == UInt8(ascii: "-") || JSONPath.isDigit(text[p])
      bytes += isNumber ? places.room[token: i + 1] - p : 0
    }
    return bytes * 2 > text.end - places.room[token: first]
  }
}
