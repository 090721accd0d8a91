/// Finds the end of a JSON object or array in bytes that arrive in pieces, for values that follow one another without a separator.
package struct JSONValueScan: Sendable {
  private var at = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether the bytes begin with something else.
  private var isOther = false

  package init() {}

  /// Returns the position after the first value; nil if it is not complete, or no object or array. Bytes are visited once.
  package mutating func end(in bytes: ArraySlice<UInt8>) -> Int? {
    while !isOther, at < bytes.count {
      let byte = bytes[bytes.startIndex + at]
      at += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          isInString = byte != UInt8(ascii: "\"")
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return depth == 0 ? bytes.startIndex + at : nil }
      case UInt8(ascii: "\""): (isInString, isOther) = (true, depth == 0)
      case 0x20, 0x09, 0x0A, 0x0D: break
      default: isOther = depth == 0
      }
    }
    return nil
  }

  /// Returns the values of a text that consists of several objects or arrays, such as `{"a":1}{"a":2}`; nil for another text.
  package static func values(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var (values, rest): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], text)
    while rest.contains(where: { !" \t\r\n".utf8.contains($0) }) {
      var scan = JSONValueScan()
      guard let end = scan.end(in: rest) else { return nil }
      values.append(rest[..<end])
      rest = rest[end...]
    }
    return values.count > 1 ? values : nil
  }
}
