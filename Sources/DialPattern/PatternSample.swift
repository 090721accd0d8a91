extension Pattern {
  /// Returns a text that the pattern matches, with at least this many characters if a repeated part can be longer; nil if none is found.
  package func sample(atLeast length: Int = 0) -> String? {
    var parser = PatternParser(text, .ecmaScript)
    guard let node = try? parser.parse() else { return nil }
    let short = PatternSampler(sets: parser.sets).sample(of: node)
    let texts = [short, short.map { length - $0.count }.flatMap { PatternSampler(sets: parser.sets, more: max($0, 0)).sample(of: node) }]
    let found = texts.compactMap(\.self).filter { search($0) == .matched }
    return found.first { $0.unicodeScalars.count >= length } ?? found.first
  }
}

/// Writes a text for a pattern: of each choice the first, of each repetition the fewest. Assertions are not looked at.
private struct PatternSampler {
  private static let maxLength = 1000
  /// Characters that stand for a set in examples, before any other.
  private static let usual = "aA1bB2cC-_.@/: "

  let sets: [ScalarSet]
  /// How many characters the first repetition without a limit adds.
  var more = 0

  /// Returns nil if the text would be too long, or if a set is empty.
  func sample(of node: PatternNode) -> String? {
    var (text, more) = ("", more)
    return write(node, to: &text, &more) ? text : nil
  }

  private func write(_ node: PatternNode, to text: inout String, _ more: inout Int) -> Bool {
    guard text.utf8.count < Self.maxLength else { return false }
    switch node {
    case .character(let number):
      guard let scalar = scalar(of: sets[number]) else { return false }
      text.unicodeScalars.append(scalar)
      return true
    case .sequence(let nodes): return nodes.allSatisfy { write($0, to: &text, &more) }
    case .choice(let nodes): return nodes.first.map { write($0, to: &text, &more) } ?? true
    case .loop(let inner, let min, let max):
      let extra = Swift.min(more, max.map { $0 - min } ?? more)
      more -= extra
      guard min + extra <= Self.maxLength else { return false }
      return (0..<min + extra).allSatisfy { _ in write(inner, to: &text, &more) }
    case .assertion, .look: return true
    }
  }

  private func scalar(of set: ScalarSet) -> Unicode.Scalar? {
    Self.usual.unicodeScalars.first { set.contains($0.value) }
      ?? (0x21...0x2FFF).lazy.compactMap(Unicode.Scalar.init(_:)).first { set.contains($0.value) }
  }
}
