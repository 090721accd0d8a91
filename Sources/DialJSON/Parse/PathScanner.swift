/// Finds the value at a path and reads no further: what is before it is passed over by its brackets, what is behind it is not looked at.
struct PathScanner: ~Copyable {
  /// What became of it. `refused`: the text may not be good, or there is no such way here.
  enum Found: Equatable {
    case value(Range<Int>)
    case missing, refused
  }

  private struct Refused: Error {}

  private let bytes: [UInt8]
  private let text: RawText
  private let room: PlaceRoom
  private var places: TokenPlaces
  /// The bracket or comma that comes next.
  private var i = 0
  /// Where the value is, maybe behind blanks.
  private var start = 0

  static func find(_ path: JSONPath, in bytes: [UInt8], way: Int = TokenPlaces.way) -> Found {
    guard way > 0, bytes.count <= TapeWord.maxLength else { return .refused }
    return RawText.unpadded(bytes) { text in
      var scanner = PathScanner(bytes, text, way: way)
      return (try? scanner.find(path)) ?? .refused
    }
  }

  private init(_ bytes: [UInt8], _ text: RawText, way: Int) {
    self.bytes = bytes
    self.text = text
    places = TokenPlaces(text, way: way, few: true)
    room = places.room
  }

  private mutating func find(_ path: JSONPath) throws(Refused) -> Found {
    for step in path.steps {
      let isFound: Bool
      switch step {
      case .member(let name): isFound = try member(name)
      case .index(let index): isFound = try element(index)
      }
      if !isFound { return .missing }
    }
    _ = try skip()
    return .value(start..<room[i])
  }

  /// Goes to the value of the first member with this name; false if there is none.
  private mutating func member(_ name: String) throws(Refused) -> Bool {
    guard try open(UInt8(ascii: "{")) else { return false }
    while true {
      if try self.name(is: name) { return true }
      guard try skip() == UInt8(ascii: ",") else { return false }
      start = room[i] + 1
      i += 1
    }
  }

  /// Goes to an element; false if there are not as many.
  private mutating func element(_ index: Int) throws(Refused) -> Bool {
    guard try open(UInt8(ascii: "[")) else { return false }
    for _ in 0..<index {
      guard try skip() == UInt8(ascii: ",") else { return false }
      start = room[i] + 1
      i += 1
    }
    return true
  }

  /// Goes into the value, which begins with this bracket; false if it does not, or is empty.
  private mutating func open(_ bracket: UInt8) throws(Refused) -> Bool {
    let p = try first(start)
    guard text[p] == bracket else { return false }
    try more()
    guard room[i] == p else { throw Refused() }
    i += 1
    start = p + 1
    try more()
    return text[blank(start)] != bracket + 2
  }

  /// The place of the first byte of a value.
  private func first(_ start: Int) throws(Refused) -> Int {
    let p = blank(start)
    guard p < text.end, ![UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(text[p]) else {
      throw Refused()
    }
    return p
  }

  /// The place of the first byte that is no blank, or the last one.
  private func blank(_ start: Int) -> Int {
    var p = start
    while p < text.end - 1, TokenScanner.isBlank(text[p]) { p += 1 }
    return p
  }

  /// Passes the value: gives the bracket or comma behind it, which is the token `i`.
  private mutating func skip() throws(Refused) -> UInt8 {
    while true {
      try more()
      let byte = byte(i)
      guard byte | 0x20 == UInt8(ascii: "{") else {
        if byte == 0 { throw Refused() }
        return byte
      }
      var depth = 0
      repeat {
        try more()
        let end = places.limit
        var next = i
        repeat {
          let byte = self.byte(next) | 0x20
          depth &+= (byte == UInt8(ascii: "{") ? 1 : 0) &- (byte == UInt8(ascii: "}") ? 1 : 0)
          next &+= 1
        } while depth > 0 && next < end
        i = next
      } while depth > 0
    }
  }

  /// Reads the name that comes next, and the colon, and tells whether it is this one.
  private mutating func name(is name: String) throws(Refused) -> Bool {
    let open = blank(start)
    // The last quote stands before the next bracket or comma, or the text is not good.
    try more()
    let end = room[i]
    var p = open + 1
    var isEscaped = false
    while p < end, text[p] != UInt8(ascii: "\"") {
      if text[p] == UInt8(ascii: "\\") {
        isEscaped = true
        p += 1
      }
      p += 1
    }
    let colon = blank(p + 1)
    guard text[open] == UInt8(ascii: "\""), p < end, colon < end, text[colon] == UInt8(ascii: ":") else { throw Refused() }
    start = colon + 1
    let content = bytes[open + 1..<p]
    if isEscaped {
      guard let text = (try? JSON(parsing: [0x22] + content + [0x22]))?.asString else { throw Refused() }
      return text.utf8.elementsEqual(name.utf8)
    }
    return content.count == name.utf8.count && content.elementsEqual(name.utf8)
  }

  /// Sees to it that the next few tokens are known.
  @inline(__always) private mutating func more() throws(Refused) {
    guard i >= places.limit else { return }
    guard places.find(from: i) else { throw Refused() }
    i = 0
  }

  /// The byte of the token `i`; 0 at the end of the text.
  @inline(__always) private func byte(_ i: Int) -> UInt8 {
    let p = room[i]
    return p < text.end ? text[p] : 0
  }
}
