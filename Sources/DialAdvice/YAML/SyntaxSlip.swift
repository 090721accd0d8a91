package import DialSyntax

/// A mistake of YAML with its line, from which the mechanisms in this folder say what was probably meant.
package struct SyntaxSlip {
  let fault: SyntaxFault
  /// The finding in plain words.
  let finding: Diagnostic
  let file: SourceFile
  /// The offset of the mistake.
  let at: Int
  let line: LineShape
  /// The text that quotes would make one value: that of the line, or of the item inside brackets, if it is on one line.
  let value: Range<Int>?

  package init(_ fault: SyntaxFault, _ finding: Diagnostic) {
    (self.fault, self.finding, file) = (fault, finding, finding.range.file)
    at = finding.range.offsets.lowerBound
    line = file.shape(at: at)
    value = fault.isInBrackets ? Self.item(around: at, in: file.bytes, line.line) : line.value
  }

  /// Returns the findings of a document that is not a spec, with advice.
  package static func diagnostics(of document: YAMLDocument) -> [Diagnostic] {
    (document.findings + document.faults.map { SyntaxSlip($0, $0.diagnostic).advice() ?? $0.diagnostic }).inOrder()
  }

  /// Returns a better finding; nil if there is none.
  ///
  /// - Parameter more: advice for one kind of document, which knows more about its texts than that quotes make them valid.
  package func advice(_ more: (SyntaxSlip) -> Diagnostic? = { _ in nil }) -> Diagnostic? {
    switch fault.kind {
    case .tab: spaces
    case .indentation: indentation
    case .continuation: more(self) ?? indentation
    case .missingColon: missingDash ?? missingColon
    case .colon, .start, .trailing: typographic ?? braces ?? more(self) ?? apostrophe ?? spareBracket ?? quotes
    case .missingValue: more(self)
    case .openQuote: closingQuote
    case .openBracket: closingBracket
    case .other: nil
    }
  }

  var bytes: [UInt8] { file.bytes }
  /// The line from the mistake on.
  var rest: ArraySlice<UInt8> { bytes[line.line].suffix(from: min(at, line.line.upperBound)) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the finding with another message, and a fix-it if there is a range.
  func mended(
    _ message: String?, _ fix: String = "", _ range: Range<Int>? = nil, _ replacement: String = "", hidesLine: Bool = false
  ) -> Diagnostic {
    var mended = finding
    mended.message = message ?? finding.message
    mended.fixIts = range.map { [.init(fix, range: file.range(of: $0), replacement: replacement)] } ?? []
    mended.hidesLine = hidesLine
    return mended
  }

  /// Returns the item of a list or mapping around an offset. A comma inside parentheses does not end it.
  private static func item(around offset: Int, in bytes: [UInt8], _ line: Range<Int>) -> Range<Int>? {
    var starts = [line.lowerBound]
    var (depth, parens, end) = (0, 0, line.upperBound)
    scan: for at in line {
      if at == offset { depth = starts.count }
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): starts.append(at + 1)
      case UInt8(ascii: "("): parens += 1
      case UInt8(ascii: ")"): parens -= 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if starts.count == depth {
          end = at
          break scan
        }
        // A bracket that was opened on a line above.
        if starts.count == 1 { starts[0] = at + 1 } else { starts.removeLast() }
      case UInt8(ascii: ","):
        if depth == 0 { starts[starts.count - 1] = at + 1 }
        if starts.count == depth, parens <= 0 {
          end = at
          break scan
        }
      case UInt8(ascii: ":") where at < min(offset, line.upperBound - 1) && LineShape.isBlank(bytes[at + 1]):
        (starts[starts.count - 1], parens) = (at + 1, 0)
      default: break
      }
    }
    guard depth > 0, starts.count == depth else { return nil }
    return LineShape.trimmed(bytes, starts[depth - 1]..<end)
  }
}
