/// A regular expression of ECMA-262, as JSON Schema's `pattern` and OpenAPI documents have it, or of RFC 9485 (I-Regexp).
///
/// ```swift
/// Pattern("^[a-z]+$").search("abc")        // .matched
/// Pattern(#"(a)\1"#).search("aa")          // .unknown
/// ```
///
/// Patterns and texts are untrusted. A match follows all alternatives at once and never goes back, so its time is at most the length of
/// the text times the size of the pattern, and it stops after a number of steps. Captures are not needed, so that lookarounds are matched
/// in the same way: each says at which positions it holds before the rest is matched. What cannot be matched like this, backreferences, is
/// unknown.
///
/// A character is a Unicode scalar, as with the flag `u`. A letter after a backslash that ECMA-262 does not define means something in the
/// language of the author, so the pattern is unknown. Other characters are literal where ECMA-262 without the flag takes them so.
package struct Pattern: Sendable {
  /// Whether a text matches.
  package enum Outcome: Sendable, Hashable {
    case matched
    case unmatched
    /// The pattern is not understood, or the match takes more steps than are allowed.
    case unknown
  }

  /// The maximum number of steps of one match: some tens of milliseconds.
  package static let maxSteps = 2_000_000

  /// The pattern as it was written.
  package let text: String
  private let compiled: Result<Program, PatternError>

  /// Reads a pattern.
  package init(_ text: String, syntax: PatternSyntax = .ecmaScript) {
    self.text = text
    compiled = Result { () throws(PatternError) in
      var parser = PatternParser(text, syntax)
      let node = try parser.parse()
      return try Program(node, parser.sets)
    }
  }

  /// Why the pattern is not understood; nil if it is.
  package var error: PatternError? {
    if case .failure(let error) = compiled { error } else { nil }
  }

  /// The number of instructions, which the time for reading the pattern grows with.
  package var size: Int {
    switch compiled {
    case .success(let program): program.count
    case .failure: Program.maxCount
    }
  }

  /// Whether a part of a text matches, as in JSON Schema.
  package func search(_ subject: String) -> Outcome {
    var steps = Self.maxSteps
    return search(subject, steps: &steps)
  }

  /// Whether a whole text matches.
  package func match(_ subject: String) -> Outcome {
    var steps = Self.maxSteps
    return match(subject, steps: &steps)
  }

  /// Whether a part of a text matches; takes at most `steps`, and subtracts those that were taken.
  package func search(_ subject: String, steps: inout Int) -> Outcome { run(subject, whole: false, &steps) }

  /// Whether a whole text matches; takes at most `steps`, and subtracts those that were taken.
  package func match(_ subject: String, steps: inout Int) -> Outcome { run(subject, whole: true, &steps) }

  private func run(_ subject: String, whole: Bool, _ steps: inout Int) -> Outcome {
    guard case .success(let program) = compiled, subject.utf8.count <= steps else { return .unknown }
    var matcher = Matcher(subject, steps: steps)
    let found = matcher.run(program, whole: whole)
    steps = max(0, matcher.steps)
    return found.map { $0 ? .matched : .unmatched } ?? .unknown
  }
}

extension Pattern: Hashable {
  package static func == (a: Pattern, b: Pattern) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
