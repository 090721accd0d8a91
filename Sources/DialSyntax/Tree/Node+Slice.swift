extension Node {
  /// The place in the file of a slice of the scalar's text.
  ///
  /// Exact for plain, quoted and block texts, also over several lines and with escapes. The range of the whole node
  /// where it cannot be told: for an alias, a list or a mapping, or a slice beyond the text.
  ///
  /// - Parameter utf8: offsets into the UTF-8 of `text`.
  public func range(of utf8: Range<Int>) -> SourceRange {
    guard let scalar, utf8.lowerBound >= 0, utf8.upperBound <= scalar.text.utf8.count else { return range }
    let file = range.file
    let source = file.offset(of: range.start)..<file.offset(of: range.end)
    if let start = scalar.verbatimStart(in: file.bytes, source) {
      return file.range(of: start + utf8.lowerBound..<start + utf8.upperBound)
    }
    guard let map = ScalarSourceMap(scalar, in: file.bytes, source) else { return range }
    return file.range(of: map.source(of: utf8))
  }
}

extension Scalar {
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
