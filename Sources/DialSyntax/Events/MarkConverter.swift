internal import CYAML

/// A place as libyaml counts it: index, line and column from 0, in characters.
struct Mark: Hashable {
  let index: Int
  let line: Int
  let column: Int

  init(_ mark: yaml_mark_t) { (index, line, column) = (mark.index, mark.line, mark.column) }
}

/// Converts marks of libyaml to positions of the source file.
struct MarkConverter {
  let file: SourceFile
  /// The lines whose numbers can be taken from a mark as they are. libyaml starts a new line at the end of the text even where there is none.
  /// It also ends lines at NEL, LS and PS, which editors do not: in a file with one of them all lines are counted again.
  private let countedLines: Int
  private let isWholeFile: Bool

  init(_ file: SourceFile) {
    self.file = file
    countedLines = file.scan.holdsOddLineEnds ? 0 : file.lineCount
    isWholeFile = file.isWhole
  }

  /// The position of a mark.
  func position(_ mark: Mark) -> Position {
    guard mark.line < countedLines else { return file.position(at: offset(mark)) }
    return Position(line: isWholeFile ? mark.line + 1 : file.number(ofLine: mark.line), column: mark.column + 1)
  }

  /// The byte offset of a mark.
  func offset(_ mark: Mark) -> Int { file.offset(ofScalar: mark.index) }

  /// The range between two marks.
  func range(_ start: Mark, _ end: Mark) -> SourceRange {
    SourceRange(file: file, start: position(start), end: position(end))
  }

  /// The range of an event.
  func range(_ event: Event) -> SourceRange { range(event.start, event.end) }
}
