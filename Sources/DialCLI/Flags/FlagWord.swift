import ArgumentParser

/// A flag, or a word of a command, whose value is one of a few words.
///
/// What the parser finds out about an enumeration by itself goes through key paths and the conformances of its collections, which the
/// runtime looks for among all that are linked: it costs more than all else about the flag. So it is said here.
protocol FlagWord: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension FlagWord {
  init?(argument: String) { self.init(rawValue: argument) }

  static var allValueStrings: [String] {
    var words: [String] = []
    for value in allCases { words.append(value.rawValue) }
    return words
  }

  /// None of them needs more than its name.
  static var allValueDescriptions: [String: String] { [:] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { rawValue }
}
