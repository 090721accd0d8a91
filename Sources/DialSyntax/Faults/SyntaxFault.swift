/// Converts an error of libyaml to a finding at the mistake, which is at `problem`, where libyaml stopped, or at `context`.
struct SyntaxFault {
  let error: LibYAMLError
  let file: SourceFile
  /// The byte offset where libyaml gave up.
  let problem: Int
  /// The byte offset where the unfinished construct began.
  let context: Int?
  /// The bytes of the last quoted text before the error.
  let lastQuoted: Range<Int>?

  init(_ error: LibYAMLError, _ marks: MarkConverter, lastQuoted: (start: Mark, end: Mark)?) {
    self.error = error
    file = marks.file
    problem = marks.offset(error.mark)
    context = error.contextMark.map(marks.offset)
    self.lastQuoted = lastQuoted.map { marks.offset($0.start)..<marks.offset($0.end) }
  }

  var bytes: [UInt8] { file.bytes }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  var problemByte: UInt8? { problem < bytes.count ? bytes[problem] : nil }

  /// The finding.
  func diagnostic() -> Diagnostic {
    openQuote() ?? tabFault() ?? quotedTextFault() ?? blockFault() ?? flowFault() ?? characterFault() ?? plainFault()
  }

  /// Any other error, in libyaml's own words.
  private func plainFault() -> Diagnostic {
    var notes: [Diagnostic.Note] = []
    let advice = Self.advice[error.problem]
    if advice == nil, let what = error.context, let context { notes.append(Diagnostic.Note(what, range: word(at: context))) }
    return .error(.yamlSyntax, advice ?? error.problem, at: word(at: problem), notes: notes)
  }

  /// Messages for errors that do not depend on the text.
  private static let advice = [
    "found an indentation indicator equal to 0": "the digit after '|' or '>' must be from 1 to 9; change or remove it",
    "found duplicate %YAML directive": "duplicate '%YAML' line; remove it",
    "found duplicate %TAG directive": "duplicate '%TAG' line for this handle; remove it",
    "found incompatible YAML document": "unknown YAML version; write '%YAML 1.2', or remove the line",
    "found unexpected ':'": "missing space after ':'; write 'key: value', or quote the value",
    "out of memory": "out of memory; split the file",
  ]

  /// The shape of the line of an offset.
  func shape(at offset: Int) -> LineShape {
    LineShape(bytes, file.lineBytes(file.position(at: offset).line))
  }

  func isFirst(_ offset: Int) -> Bool { shape(at: offset).indentEnd >= offset }

  /// The range of the word at an offset. At the end of the text, the end of the last line that is not empty.
  func word(at offset: Int) -> SourceRange {
    var offset = min(offset, bytes.count)
    if bytes[offset...].allSatisfy(LineShape.isSpace) { offset = (bytes.lastIndex { !LineShape.isSpace($0) } ?? -1) + 1 }
    let end = bytes[offset...].firstIndex(where: LineShape.isSpace) ?? bytes.count
    return file.range(of: offset..<end)
  }

  func character(at offset: Int) -> SourceRange {
    guard offset < bytes.count else { return word(at: offset) }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return file.range(of: offset..<end)
  }

  /// A character of the text for a message.
  func shown(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let text = text(offset..<min(offset + 4, bytes.count))
    return text.unicodeScalars.first.map { $0 == "\n" || $0 == "\r" ? "the end of the line" : "'\($0)'" } ?? ""
  }

  /// The fix-it that puts quotes around a range of the text.
  func quoteFixIt(_ range: Range<Int>?) -> [Diagnostic.FixIt] {
    guard let range, !range.isEmpty else { return [] }
    return [.init("quote the value", range: file.range(of: range), replacement: Scalar.quoted(text(range)))]
  }

  /// The range to quote so that the text around an offset becomes one scalar: the line's value, or an item inside brackets.
  func quotable(at offset: Int) -> Range<Int>? {
    guard error.flowLevel > 0 else { return shape(at: offset).value }
    return FlowItem.around(offset, in: bytes, line: file.lineBytes(file.position(at: offset).line))
  }
}
