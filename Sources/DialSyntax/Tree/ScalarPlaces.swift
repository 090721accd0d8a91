/// Where the slices of a scalar's text stand in its file: compared with the file once, then asked as often as wanted.
///
/// Exact for plain, quoted and block texts, also over several lines and with escapes. The range of the whole node where it
/// cannot be told: for an alias, a list or a mapping, or a slice beyond the text.
public struct ScalarPlaces: Sendable {
  private enum Way {
    /// The text is ASCII and stands in one line as it is, from a place.
    case line(Position)
    /// The text stands in the file byte for byte, from an offset.
    case verbatim(Int)
    case mapped(ScalarSourceMap)
    case unknown
  }

  private let whole: SourceRange
  private let count: Int
  private let way: Way

  /// The places of a node's text.
  public init(_ node: Node) {
    whole = node.range
    guard let scalar = node.scalar else {
      (count, way) = (0, .unknown)
      return
    }
    count = scalar.text.utf8.count
    let file = whole.file
    if let start = scalar.lineStart(whole) {
      way = .line(start)
      return
    }
    let source = file.offset(of: whole.start)..<file.offset(of: whole.end)
    if let start = scalar.verbatimStart(in: file.bytes, source) {
      way = .verbatim(start)
    } else if let map = ScalarSourceMap(scalar, in: file.bytes, source) {
      way = .mapped(map)
    } else {
      way = .unknown
    }
  }

  /// The place of a slice.
  ///
  /// - Parameter utf8: offsets into the UTF-8 of the text.
  public func range(of utf8: Range<Int>) -> SourceRange {
    guard utf8.lowerBound >= 0, utf8.upperBound <= count else { return whole }
    switch way {
    case .line(let start):
      return SourceRange(file: whole.file, start: start.moved(utf8.lowerBound), end: start.moved(utf8.upperBound))
    case .verbatim(let start): return whole.file.range(of: start + utf8.lowerBound..<start + utf8.upperBound)
    case .mapped(let map): return whole.file.range(of: map.source(of: utf8))
    case .unknown: return whole
    }
  }
}

extension Position {
  /// A place of the same line, so many characters behind this one.
  fileprivate func moved(_ columns: Int) -> Position { Position(line: line, column: column + columns) }
}

extension Scalar {
  /// Where the text begins, if it is plain ASCII in one line: then as many columns as bytes stand there. At an alias another
  /// text stands.
  fileprivate func lineStart(_ range: SourceRange) -> Position? {
    guard style == .plain, range.start.line == range.end.line, range.end.column - range.start.column == text.utf8.count,
      range.file.byte(at: range.start) != UInt8(ascii: "*")
    else { return nil }
    return range.start
  }

  /// Where the text begins in the source, if it stands there byte for byte.
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
