import DialBuild
import DialModel
import DialSyntax

/// Reads members of a result that come from the head of a response: `total header.X-Total-Count Int`, `code status`.
enum HeadMembers {
  /// Returns nil for a member of the body.
  static func read(
    _ cursor: inout Cursor, label: String, _ range: SourceRange, _ isOptional: Bool, _ uses: inout [TypeUse], _ findings: Findings
  ) throws(ParseError) -> Shape.Member? {
    if cursor.isAt(word: "status"), !isInUnion(cursor) {
      _ = cursor.take(word: "status")
      return Shape.Member(label: label, wire: label, shape: .int, range: range, head: .status)
    }
    guard cursor.holds("header.", at: cursor.at) else { return nil }
    let start = cursor.at + "header.".utf8.count
    cursor.at = start
    while let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") { cursor.at += 1 }
    let name = cursor.text(start..<cursor.at)
    if !HeaderRules.isToken(name) {
      findings.error(
        .headerName, "'\(name)' is not a valid header name; use \(HeaderRules.tokenRule)",
        at: cursor.range((start - 7)..<max(cursor.at, start)))
    }
    cursor.skipBlanks()
    var shape = Shape.optional(.json)
    if let byte = cursor.current, byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
      var parser = ShapeParser(cursor, findings: findings)
      shape = try parser.shape()
      cursor.at = parser.cursor.at
      uses += parser.uses
    }
    if isOptional, !shape.isOptional { shape = .optional(shape) }
    return Shape.Member(label: label, wire: label, shape: shape, range: range, head: .header(name))
  }

  /// Makes `status` without a type, next to a header, the status of the response, because a member of the body needs a type.
  static func settle(_ members: inout [Shape.Member]) {
    guard members.contains(where: { if case .header? = $0.head { true } else { false } }) else { return }
    for index in members.indices where members[index].label == "status" && members[index].wire == "status" && members[index].head == nil {
      guard case .json = members[index].shape else { continue }
      (members[index].head, members[index].shape) = (.status, .int)
    }
  }

  private static func isInUnion(_ cursor: Cursor) -> Bool {
    var rest = cursor
    _ = rest.take(word: "status")
    return rest.isBeforeBar
  }
}
