import DialModel

/// Reads shapes that are a whole text.
enum Shapes {
  /// Reads a shape that is the whole text.
  static func read(_ cursor: Cursor, _ findings: Findings) -> Shape? {
    var parser = ShapeParser(cursor, findings: findings)
    guard let shape = parser.shape() else { return nil }
    parser.cursor.skipBlanks()
    guard parser.cursor.isAtEnd else {
      findings.error(.shape, "'\(parser.cursor.rest)' is unexpected after the type", at: parser.cursor.restRange)
      return nil
    }
    return shape
  }
}
