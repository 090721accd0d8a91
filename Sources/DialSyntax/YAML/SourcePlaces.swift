/// Turns the marks of libyaml into places of the source file.
struct SourcePlaces {
  let file: SourceFile
  /// libyaml also ends lines at NEL, LS and PS, editors do not. Only a file that holds one needs its marks recounted.
  private let recounts: Bool
  private let lineCount: Int

  init(_ file: SourceFile) {
    self.file = file
    self.lineCount = file.lineCount
    self.recounts = file.scan.holdsOddLineEnds
  }

  /// The place of a mark.
  func position(_ mark: Mark) -> Position {
    // At the end of the text libyaml goes to a new line also where there is none.
    recounts || mark.line >= lineCount
      ? file.position(at: offset(mark)) : Position(line: file.number(ofLine: mark.line), column: mark.column + 1)
  }

  /// The byte offset of a mark.
  func offset(_ mark: Mark) -> Int { file.offset(ofScalar: mark.index) }

  /// The range between two marks.
  func range(_ start: Mark, _ end: Mark) -> SourceRange {
    SourceRange(file: file, start: position(start), end: position(end))
  }
}
