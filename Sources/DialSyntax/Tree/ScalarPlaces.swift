/// Finds the ranges in the file of slices of a scalar's text. It compares text and file once, for any number of slices.
///
/// The ranges are exact for plain, quoted and block texts, also over several lines and with escapes. For an alias, a list, a mapping
/// or a slice beyond the text, the result is the range of the whole node.
public struct ScalarPlaces: Sendable {
  private enum Lookup {
    /// The text is ASCII on one line, written as it is, and starts at a position.
    case line(Position)
    /// The text is in the file byte for byte, from an offset on.
    case verbatim(Int)
    case mapped(ScalarSourceMap)
    case unknown
  }

  private let whole: SourceRange
  private let count: Int
  private let lookup: Lookup

  /// Compares a node's text with its file.
  public init(_ node: Node) {
    whole = node.range
    guard let scalar = node.scalar else {
      (count, lookup) = (0, .unknown)
      return
    }
    count = scalar.text.utf8.count
    let file = whole.file
    if let start = scalar.lineStart(whole) {
      lookup = .line(start)
      return
    }
    let source = file.offset(of: whole.start)..<file.offset(of: whole.end)
    if let start = scalar.verbatimStart(in: file.bytes, source) {
      lookup = .verbatim(start)
    } else if let map = ScalarSourceMap(scalar, in: file.bytes, source) {
      lookup = .mapped(map)
    } else {
      lookup = .unknown
    }
  }

  /// The range of a slice.
  ///
  /// - Parameter utf8: offsets into the UTF-8 of the text.
  public func range(of utf8: Range<Int>) -> SourceRange {
    guard utf8.lowerBound >= 0, utf8.upperBound <= count else { return whole }
    switch lookup {
    case .line(let start):
      return SourceRange(file: whole.file, start: start.moved(utf8.lowerBound), end: start.moved(utf8.upperBound))
    case .verbatim(let start): return whole.file.range(of: start + utf8.lowerBound..<start + utf8.upperBound)
    case .mapped(let map): return whole.file.range(of: map.source(of: utf8))
    case .unknown: return whole
    }
  }
}

extension Position {
  /// A position on the same line, `columns` further on.
  fileprivate func moved(_ columns: Int) -> Position { Position(line: line, column: column + columns) }
}

extension Scalar {
  /// Where the text begins, if it is plain ASCII on one line: then it has as many columns as bytes. An alias has the text of another node.
  fileprivate func lineStart(_ range: SourceRange) -> Position? {
    guard style == .plain, range.start.line == range.end.line, range.end.column - range.start.column == text.utf8.count,
      range.file.byte(at: range.start) != UInt8(ascii: "*")
    else { return nil }
    return range.start
  }

  /// Where the text begins in the source, if it is there byte for byte.
  fileprivate func verbatimStart(in bytes: [UInt8], _ source: Range<Int>) -> Int? {
    let border: Int
    switch style {
    case .plain: border = 0
    case .singleQuoted, .doubleQuoted: border = 1
    case .literal, .folded: return nil
    }
    guard source.count == text.utf8.count + 2 * border else { return nil }
    let content = bytes[source.lowerBound + border..<source.upperBound - border]
    return content.elementsEqual(text.utf8) ? content.startIndex : nil
  }
}
