/// The words of a parsed text. The document that reads them frees them.
struct Tape {
  let words: RawWords
  let count: Int

  /// The tape of a text. A byte order mark before it is skipped (RFC 8259 §8.1).
  init(_ text: RawText, limits: JSONLimits) throws(TapeScanner.Failure) {
    let start = text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    // A finished word takes at least two bytes of text (itself and a comma, colon or bracket); an open one takes one.
    words = RawWords(capacity: (text.end + min(text.end, max(0, limits.maxDepth))) / 2 + 8)
    do throws(TapeScanner.Failure) {
      count = try TapeScanner.scan(text, from: start, words, limits: limits)
    } catch {
      words.free()
      throw error
    }
  }
}
