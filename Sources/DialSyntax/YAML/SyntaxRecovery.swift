/// Removes entries with syntax errors, so that the rest of a text can be read. An entry is a line with a key and all deeper lines below it;
/// it becomes comments, so that all positions stay the same.
struct SyntaxRecovery {
  /// The maximum number of errors to search for, because each one requires another parse.
  private static let maxErrors = 16
  private static let maxBytes = 4 << 20

  /// An entry that was left out.
  private struct Hole {
    let fault: SyntaxFault
    /// Its lines, from 0.
    let lines: Range<Int>
  }

  /// The text without the entries.
  private(set) var text: [UInt8]
  private let file: SourceFile
  private let depth: ([String]) -> Int
  private var holes: [Hole] = []
  private var last: SyntaxFault?
  private var attempts = 0

  /// - Parameter depth: returns how many of the keys around an error are kept, given their path. The entry of the next key is left out.
  init(_ file: SourceFile, depth: @escaping ([String]) -> Int) {
    self.file = file
    self.depth = depth
    text = file.bytes
  }

  /// The errors so far, in the order of the text, and the one that ended the recovery.
  var faults: [SyntaxFault] { holes.map(\.fault) + (last.map { [$0] } ?? []) }

  /// The removed entries. The range of the first entry below a key starts after that key, whose value may be empty now.
  var ranges: [SourceRange] {
    holes.map { hole in
      var start = start(hole.lines.lowerBound)
      let above = (0..<hole.lines.lowerBound).last { !isEmpty($0) }
      let isTabbed = shape(hole.lines.lowerBound).hasTabIndent
      if let above, isTabbed || indent(above) < indent(hole.lines.lowerBound), let colon = shape(above).colon { start = colon + 1 }
      return file.range(of: start..<file.lineBytes(hole.lines.upperBound).upperBound)
    }
  }

  /// Removes the entry with an error; false if its end is unclear.
  mutating func leaveOut(_ fault: SyntaxFault) -> Bool {
    attempts += 1
    let line = fault.diagnostic.range.start.line - 1
    // An error in a removed entry is caused by its removal.
    guard attempts <= Self.maxErrors, !isEmpty(line) else { return false }
    guard !file.scan.holdsOddLineEnds, text.count <= Self.maxBytes, let lines = entry(around: line) else {
      last = fault
      return false
    }
    // An error above an earlier one, such as an open quote, has caused that one.
    for hole in holes where hole.lines.lowerBound >= lines.lowerBound { restore(hole) }
    holes.removeAll { $0.lines.lowerBound >= lines.lowerBound }
    guard lines.allSatisfy(canLeaveOut) else {
      last = fault
      return false
    }
    for line in lines { blank(file.lineBytes(line + 1)) }
    holes.append(Hole(fault: fault, lines: lines))
    return true
  }

  /// Whether a line starts with a character of one byte, so that `#` moves no other, and has no anchor that the rest may need.
  private func canLeaveOut(_ line: Int) -> Bool {
    let bytes = file.lineBytes(line + 1)
    let isAnchor = { (at: Int) in
      file.bytes[at] == UInt8(ascii: "&") && at > bytes.lowerBound && LineShape.isBlank(file.bytes[at - 1]) && at + 1 < bytes.upperBound
        && !LineShape.isBlank(file.bytes[at + 1])
    }
    return file.bytes[bytes].first.map { $0 < 0x80 } ?? true && !bytes.contains(where: isAnchor)
  }

  /// Makes a line a comment, without quotes and brackets that could close those of an entry above.
  private mutating func blank(_ line: Range<Int>) {
    for at in line where text[at] < 0x80 { text[at] = at == line.lowerBound ? UInt8(ascii: "#") : UInt8(ascii: " ") }
  }

  private mutating func restore(_ hole: Hole) {
    let bytes = file.lineBytes(hole.lines.lowerBound + 1).lowerBound..<file.lineBytes(hole.lines.upperBound).upperBound
    text.replaceSubrange(bytes, with: file.bytes[bytes])
  }

  /// Returns the lines of the entry to remove; nil if the lines above do not show it.
  private func entry(around line: Int) -> Range<Int>? {
    guard !isEmpty(line) else { return nil }
    var path = [line]
    var indent = indent(line)
    var above = line - 1
    while above >= 0, indent > 0 {
      if !isEmpty(above), self.indent(above) < indent {
        guard shape(above).colon != nil else { return nil }
        path.append(above)
        indent = self.indent(above)
      }
      above -= 1
    }
    path.reverse()
    let first = path[min(depth(path.map(key)), path.count - 1)]
    let isTabbed = shape(first).hasTabIndent
    var end = line + 1
    var next = end
    while next < file.lineCount, isEmpty(next) || self.indent(next) > self.indent(first) || isTabbed && shape(next).hasTabIndent {
      next += 1
      if !isEmpty(next - 1) { end = next }
    }
    return first..<end
  }

  /// Returns the key of a line, with its quotes; empty if there is none.
  private func key(_ line: Int) -> String {
    shape(line).key.map { String(decoding: file.bytes[$0], as: UTF8.self) } ?? ""
  }

  private func shape(_ line: Int) -> LineShape { file.shape(ofLine: line + 1) }

  private func start(_ line: Int) -> Int { file.lineBytes(line + 1).lowerBound }

  private func indent(_ line: Int) -> Int { shape(line).indent }

  /// True for a line without content: blank, a comment, `---`, or one that was left out.
  private func isEmpty(_ line: Int) -> Bool {
    let bytes = file.lineBytes(line + 1)
    return LineShape(text, bytes).isEmpty || text[bytes].starts(with: "---".utf8)
  }
}
