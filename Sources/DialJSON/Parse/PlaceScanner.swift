/// The fast way to a tape: over the places of the tokens, which ``TokenPlaces`` finds. What it does not let pass is scanned again by
/// ``TapeScanner``, which says what is wrong with it.
struct PlaceScanner {
  struct Refused: Error {}

  private let tokens: TokenScanner
  private let room: PlaceRoom
  private let maxDepth: Int

  init(_ text: RawText, _ room: PlaceRoom, limits: JSONLimits) {
    tokens = TokenScanner(text: text)
    self.room = room
    maxDepth = limits.maxDepth
  }

  /// Writes the words of the whole document and gives their number.
  func scan(_ places: inout TokenPlaces, _ memory: inout RawWords) throws(Refused) -> Int {
    let text = tokens.text
    // A copy, so that it stays in registers.
    var words = memory
    var limit = places.limit
    var i = 0
    var length = 0
    var (current, depth, count) = (0, 0, 0)
    // The bracket that ends the open array or object; 0 at the top.
    var closer: UInt8 = 0
    values: while true {
      if i >= limit {
        try more(i, length, &places, &memory)
        (i, limit, words) = (0, places.limit, memory)
      }
      let p = room[i]
      switch text[p] {
      case UInt8(ascii: "\""):
        words[length] = room.string(i)
        length &+= 1
        i &+= 2
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        i &+= 1
        words[length] = if let word = tokens.number(p, before: room[i]) { word } else { try number(p, room[i]) }
        length &+= 1
      case let bracket where bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "["):
        guard depth < maxDepth else { throw Refused() }
        if depth > 0 { words[current] = words[current].counting(count) }
        let isObject = bracket == UInt8(ascii: "{")
        words[length] = TapeWord(isObject ? .object : .array, length: 0, offset: current)
        current = length
        length &+= 1
        depth &+= 1
        closer = bracket &+ 2
        i &+= 1
        if text[room[i]] == closer {
          count = 0
        } else {
          count = 1
          if isObject { try name(&i, &length, words) }
          continue values
        }
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        i &+= 1
        words[length] = try word(p, room[i])
        length &+= 1
      default: throw Refused()
      }
      // A value is complete: what follows is a comma, or the end of what it is in.
      while true {
        guard depth > 0 else {
          guard places.isComplete, room[i] == text.end else { throw Refused() }
          return length
        }
        let byte = text[room[i]]
        i &+= 1
        if byte == UInt8(ascii: ",") {
          count &+= 1
          if closer == UInt8(ascii: "}") { try name(&i, &length, words) }
          continue values
        }
        guard byte == closer else { throw Refused() }
        let closed = words[current]
        words[current] = closed.closing(count, offset: length)
        depth &-= 1
        current = closed.offset
        if depth > 0 {
          let outer = words[current]
          count = outer.length
          closer = outer.is(.object) ? UInt8(ascii: "}") : UInt8(ascii: "]")
        }
        if i >= limit {
          try more(i, length, &places, &memory)
          (i, limit, words) = (0, places.limit, memory)
        }
      }
    }
  }

  /// Goes on from the place `i`, which becomes the first one, with room for a word at each place. What the caller has in registers is not
  /// taken by reference.
  @inline(never) private func more(
    _ i: Int, _ length: Int, _ places: inout TokenPlaces, _ memory: inout RawWords
  ) throws(Refused) {
    guard !places.isComplete, places.find(from: i) else { throw Refused() }
    if memory.capacity - length < places.count { memory.grow(length, places.count) }
  }

  /// Reads the name at `i`, and the colon.
  @inline(__always) private func name(_ i: inout Int, _ length: inout Int, _ words: RawWords) throws(Refused) {
    let text = tokens.text
    guard text[room[i]] == UInt8(ascii: "\""), text[room[i &+ 2]] == UInt8(ascii: ":") else { throw Refused() }
    words[length] = room.string(i)
    length &+= 1
    i &+= 3
  }

  /// Any number at `p`, behind which the next token stands at `next`.
  @inline(never) private func number(_ p: Int, _ next: Int) throws(Refused) -> TapeWord {
    guard let (end, isInteger) = try? tokens.number(p), end == next || TokenScanner.isBlank(tokens.text[end]) else { throw Refused() }
    return TapeWord(isInteger ? .integer : .number, length: end &- p, offset: p)
  }

  /// `true`, `false` or `null` at `p`, by its first letter; behind it the next token stands at `next`. Which one it is decides no jump: in
  /// data it is as good as random.
  @inline(__always) private func word(_ p: Int, _ next: Int) throws(Refused) -> TapeWord {
    let letter = tokens.text[p]
    let (isTrue, isFalse) = (letter == UInt8(ascii: "t"), letter == UInt8(ascii: "f"))
    let length = isFalse ? 5 : 4
    let tail: UInt32 = isFalse ? 0x6573_6C61 : isTrue ? 0x6575_7274 : 0x6C6C_756E
    let end = p &+ length
    // Behind the text are zeros.
    guard tokens.text.four(end &- 4) == tail, end == next || TokenScanner.isBlank(tokens.text[end]) else { throw Refused() }
    return TapeWord(isFalse ? .false : isTrue ? .true : .null, length: length, offset: p)
  }
}
