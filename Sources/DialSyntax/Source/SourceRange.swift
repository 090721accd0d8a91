/// A range of a source file, from `start` up to but not including `end`.
///
/// Two ranges are equal when the *names* of their files and their positions are equal, so reading the
/// same file twice gives equal ranges.
public struct SourceRange: Sendable, Hashable {
  /// The file.
  public let file: SourceFile
  /// The first position.
  public let start: Position
  /// The position after the last one; equal to `start` for an empty range.
  public let end: Position

  /// A range from `start` up to but not including `end`.
  public init(file: SourceFile, start: Position, end: Position) {
    self.file = file
    self.start = start
    self.end = max(start, end)
  }

  /// True if a position is in both ranges, or one of them touches the other.
  package func overlaps(_ other: SourceRange) -> Bool {
    file === other.file && start <= other.end && other.start <= end
  }

  /// Same file name, same positions.
  public static func == (a: SourceRange, b: SourceRange) -> Bool {
    a.start == b.start && a.end == b.end && (a.file === b.file || a.file.name == b.file.name)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file.name)
    hasher.combine(start)
    hasher.combine(end)
  }
}
