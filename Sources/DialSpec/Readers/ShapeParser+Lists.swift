import DialSyntax

extension ShapeParser {
  /// `User[]` and `Array<User>`, which is how other languages write `[User]`, and `Optional<User>`; true after a finding.
  mutating func isForeignList(_ name: Range<Int>) -> Bool {
    let item: String
    var isOptional = false
    if cursor.current == UInt8(ascii: "["), cursor.peek() == UInt8(ascii: "]") {
      item = cursor.text(name)
      cursor.at += 2
    } else if cursor.current == UInt8(ascii: "<"), ["Array", "List", "Set", "Optional"].contains(cursor.text(name)),
      let close = cursor.bytes[cursor.at..<cursor.end].firstIndex(of: UInt8(ascii: ">"))
    {
      item = cursor.text((cursor.at + 1)..<close)
      isOptional = cursor.text(name) == "Optional"
      cursor.at = close + 1
    } else {
      return false
    }
    let range = cursor.range(name.lowerBound..<cursor.at)
    let fixed = isOptional ? "\(item)?" : "[\(item)]"
    findings.error(
      .shape, "invalid syntax for \(isOptional ? "an optional type" : "a list"); write '\(fixed)'", at: range,
      fixIts: [.init("replace it", range: range, replacement: fixed)])
    return true
  }
}
