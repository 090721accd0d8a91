/// A stretch of a source file, `start` included and `end` not.
///
/// Two ranges are equal when the *names* of their files and their positions are equal, so a range read twice from the
/// same file is the same range.
public struct SourceRange: Sendable, Hashable {
  /// The file in which the stretch lies.
  public let file: SourceFile
  /// Its first place.
  public let start: Position
  /// The place after its last one; equal to `start` where nothing is covered.
  public let end: Position

  /// A stretch from `start` up to, not including, `end`.
  public init(file: SourceFile, start: Position, end: Position) {
    self.file = file
    self.start = start
    self.end = max(start, end)
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
