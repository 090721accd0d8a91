/// A position in a source file, as editors show it.
///
/// Lines and columns count from 1; a column counts Unicode scalars, so `é` (one scalar) is one column, and so is a tab.
public struct Position: Sendable, Hashable, Comparable {
  // 32 bits each: a large spec has a hundred thousand nodes with two positions each.
  private var storedLine: UInt32
  private var storedColumn: UInt32

  /// The line, from 1.
  public var line: Int {
    get { Int(storedLine) }
    set { storedLine = UInt32(clamping: newValue) }
  }

  /// The column in Unicode scalars, from 1.
  public var column: Int {
    get { Int(storedColumn) }
    set { storedColumn = UInt32(clamping: newValue) }
  }

  /// A position by line and column, both from 1.
  public init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  /// In the order of the text: by line, then by column.
  public static func < (a: Position, b: Position) -> Bool {
    a.storedLine == b.storedLine ? a.storedColumn < b.storedColumn : a.storedLine < b.storedLine
  }
}
