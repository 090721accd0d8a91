import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// What was meant by a word that is not one of those that are known.
struct WordSlip {
  let word: UnknownWord
  let finding: Diagnostic

  /// Whether a similar word may be looked for.
  let mayConsumeTime: Bool

  /// Formats whose names are similar to a built-in word but not a mistake.
  private static let formats: Set = [
    "bson", "cbor", "hjson", "html", "json5", "jsonb", "jsonc", "jsonl", "ndjson", "toml", "ubjson",
  ]

  var advice: Diagnostic? {
    switch word.id {
    case .unknownType: return type
    case .method: return method
    default: break
    }
    return (habit ?? nearest).map { known($0) }
  }

  /// Returns the finding with the word that was meant.
  private func known(_ meant: String, fix: String = "replace with") -> Diagnostic {
    var better = finding
    // A codec of a program may have any name, but one that is almost built in would hide the mistake.
    if finding.severity == .note { (better.severity, better.id) = (.error, word.id.rawValue) }
    better.message = word.message(meant: meant)
    better.fixIts = word.isWhole ? [.init(fix, range: finding.range, replacement: meant)] : []
    return better
  }

  private var nearest: String? {
    guard mayConsumeTime, finding.severity != .note || !Self.formats.contains(word.word.lowercased()),
      let nearest = Suggestion.nearest(to: word.word, among: word.known)
    else { return nil }
    // A longer word means something else: 'unixms' is not 'unix'.
    let isOther = word.id == .expectedValue && word.word.hasPrefix(nearest) && word.word.count > nearest.count + 1
    return isOther ? nil : nearest
  }

  /// The word of another tool for the value of a key, an encoding or a codec.
  private var habit: String? {
    switch word.id {
    case .encoding, .codec: ForeignWords.encoding(meantBy: word.word, among: word.known)
    default: ValueSlip.words[word.whole.filter { $0 != "'" }]?[word.word]
    }
  }

  /// A method, in any case or as a verb of another tool.
  private var method: Diagnostic? {
    if let meant = Habits.methods[word.word.uppercased()] {
      var better = finding
      better.id = word.id.rawValue
      better.message = "unknown method '\(word.word)'; did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?"
      better.notes = [.init("a custom method requires the long form with 'hasBody: true' or 'hasBody: false'")]
      let isSure = Habits.methodNames.contains(word.word.uppercased())
      better.fixIts = isSure || meant.count > 1 ? meant.map { .init("replace the method", range: better.range, replacement: $0) } : []
      return better
    }
    return nearest.map { known($0) }
  }

  private var type: Diagnostic? {
    if let meant = ForeignWords.types[word.word.lowercased()] { return known(meant, fix: "replace the type") }
    if let meaning = Habits.attributes[word.word] { return better(.parameter, "unexpected '\(word.word)'; \(meaning)") }
    let name = before.split(whereSeparator: { " \t.?*!+".contains($0) }).last.map(String.init) ?? ""
    if ["header", "cookie"].contains(name), word.word.contains("-") {
      return better(
        .place, "the location must be directly before the name; write '\(name).\(word.word)'", fix: "write '.'", with: ".")
    }
    if word.word.utf8.first.map({ $0 &- 0x61 < 26 }) ?? false, let meant = Habits.parameter(meantBy: name, word.word) {
      return better(.parameter, "unexpected '\(word.word)'; write '\(meant)', or insert a comma if it is another parameter")
    }
    if let text = ownText { return text }
    if let meant = nearest { return known(meant) }
    guard word.word.first?.isLowercase ?? false, word.what == "type" else { return nil }
    return lowercase
  }

  /// The lowercase name of the type itself, as the only value of a member: `Cat: {kind: cat}`. A type is rarely a member of itself.
  private var ownText: Diagnostic? {
    let file = finding.range.file
    guard word.what == "type", word.word.allSatisfy({ $0.isLowercase || $0 == "_" }) else { return nil }
    let start = finding.range.offsets.lowerBound
    let first = file.lineBytes(finding.range.start.line).lowerBound
    guard start - first < 300 else { return nil }
    let line = String(decoding: file.bytes[first..<start], as: UTF8.self)
    guard line.wholeMatch(of: #/\s*(\w+): *\{.*\w+: +/#)?.1.lowercased() == word.word else { return nil }
    var better = finding
    better.message = "unknown type '\(word.word)'; to allow only the text '\(word.word)', write it in double quotes: '\"\(word.word)\"'"
    better.fixIts = [.init("quote the text", range: finding.range, replacement: "'\"\(word.word)\"'")]
    return better
  }

  /// The text between the bracket or comma before the word and the blanks before it.
  private var before: Substring {
    let file = finding.range.file
    let start = finding.range.offsets.lowerBound
    // Of a long line with thousands of such words, only what is near.
    let line = file.bytes[max(file.lineBytes(finding.range.start.line).lowerBound, start - 300)..<start]
    let text = String(decoding: line, as: UTF8.self)
    let item = text.lastIndex { ",([".contains($0) }.map { text[text.index(after: $0)...] } ?? ""
    return item.last == " " ? item : ""
  }

  private func better(_ id: FindingID, _ message: String, fix: String = "", with text: String? = nil) -> Diagnostic {
    var better = finding
    (better.id, better.message) = (id.rawValue, message)
    better.fixIts = text.map { [.init(fix, range: blanks, replacement: $0)] } ?? []
    return better
  }

  /// The blanks before the word.
  private var blanks: SourceRange {
    let (file, start) = (finding.range.file, finding.range.offsets.lowerBound)
    let blanks = file.bytes[..<start].reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return file.range(of: (start - blanks)..<start)
  }

  /// A lowercase word, before which a comma is missing.
  private var lowercase: Diagnostic {
    var better = finding
    better.message = "'\(word.word)' is not a valid type; type names start with a capital letter, and members are separated by commas"
    let after = finding.range.file.bytes[finding.range.offsets.upperBound...].first
    if !before.isEmpty, after.map({ !"[(<{".utf8.contains($0) }) ?? true {
      better.fixIts = [.init("insert a comma", range: blanks, replacement: ", ")]
    }
    return better
  }
}
