import DialSyntax

/// Mistakes in the structure of lines: tabs, indentation, a missing colon, a quote or a bracket that is not closed.
extension SyntaxSlip {
  /// Replaces the tabs of a line and of those below it: one tab more or less than in the first line is one level.
  var spaces: Diagnostic? {
    func width(_ line: LineShape) -> Int {
      bytes[line.line.lowerBound..<line.indentEnd].reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 2 : 1) }
    }
    let moved = file.shape(above: line).map { Self.indent(of: line, below: $0, in: bytes) - width(line) } ?? 0
    var (written, end) = ("", line.line.lowerBound)
    for number in finding.range.start.line...max(file.lineCount, finding.range.start.line) {
      let next = file.shape(ofLine: number)
      guard next.hasTabIndent || next.isEmpty else { break }
      if next.hasTabIndent {
        written += text(end..<next.line.lowerBound) + String(repeating: " ", count: max(width(next) + moved, 0))
        end = next.indentEnd
      }
    }
    return mended(nil, "replace the tabs with spaces", line.line.lowerBound..<end, written)
  }

  /// Returns the indentation that a line should have: one level below a key without a value, otherwise that of the line above.
  private static func indent(of line: LineShape, below above: LineShape, in bytes: [UInt8]) -> Int {
    guard above.colon != nil else { return above.indent }
    let isOpen = above.value.map { $0.isEmpty || "|>".utf8.contains(bytes[$0.lowerBound]) } ?? true
    return above.indent + (isOpen ? 2 : 0) + (above.isItem && !line.isItem ? 2 : 0)
  }

  /// Indents a line like the one above it, if the one below it is indented so, too, or if it is only one space.
  var indentation: Diagnostic? {
    guard let above = file.shape(above: line) else { return nil }
    let fix = "indent it like the line above"
    let (indent, spaces) = (line.line.lowerBound..<line.indentEnd, String(repeating: " ", count: above.indent))
    let isSlip = abs(line.indent - above.indent) == 1
    if fault.kind == .indentation {
      let isBetween = line.indent != above.indent && file.shape(ofLine: finding.range.start.line + 1).indent == above.indent
      return isSlip || isBetween ? mended(nil, fix, indent, spaces) : nil
    }
    guard let key = above.key, let own = line.key, bytes[own].allSatisfy(Self.isNamePart) else { return nil }
    // More spaces than one may be a level.
    let isPlain = above.value.map { !$0.isEmpty && !"|>\"'".utf8.contains(bytes[$0.lowerBound]) } ?? false
    let name = text(key).excerpt
    return mended(
      "this line is indented more than '\(name)' above, so YAML reads it as part of its value; indent it like '\(name)'",
      fix, isPlain && isSlip ? indent : nil, spaces)
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  var missingDash: Diagnostic? {
    guard let above = file.shape(above: line), above.isItem, above.indent == line.indent, !line.isItem else { return nil }
    return mended("missing '- ' before this item of the list", "insert '- '", line.indentEnd..<line.indentEnd, "- ")
  }

  /// Writes `key value`, `key:value`, `key = value` and `key => value` as an entry.
  var missingColon: Diagnostic? {
    let name = rest.prefix { Self.isNamePart($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    var value = LineShape.trimmed(bytes, name.endIndex..<line.line.upperBound)
    for sign in [":", "=>", "="] where bytes[value].starts(with: sign.utf8) {
      value = LineShape.trimmed(bytes, value.lowerBound + sign.utf8.count..<value.upperBound)
      break
    }
    guard let first = name.first, first | 0x20 > 0x60, !value.isEmpty, value.lowerBound > name.endIndex else { return nil }
    let entry = "\(text(name.indices)): \(text(value))"
    return mended(
      "missing ': ' after the key; write '\(entry)', or quote the value if it spans several lines", "insert ': '",
      name.startIndex..<value.upperBound, entry)
  }

  /// Closes a quote at the end of its line, or before the next item: `{a: "x, b: "y"}`.
  var closingQuote: Diagnostic? {
    guard let quote = rest.first else { return nil }
    let next = rest.dropFirst().firstIndex(of: quote)
    let isWhole = !fault.isInBrackets && next == nil && line.value?.lowerBound == at
    let end = isWhole ? line.value?.upperBound : next.flatMap { rest[..<$0].lastIndex(of: UInt8(ascii: ",")) }
    return end.map { mended(nil, "close the quote", $0..<$0, text(at..<at + 1)) }
  }

  /// Closes a bracket at the end of its line, if the next line belongs to something else.
  var closingBracket: Diagnostic? {
    guard let end = line.value?.upperBound, end > at, bytes[end - 1] != UInt8(ascii: ","),
      let next = finding.notes.first?.range?.start.line,
      (finding.range.start.line..<next).dropFirst().allSatisfy({ file.shape(ofLine: $0).isEmpty })
    else { return nil }
    return mended(nil, "close the bracket", end..<end, bytes[at] == UInt8(ascii: "{") ? "}" : "]")
  }
}
