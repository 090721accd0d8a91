/// Where the slices of a scalar's text stand in its file: compared with the file once, then asked as often as wanted.
///
/// Exact for plain, quoted and block texts, also over several lines and with escapes. The range of the whole node where it
/// cannot be told: for an alias, a list or a mapping, or a slice beyond the text.
public struct ScalarPlaces: Sendable {
  private enum Way {
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
    let file = whole.file
    let source = file.offset(of: whole.start)..<file.offset(of: whole.end)
    count = scalar.text.utf8.count
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
    case .verbatim(let start): return whole.file.range(of: start + utf8.lowerBound..<start + utf8.upperBound)
    case .mapped(let map): return whole.file.range(of: map.source(of: utf8))
    case .unknown: return whole
    }
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
