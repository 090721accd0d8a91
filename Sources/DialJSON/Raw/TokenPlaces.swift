import CTokens

/// Where the tokens of a text begin, found piece by piece with the wide registers of the processor: whoever goes through them always has
/// the next few. Behind the last one stands the end of the text, some times.
struct TokenPlaces: ~Copyable {
  /// How many places behind a token are known.
  static let ahead = 8

  let room = PlaceRoom()
  private let text: RawText
  private let way: Int32
  private var state = tokens_state()
  private var done = 0
  /// How many places are known now.
  private(set) var count = 0
  /// The places before this one have ``ahead`` others behind them.
  private(set) var limit = 0

  /// The fastest way that there is on this processor; 0 for none.
  static var way: Int { Int(tokens_way()) }

  /// For benchmarks: takes another way from now on, if there is it on this processor.
  static func choose(_ way: Int32) { tokens_choose(way) }

  /// The places of all tokens, or those of brackets and commas.
  init(_ text: RawText, way: Int, few: Bool = false) {
    precondition(way > 0 && way <= Self.way)
    self.text = text
    self.way = Int32(way)
    state.few = few ? ~0 : 0
  }

  /// Whether all of the text was gone through.
  var isComplete: Bool { done > text.end }
  /// The bytes gone through.
  var bytes: Int { min(done, text.end) }

  /// Makes the place `i` the first one and finds more. False if there are no more, or if the text is no JSON.
  mutating func find(from i: Int) -> Bool {
    guard !isComplete else { return false }
    let places = room.places
    let rest = count - i
    for k in 0..<rest { places[k] = places[i + k] }
    count = rest
    while count < 2 * Self.ahead, done < text.end {
      let end = min(done + Int(TOKENS_PIECE), text.end)
      count += tokens_find(way, text.base, done, end, places + count, &state)
      done = end
    }
    limit = count - Self.ahead
    guard done == text.end else { return state.fault | state.escapes.fault == 0 }
    for k in 0..<Self.ahead { places[count + k] = UInt32(truncatingIfNeeded: text.end) }
    limit = count + 1
    count += Self.ahead
    done += 1
    return state.fault | state.in_string | state.trail | state.escapes.fault | state.escapes.any == 0
  }
}

/// The room of this thread for places.
///
/// It is right: nothing else runs on the thread before the text is read.
struct PlaceRoom {
  fileprivate let places = tokens_room()!

  /// The place of a token that is no quote at the end of a string.
  @inline(__always) subscript(i: Int) -> Int {
    assert(i >= 0 && i < TOKENS_ROOM)
    return Int(truncatingIfNeeded: places[i])
  }

  /// The place of any token.
  @inline(__always) subscript(token i: Int) -> Int {
    assert(i >= 0 && i < TOKENS_ROOM)
    return Int(truncatingIfNeeded: places[i] & 0x7FFF_FFFF)
  }

  /// The word of the string whose first quote is the token `i`; the top bit of the second one tells of escapes.
  @inline(__always) func string(_ i: Int) -> TapeWord {
    assert(i >= 0 && i + 1 < TOKENS_ROOM)
    let (open, close) = (UInt64(places[i]), UInt64(places[i &+ 1]))
    let kind = TapeWord.Kind.string.rawValue &+ close >> 31
    return TapeWord(kind << 60 | (close & 0x7FFF_FFFF &- open &- 1) << 32 | (open &+ 1))
  }
}
