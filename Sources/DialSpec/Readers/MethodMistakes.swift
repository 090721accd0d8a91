import DialModel
import DialSyntax

/// Words that are no method here and most likely mean one: verbs of other tools, and misspelt methods.
struct MethodMistakes {
  let findings: Findings

  private static let verbs = [
    "DEL": ["DELETE"], "REMOVE": ["DELETE"], "DESTROY": ["DELETE"], "UPDATE": ["PUT", "PATCH"], "REPLACE": ["PUT"], "MODIFY": ["PATCH"],
    "EDIT": ["PATCH"], "CREATE": ["POST"], "ADD": ["POST"], "INSERT": ["POST"], "SEND": ["POST"], "FETCH": ["GET"], "READ": ["GET"],
    "LIST": ["GET"], "SHOW": ["GET"], "SOCKET": ["WS"], "WEBSOCKET": ["WS"], "WSS": ["WS"],
  ]

  /// Reports a verb; false where the word is none.
  func refuse(_ word: String, at range: SourceRange) -> Bool {
    guard let meant = Self.verbs[word.uppercased()] else { return false }
    report(word, meant, at: range)
    return true
  }

  /// Reports a key without 'hasBody' that is a verb or near a method; false where it is neither.
  func refuse(key word: String, at range: SourceRange) -> Bool {
    if refuse(word, at: range) { return true }
    guard let nearest = findings.nearest(to: word, among: Methods.all) else { return false }
    report(word, [nearest], at: range)
    return true
  }

  private func report(_ word: String, _ meant: [String], at range: SourceRange) {
    findings.error(
      .method, "unknown method '\(word)'; did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?", at: range,
      notes: [.init("a custom method requires the long form with 'hasBody: true' or 'hasBody: false'")],
      fixIts: meant.map { .init("replace the method", range: range, replacement: $0) })
  }
}
