import DialSyntax

extension ShapeParser {
  /// Reports `User[]` and `Array<User>`, which other languages use for `[User]`, and `low | high`, a set without quotes. Returns true
  /// after a finding.
  mutating func isBareSet(_ name: Range<Int>) -> Bool {
    let start = cursor.at
    cursor.skipBlanks()
    guard cursor.current == UInt8(ascii: "|"), cursor.text(name).utf8.first.map({ !(0x41...0x5A).contains($0) }) ?? false else {
      cursor.at = start
      return false
    }
    let word = cursor.text(name)
    findings.error(
      .shape, "the words of a set stand in double quotes: \"\(word)\" | …, and in YAML the whole in single ones, '\"\(word)\" | …'",
      at: cursor.range(name))
    cursor.at = cursor.end
    return true
  }

  mutating func isForeignList(_ name: Range<Int>) -> Bool {
    let item: String
    if cursor.current == UInt8(ascii: "["), cursor.peek() == UInt8(ascii: "]") {
      item = cursor.text(name)
      cursor.at += 2
    } else if cursor.current == UInt8(ascii: "<"), ["Array", "List", "Set"].contains(cursor.text(name)),
      let close = cursor.bytes[cursor.at..<cursor.end].firstIndex(of: UInt8(ascii: ">"))
    {
      item = cursor.text((cursor.at + 1)..<close)
      cursor.at = close + 1
    } else {
      return false
    }
    let range = cursor.range(name.lowerBound..<cursor.at)
    findings.error(
      .shape, "a list is written '[\(item)]'", at: range, fixIts: [.init("write it so", range: range, replacement: "[\(item)]")])
    return true
  }
}
