/// The words of a parsed text. The document that reads them frees them.
struct Tape {
  let words: RawWords<TapeWord>
  let count: Int

  /// The tape of a text. A byte order mark before it is skipped (RFC 8259 §8.1).
  init(_ text: RawText, limits: JSONLimits) throws(ParseFailure) {
    let start = text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    // A finished word takes at least two bytes of text (itself and a comma, colon or bracket); an open one takes one.
    words = RawWords<TapeWord>(capacity: (text.end + min(text.end, max(0, limits.maxDepth))) / 2 + 8)
    do throws(ParseFailure) {
      count = try TapeScanner.scan(text, from: start, words, limits: limits)
    } catch {
      words.free()
      throw error
    }
  }
}

/// One node of a parsed document in eight bytes: kind (4 bits), length or count (28), offset or end (32).
///
/// - Scalars: `length` bytes of the text at `offset` (a string without its quotes).
/// - Arrays and objects: `length` is the number of elements or members, `offset` the index of the word behind the
///   last descendant. A member is the word of its name followed by those of its value.
struct TapeWord {
  /// The kind of a node. `integer` is a number without fraction and exponent; `escaped` is a string with a `\`.
  enum Kind: UInt64 {
    case null, `false`, `true`, integer, number, string, escaped, array, object
  }

  /// The largest length or count of a word.
  static let maxLength = (1 << 28) - 1

  let bits: UInt64

  @inline(__always) init(_ bits: UInt64) {
    self.bits = bits
  }

  @inline(__always) init(_ kind: Kind, length: Int, offset: Int) {
    bits = kind.rawValue << 60 | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: offset)
  }

  /// Returns the word with another length.
  @inline(__always) func counting(_ length: Int) -> TapeWord {
    TapeWord(bits & ~(0xFFF_FFFF << 32) | UInt64(truncatingIfNeeded: length) << 32)
  }

  @inline(__always) var kind: Kind { Kind(rawValue: bits >> 60) ?? .null }
  @inline(__always) func `is`(_ kind: Kind) -> Bool { bits >> 60 == kind.rawValue }
  @inline(__always) var length: Int { Int(truncatingIfNeeded: bits >> 32 & 0xFFF_FFFF) }
  @inline(__always) var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
  @inline(__always) var isContainer: Bool { bits >> 60 >= Kind.array.rawValue }
}
