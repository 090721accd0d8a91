/// The parser: one pass over the bytes, no recursion, one word per value. The only file with unsafe code.
///
/// The pointer covers `end` bytes of text followed by eight zero bytes (``JSONDocument`` puts them there). A zero is
/// never part of a token, so every loop stops there without comparing with `end`, and eight bytes may be read at once
/// from every place up to `end`. Grammar: RFC 8259 §2-7; UTF-8: Unicode, table 3-7.
struct TapeScanner {
  /// Why and where a text was refused.
  struct Failure: Error {
    var reason: Reason
    var offset: Int
  }

  /// The reasons; `expected` is followed by what was found there.
  enum Reason {
    case expected(String)
    case stated(String)
    case utf8, depth, size
  }

  private let base: UnsafePointer<UInt8>
  private let end: Int
  private let maxDepth: Int
  /// Room for every word that a text of this length can have; `length` words are there.
  private let tape: UnsafeMutablePointer<UInt64>
  private var length = 0
  private var outer = ContiguousArray<(index: Int, count: Int)>()
  private var current = -1
  private var count = 0

  /// The tape of the text in `padded`, whose last eight bytes are zero and not part of the text.
  static func scan(_ padded: [UInt8], from start: Int, limits: JSONLimits) throws(Failure) -> ContiguousArray<UInt64> {
    let end = max(0, padded.count - 8)
    // A finished word takes two bytes of the text at least (itself, and a comma, colon or bracket); an open one takes one.
    let capacity = end / 2 + min(end, max(0, limits.maxDepth)) + 8
    var failure: Failure?
    let tape = ContiguousArray<UInt64>(unsafeUninitializedCapacity: capacity) { words, count in
      padded.withUnsafeBufferPointer { text in
        guard let base = text.baseAddress, let first = words.baseAddress, text.count >= 8 else { return }
        var scanner = TapeScanner(base: base, end: end, tape: first, maxDepth: limits.maxDepth)
        do throws(Failure) {
          try scanner.document(from: start)
          count = scanner.length
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    return tape
  }

  private init(base: UnsafePointer<UInt8>, end: Int, tape: UnsafeMutablePointer<UInt64>, maxDepth: Int) {
    self.base = base
    self.end = end
    self.tape = tape
    self.maxDepth = maxDepth
  }

  @inline(__always) private mutating func append(_ kind: TapeWord.Kind, length: Int, offset: Int) {
    tape[self.length] = TapeWord(kind, length: length, offset: offset).bits
    self.length += 1
  }

  private mutating func document(from start: Int) throws(Failure) {
    var p = start
    while true {
      p = try value(blank(p))
      // A value is complete (or a container was opened, whose first value comes next).
      if opened {
        opened = false
        continue
      }
      closing: while true {
        p = blank(p)
        if current < 0 {
          guard p == end else { throw expected("the end of the text", p) }
          return
        }
        let inObject = TapeWord(tape[current]).kind == .object
        switch base[p] {
        case UInt8(ascii: ","):
          p = inObject ? try name(blank(p + 1)) : p + 1
          break closing
        case UInt8(ascii: "}") where inObject, UInt8(ascii: "]") where !inObject:
          close()
          p += 1
        default:
          throw expected(inObject ? "',' or '}'" : "',' or ']'", p)
        }
      }
    }
  }

  private var opened = false

  /// Reads the value at `p`; for a container that is not empty only its bracket (and the first member's name).
  @inline(__always) private mutating func value(_ p: Int) throws(Failure) -> Int {
    if current >= 0, TapeWord(tape[current]).kind == .array { count += 1 }
    switch base[p] {
    case UInt8(ascii: "\""):
      return try string(p)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number(p)
    case UInt8(ascii: "{"):
      try open(.object, p)
      let next = blank(p + 1)
      if base[next] == UInt8(ascii: "}") {
        close()
        return next + 1
      }
      opened = true
      return try name(next)
    case UInt8(ascii: "["):
      try open(.array, p)
      let next = blank(p + 1)
      if base[next] == UInt8(ascii: "]") {
        close()
        return next + 1
      }
      opened = true
      return next
    case UInt8(ascii: "t"):
      return try word("true", .true, p)
    case UInt8(ascii: "f"):
      return try word("false", .false, p)
    case UInt8(ascii: "n"):
      return try word("null", .null, p)
    default:
      throw expected("a value", p)
    }
  }

  private mutating func open(_ kind: TapeWord.Kind, _ p: Int) throws(Failure) {
    guard outer.count < maxDepth else { throw Failure(reason: .depth, offset: p) }
    outer.append((current, count))
    current = length
    count = 0
    append(kind, length: 0, offset: 0)
  }

  private mutating func close() {
    guard let last = outer.popLast() else { return }
    // A count beyond 28 bits needs a text of over 512 MiB in one array; `JSONDocument` refuses such texts.
    tape[current] = TapeWord(TapeWord(tape[current]).kind, length: count, offset: length).bits
    (current, count) = last
  }

  private mutating func name(_ p: Int) throws(Failure) -> Int {
    guard base[p] == UInt8(ascii: "\"") else { throw expected("a member's name in double quotes", p) }
    count += 1
    let after = blank(try string(p))
    guard base[after] == UInt8(ascii: ":") else { throw expected("':'", after) }
    return after + 1
  }

  @inline(__always) private func blank(_ start: Int) -> Int {
    var p = start
    while true {
      switch base[p] {
      case 0x20, 0x0A, 0x0D, 0x09: p += 1
      default: return p
      }
    }
  }

  private mutating func word(_ text: StaticString, _ kind: TapeWord.Kind, _ p: Int) throws(Failure) -> Int {
    for i in 0..<text.utf8CodeUnitCount where base[p + i] != text.utf8Start[i] {
      throw expected("'\(text)'", p + i)
    }
    append(kind, length: text.utf8CodeUnitCount, offset: p)
    return p + text.utf8CodeUnitCount
  }

  private mutating func number(_ start: Int) throws(Failure) -> Int {
    var p = start
    if base[p] == UInt8(ascii: "-") { p += 1 }
    if base[p] == UInt8(ascii: "0") {
      p += 1
      if isDigit(p) { throw Failure(reason: .stated("a number does not begin with '0'"), offset: p) }
    } else {
      p = try digits(p)
    }
    var kind = TapeWord.Kind.integer
    if base[p] == UInt8(ascii: ".") {
      kind = .number
      p = try digits(p + 1)
    }
    if base[p] | 0x20 == UInt8(ascii: "e") {
      kind = .number
      p += 1
      if base[p] == UInt8(ascii: "+") || base[p] == UInt8(ascii: "-") { p += 1 }
      p = try digits(p)
    }
    guard p - start <= TapeWord.maxLength else { throw Failure(reason: .size, offset: start) }
    append(kind, length: p - start, offset: start)
    return p
  }

  @inline(__always) private func isDigit(_ p: Int) -> Bool {
    base[p] &- UInt8(ascii: "0") < 10
  }

  @inline(__always) private func digits(_ start: Int) throws(Failure) -> Int {
    var p = start
    while isDigit(p) { p += 1 }
    if p == start { throw expected("a digit", p) }
    return p
  }

  private mutating func string(_ quote: Int) throws(Failure) -> Int {
    let start = quote + 1
    var p = start
    var kind = TapeWord.Kind.string
    while true {
      let special = specials(UnsafeRawPointer(base + p).loadUnaligned(as: UInt64.self).littleEndian)
      if special == 0 {
        p += 8
        if p > end { p = end }
        continue
      }
      p += special.trailingZeroBitCount >> 3
      switch base[p] {
      case UInt8(ascii: "\""):
        guard p - start <= TapeWord.maxLength else { throw Failure(reason: .size, offset: quote) }
        append(kind, length: p - start, offset: start)
        return p + 1
      case UInt8(ascii: "\\"):
        kind = .escaped
        p = try escape(p)
      case 0x80...:
        repeat { p = try scalar(p) } while base[p] >= 0x80
      default:
        guard p < end else { throw expected("'\"'", p) }
        throw Failure(reason: .stated("a control character must be escaped in a string"), offset: p)
      }
    }
  }

  /// A word whose lowest set bit is in the first byte that is a quote, a backslash, a control or not ASCII.
  @inline(__always) private func specials(_ x: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = x ^ (ones &* 0x22)
    let backslash = x ^ (ones &* 0x5C)
    let found = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((x &- ones &* 0x20) & ~x) | x
    return found & (ones &* 0x80)
  }

  private func escape(_ p: Int) throws(Failure) -> Int {
    switch base[p + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return p + 2
    case UInt8(ascii: "u"):
      for i in p + 2..<p + 6 where !Escape.isHex(base[i]) { throw expected("a hexadecimal digit", i) }
      return p + 6
    default:
      throw expected("one of '\"\\/bfnrtu' after '\\'", p + 1)
    }
  }

  /// The place behind the UTF-8 sequence at `p`, which begins with a byte over 7F.
  private func scalar(_ p: Int) throws(Failure) -> Int {
    let low: ClosedRange<UInt8>
    let length: Int
    switch base[p] {
    case 0xC2...0xDF: (length, low) = (2, 0x80...0xBF)
    case 0xE0: (length, low) = (3, 0xA0...0xBF)
    case 0xED: (length, low) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, low) = (3, 0x80...0xBF)
    case 0xF0: (length, low) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, low) = (4, 0x80...0xBF)
    case 0xF4: (length, low) = (4, 0x80...0x8F)
    default: throw Failure(reason: .utf8, offset: p)
    }
    guard low.contains(base[p + 1]) else { throw Failure(reason: .utf8, offset: p) }
    for i in 2..<max(length, 2) where base[p + i] & 0xC0 != 0x80 { throw Failure(reason: .utf8, offset: p) }
    return p + length
  }

  private func expected(_ what: String, _ p: Int) -> Failure {
    Failure(reason: .expected(what), offset: p)
  }
}
