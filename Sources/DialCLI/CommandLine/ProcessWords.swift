/// The words that the process was started with.
enum ProcessWords {
  /// Each as text; where bytes are no UTF-8 there is U+FFFD, and `fault` says so.
  static var all: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// That a word is no text, and would be sent as another one.
  static func fault(in words: [String]) -> Failure? {
    let suspects = words.indices.filter { words[$0].unicodeScalars.contains("\u{FFFD}") }
    guard let index = suspects.first(where: { !isText($0 + 1) }) else { return nil }
    // What it holds may be a secret.
    return .usage(
      "word \(index + 1) behind 'dial' is not UTF-8: it could not be sent as it stands",
      hint: "bytes are given by a file: name@file, or _@file for a whole body")
  }

  private static func isText(_ index: Int) -> Bool {
    guard index < Int(CommandLine.argc), let word = CommandLine.unsafeArgv[index] else { return true }
    return String(validatingCString: word) != nil
  }
}
