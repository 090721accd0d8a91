/// Reads JSON (RFC 8259) into the tree that YAML makes of it.
///
/// It needs a fraction of the time of libyaml, and knows what YAML does not: pairs of surrogates, keys of more than 1024 characters.
struct JSONTree {
  /// What may come next.
  private enum Step { case value, firstItem, key, firstKey, comma, end }

  private let bytes: [UInt8]
  private var builder: TreeBuilder
  private var at = 0
  private var line = 1
  /// The offset of the line, and the bytes on it so far that begin no character.
  private var lineStart = 0
  private var continuations = 0

  /// Returns nil for a text that is not JSON, or is over a limit: as YAML, it may be valid, or else has a fault.
  static func read(_ file: SourceFile, _ limits: YAMLLimits) -> TreeBuilder? {
    guard let first = file.bytes.first(where: { !LineShape.isSpace($0) }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    var reader = JSONTree(file, limits)
    return reader.read() ? reader.builder : nil
  }

  private init(_ file: SourceFile, _ limits: YAMLLimits) {
    bytes = file.bytes
    builder = TreeBuilder(file, limits)
  }

  private mutating func read() -> Bool {
    var step = Step.value
    while true {
      skipSpace()
      guard at < bytes.count else { return step == .end }
      switch (step, bytes[at]) {
      case (.firstItem, UInt8(ascii: "]")), (.firstKey, UInt8(ascii: "}")): close()
      case (.comma, UInt8(ascii: "]")):
        guard !builder.isInMapping else { return false }
        close()
      case (.comma, UInt8(ascii: "}")):
        guard builder.isInMapping else { return false }
        close()
      case (.comma, UInt8(ascii: ",")):
        at += 1
        step = builder.isInMapping ? .key : .value
        continue
      case (.key, UInt8(ascii: "\"")), (.firstKey, UInt8(ascii: "\"")):
        guard builder.count(), text(), colon() else { return false }
        step = .value
        continue
      case (.value, let byte), (.firstItem, let byte):
        guard builder.count() else { return false }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          let isMapping = byte == UInt8(ascii: "{")
          guard builder.open(isMapping ? .mapping : .sequence, position(at)) else { return false }
          at += 1
          step = isMapping ? .firstKey : .firstItem
          continue
        case UInt8(ascii: "\""): guard text() else { return false }
        default: guard word() else { return false }
        }
      default: return false
      }
      step = builder.depth == 0 ? .end : .comma
    }
  }

  private mutating func close() {
    at += 1
    builder.close(position(at))
  }

  /// The position of an offset on the current line, all of whose characters before it were counted.
  private func position(_ offset: Int) -> Position { Position(line: line, column: offset - lineStart - continuations + 1) }

  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): at += 1
      case UInt8(ascii: "\r") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "\n"): at += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        at += 1
        (line, lineStart, continuations) = (line + 1, at, 0)
      default: return
      }
    }
  }

  private mutating func colon() -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { return false }
    at += 1
    return true
  }

  /// Reads a text in quotes.
  private mutating func text() -> Bool {
    let start = position(at)
    let first = builder.textsEnd
    at += 1
    while true {
      let from = at
      at = TextScan.endOfQuoted(bytes.span, from: at)
      if from < at { builder.add(bytes: bytes[from..<at]) }
      guard at < bytes.count else { return false }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        builder.addScalar(.doubleQuoted, from: first, start, position(at))
        return true
      case UInt8(ascii: "\\"): guard escape() else { return false }
      case 0x80...:
        let from = at
        while at < bytes.count, bytes[at] >= 0x80 {
          if bytes[at] & 0xC0 == 0x80 { continuations += 1 }
          at += 1
        }
        builder.add(bytes: bytes[from..<at])
      default: return false
      }
    }
  }

  private mutating func escape() -> Bool {
    guard at + 1 < bytes.count else { return false }
    let byte: UInt8
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = bytes[at + 1]
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"): return unicodeEscape()
    default: return false
    }
    builder.add(bytes: CollectionOfOne(byte))
    at += 2
    return true
  }

  /// Reads `\u00e9`, or a character above U+FFFF as two of them.
  private mutating func unicodeEscape() -> Bool {
    guard var code = SurrogatePairs.unit(bytes, at) else { return false }
    at += 6
    if 0xD800...0xDBFF ~= code, let low = SurrogatePairs.unit(bytes, at), 0xDC00...0xDFFF ~= low {
      code = SurrogatePairs.scalar(code, low)
      at += 6
    }
    guard let scalar = Unicode.Scalar(UInt32(code)) else { return false }
    builder.add(bytes: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return true
  }

  /// Reads a number, a Boolean or null.
  private mutating func word() -> Bool {
    let start = at
    switch bytes[at] {
    case UInt8(ascii: "t"): at += 4
    case UInt8(ascii: "f"): at += 5
    case UInt8(ascii: "n"): at += 4
    default: guard number() else { return false }
    }
    guard at <= bytes.count else { return false }
    let word = bytes[start..<at]
    switch word.first {
    case UInt8(ascii: "t"): guard word.elementsEqual("true".utf8) else { return false }
    case UInt8(ascii: "f"): guard word.elementsEqual("false".utf8) else { return false }
    case UInt8(ascii: "n"): guard word.elementsEqual("null".utf8) else { return false }
    default: break
    }
    // YAML reads `1x` and `true#` as texts.
    guard at == bytes.count || LineShape.isSpace(bytes[at]) || ",]}".utf8.contains(bytes[at]) else { return false }
    let first = builder.textsEnd
    builder.add(bytes: word)
    builder.addScalar(.plain, from: first, position(start), position(at))
    return true
  }

  private mutating func number() -> Bool {
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "0") { at += 1 } else { guard digits() else { return false } }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      guard digits() else { return false }
    }
    guard at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") else { return true }
    at += 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
    return digits()
  }

  private mutating func digits() -> Bool {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    return at > start
  }
}
