import DialCore

extension PathPattern {
  /// The values of the placeholders, decoded, where a path fits; nil where it does not.
  ///
  /// - Parameter path: in the form of ``normal(_:)``.
  func match(_ path: [UInt8]) -> [String: String]? {
    var walk = Walk(tokens: tokens, path: path)
    guard walk.fits(0, 0) else { return nil }
    return Dictionary(
      walk.values.map { ($0.name, PercentEncoding.decode(String(decoding: path[$0.range], as: UTF8.self))) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The path of a placeholder's own segments taken from another path: what it would look like if only its literals differed.
  func filled(from path: String) -> String {
    let given = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    var index = 0
    var out = ""
    for token in tokens {
      switch token {
      case .literal(let bytes):
        for byte in bytes where byte == UInt8(ascii: "/") { index += 1 }
        out += String(decoding: bytes, as: UTF8.self)
      case .value(let name, _): out += index >= 1 && index <= given.count ? given[index - 1] : "{\(name)}"
      case .fork: break
      }
    }
    return out
  }
}

/// A search for a way through a pattern that remembers where there is none, so that no path takes it long.
private struct Walk {
  let tokens: [PathPattern.Token]
  let path: [UInt8]
  var values: [(name: String, range: Range<Int>)] = []
  private var dead: Set<Int> = []

  init(tokens: [PathPattern.Token], path: [UInt8]) {
    self.tokens = tokens
    self.path = path
  }

  mutating func fits(_ token: Int, _ at: Int) -> Bool {
    if token == tokens.count { return at == path.count }
    let place = token * (path.count + 1) + at
    if dead.contains(place) { return false }
    let isFit = step(token, at)
    if !isFit { dead.insert(place) }
    return isFit
  }

  private mutating func step(_ token: Int, _ at: Int) -> Bool {
    switch tokens[token] {
    case .literal(let bytes): return path[at...].starts(with: bytes) && fits(token + 1, at + bytes.count)
    case .fork(let end): return fits(token + 1, at) || fits(end, at)
    case .value(let name, let reach):
      for end in ends(reach, at).reversed() {
        values.append((name, at..<end))
        if fits(token + 1, end) { return true }
        values.removeLast()
      }
      return false
    }
  }

  /// Where the value of a placeholder may end.
  private func ends(_ reach: PathPattern.Reach, _ at: Int) -> Range<Int> {
    let segment = path[at...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
    switch reach {
    case .segment: return at < segment ? at + 1..<segment + 1 : 0..<0
    case .rest: return at..<path.count + 1
    case .after(let sign):
      guard at < path.count, path[at] == sign else { return at..<at + 1 }
      return at..<(sign == UInt8(ascii: "/") ? path.count : segment) + 1
    }
  }
}
