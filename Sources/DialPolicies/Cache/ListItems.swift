/// The items of a header that is a list (RFC 9110 section 5.6.1), split at commas outside of quotes and without surrounding spaces. Empty
/// items are skipped.
struct ListItems: Sequence, IteratorProtocol {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func next() -> Substring? {
    while !rest.isEmpty {
      let item = Self.trimmedPart(cut())
      if !item.isEmpty { return item }
    }
    return nil
  }

  private mutating func cut() -> Substring {
    let bytes = rest.utf8
    var (index, isQuoted, isEscaped) = (bytes.startIndex, false, false)
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: ",") where !isQuoted:
        defer { rest = rest[bytes.index(after: index)...] }
        return rest[..<index]
      case UInt8(ascii: "\"") where !isEscaped: isQuoted.toggle()
      default: break
      }
      isEscaped = isQuoted && !isEscaped && bytes[index] == UInt8(ascii: "\\")
      index = bytes.index(after: index)
    }
    defer { rest = "" }
    return rest
  }

  static func trimmed(_ text: Substring) -> String { String(trimmedPart(text)) }

  private static func trimmedPart(_ text: Substring) -> Substring {
    var part = text.drop { $0 == " " || $0 == "\t" }
    while let last = part.last, last == " " || last == "\t" { part.removeLast() }
    return part
  }
}
