import DialModel
import DialSyntax

/// Reads `encoding` and `decode`: a built-in word, or the name of a codec that a program registers.
struct CodecReader {
  /// Formats whose names are near a built-in word and no slip of it.
  private static let formats: Set = [
    "bson", "cbor", "hjson", "html", "json5", "jsonb", "jsonc", "jsonl", "ndjson", "toml", "ubjson",
  ]

  let findings: Findings

  func encoding(_ node: Node) -> Encoding? { name(node, "encoding", .encoding, among: Encoding.words).map { Encoding($0) } }

  func decode(_ node: Node) -> String? { name(node, "codec", .codec, among: ReplyFormat.allCases.map(\.rawValue)) }

  private func name(_ node: Node, _ what: String, _ id: FindingID, among words: [String]) -> String? {
    guard let word = Values.text(node, "the name of \(what == "codec" ? "a" : "an") \(what)", findings) else { return nil }
    if words.contains(word) { return word }
    let nearest = Self.formats.contains(word.lowercased()) ? nil : findings.nearest(to: word, among: words)
    if word.isEmpty || nearest != nil {
      findings.unknown(id, what, word, of: "", nearest, among: words, at: node.range)
      return nil
    }
    findings.note(.codec, "'\(word)' is a custom codec; register it in the program: client.codecs[\"\(word)\"] = …", at: node.range)
    return word
  }
}
