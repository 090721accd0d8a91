import DialModel

/// Shapes that stand alone in a text.
enum Shapes {
  /// A shape that is the whole of a text.
  static func read(_ cursor: Cursor, _ findings: Findings, takesHead: Bool = false) -> Shape? {
    var parser = ShapeParser(cursor, findings: findings)
    parser.takesHead = takesHead
    guard let shape = parser.shape() else { return nil }
    parser.cursor.skipBlanks()
    guard parser.cursor.isAtEnd else {
      findings.error(.shape, "unexpected '\(parser.cursor.rest)' after the type", at: parser.cursor.restRange)
      return nil
    }
    return shape
  }
}
