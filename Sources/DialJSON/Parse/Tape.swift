/// The words of a text, which a document reads and frees.
struct Tape {
  let words: RawWords
  let count: Int

  /// The tape of a text of padded bytes.
  static func scan(_ padded: [UInt8], limits: JSONLimits) throws(TapeScanner.Failure) -> Tape {
    try RawText.of(padded) { text throws(TapeScanner.Failure) in
      let way = TokenPlaces.way
      if way > 0, isForPlaces(text, way: way), let tape = fast(text, way: way, limits: limits) { return tape }
      return try plain(text, limits: limits)
    }
  }

  /// What ``TapeScanner`` makes of a text, byte by byte: the way that says what is wrong, and that every processor can go.
  static func plain(_ text: RawText, limits: JSONLimits) throws(TapeScanner.Failure) -> Tape {
    let start = text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    // A finished word takes two bytes of the text at least (itself, and a comma, colon or bracket); an open one takes one.
    let words = RawWords(capacity: (text.end + min(text.end, max(0, limits.maxDepth))) / 2 + 8)
    do throws(TapeScanner.Failure) {
      return Tape(words: words, count: try TapeScanner.scan(text, from: start, words, limits: limits))
    } catch {
      words.free()
      throw error
    }
  }

  /// What ``PlaceScanner`` makes of a text; nil if there is no such way here, or the text is not good.
  static func fast(_ text: RawText, way: Int, limits: JSONLimits) -> Tape? {
    guard way > 0, text.end <= TapeWord.maxLength else { return nil }
    var places = TokenPlaces(text, way: way)
    guard places.find(from: 0) else { return nil }
    // As above, a finished word takes two tokens at least. Of a long text the first piece shows how many there may be.
    let most = (places.count + min(places.count, max(0, limits.maxDepth))) / 2 + 8
    let guess = places.isComplete ? most : text.end / places.bytes * (places.count / 2) + places.count
    var words = RawWords(capacity: guess)
    guard let count = try? PlaceScanner(text, places.room, limits: limits).scan(&places, &words) else {
      words.free()
      return nil
    }
    return Tape(words: words, count: count)
  }
}
