/// Finds the text of one item inside the brackets of a list or mapping.
enum FlowItem {
  /// The item's value around an offset, if it is on one line. A comma inside parentheses does not end it.
  static func around(_ offset: Int, in bytes: [UInt8], line: Range<Int>) -> Range<Int>? {
    guard line.contains(offset) else { return nil }
    let start = start(before: offset, in: bytes, line: line)
    var depth = 0
    var end = start
    scan: while end < line.upperBound {
      switch bytes[end] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { break scan }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: break scan
      default: break
      }
      end += 1
    }
    while end > start, LineShape.isBlank(bytes[end - 1]) { end -= 1 }
    return depth == 0 && end > offset ? start..<end : nil
  }

  /// Goes back to the bracket, comma or ': ' before the item, over closed brackets.
  private static func start(before offset: Int, in bytes: [UInt8], line: Range<Int>) -> Int {
    var start = offset
    var depth = 0
    while start > line.lowerBound {
      let byte = bytes[start - 1]
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth += 1 }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        if depth == 0 { break }
        depth -= 1
      }
      let endsKey = LineShape.isBlank(byte) && start - 2 >= line.lowerBound && bytes[start - 2] == UInt8(ascii: ":")
      if depth == 0, endsKey || byte == UInt8(ascii: ",") { break }
      start -= 1
    }
    while start < offset, LineShape.isBlank(bytes[start]) { start += 1 }
    return start
  }
}
