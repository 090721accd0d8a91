import DialBuild
import DialModel
import DialSyntax

/// Credentials in other words. What is not a variable may be a token, and is not repeated.
struct CredentialSlip {
  let text: String
  let node: Node
  let finding: Diagnostic

  private var words: [String] { text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init) }

  var advice: Diagnostic? {
    guard let kind = words.first else { return nil }
    return AuthReader.words.contains(kind) || kind == "none?" ? separated : unknown(kind)
  }

  private func unknown(_ kind: String) -> Diagnostic? {
    var better = finding
    let isClear = words.dropFirst().allSatisfy { AuthReader.areVariables($0) || ForeignPlaceholder($0)?.variable != nil }
    if isClear, let meant = Suggestion.nearest(to: kind, among: AuthReader.words) {
      better.range = node.range(of: 0..<kind.utf8.count)
      better.message = "unknown kind of auth '\(kind)'; did you mean '\(meant)'?"
      better.fixIts = [.init("replace with", range: better.range, replacement: meant)]
      better.hidesLine = false
    } else if ["apikey", "key", "xapikey"].contains(kind.lowercased().filter({ $0 != "-" && $0 != "_" })) {
      better.message += "; for an API key, write 'header X-Api-Key ${KEY}'"
    } else if words.count == 1 {
      better.message += "; for a token, write 'bearer ${TOKEN}'"
      if AuthReader.areVariables(kind) { better.fixIts = [.init("write 'bearer'", range: node.range, replacement: "bearer \(kind)")] }
    }
    return better
  }

  /// `basic ${USER}:${PASSWORD}` and `query key=${KEY}`.
  private var separated: Diagnostic? {
    let sides = words.count == 2 ? words[1].split(maxSplits: 1, whereSeparator: { ":=".contains($0) }) : []
    guard sides.count == 2, sides[1].hasPrefix("${") else { return nil }
    let isName = words[0] == "query" || words[0] == "header"
    guard isName ? Name.isValid(String(sides[0])) : sides[0].hasPrefix("${") else { return nil }
    var better = finding
    better.fixIts = [.init("insert a space", range: node.range, replacement: "\(words[0]) \(sides[0]) \(sides[1])")]
    return better
  }
}
