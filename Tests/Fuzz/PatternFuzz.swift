import DialPattern

/// The first line is a regular expression, the rest is the text.
enum PatternFuzz {
  static func take(_ bytes: [UInt8]) {
    let (line, rest) = cut(bytes)
    guard let source = text(line) else { return }
    let subject = text(rest) ?? ""
    for syntax in [PatternSyntax.ecmaScript, .iRegexp] {
      let pattern = Pattern(source, syntax: syntax)
      if let error = pattern.error {
        claim((0...line.count).contains(error.offset), "an offset outside of the pattern: \(error)")
        claim(pattern.search(subject) == .unknown, "a pattern that is not understood, and matches")
        return
      }
      var steps = 100_000
      let found = pattern.search(subject, steps: &steps)
      let whole = pattern.match(subject, steps: &steps)
      claim(steps >= 0, "more steps than allowed")
      claim(whole != .matched || found != .unmatched, "a text that matches as a whole, but has no part that does")
    }
  }
}
