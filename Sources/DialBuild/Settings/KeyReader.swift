import DialModel
import DialSyntax

extension KeyTable {
  /// Reads each entry of a mapping with these keys. An unknown key is reported, and read under the key that was probably meant.
  ///
  /// - Parameter name: the key of the mapping, if it differs from that of the table.
  func read(_ node: Node, as name: String? = nil, _ findings: Findings, _ body: (Entry) -> Void) {
    var whole: String { "'\(name ?? self.name)'" }
    guard let entries = Values.mapping(node, whole, findings) else { return }
    for entry in entries {
      if contains(entry.name) {
        body(entry)
      } else if !entry.name.hasPrefix("x-") {
        // Read it anyway, so that its absence is not another finding.
        let meant = findings.unknown(entry, of: whole, self)
        if let meant, !entries.contains(where: { $0.name == meant.name }) { body(meant) }
      }
    }
  }
}

extension WordTable {
  /// Reads one of the words, the value of the key with the name of the table.
  ///
  /// - Parameter others: what else is allowed: "a lifetime such as 5m".
  func word(_ node: Node, _ findings: Findings, orElse others: String? = nil) -> String? {
    Self.word(node, of: rawValue, among: words, findings, orElse: others)
  }

  /// Reads one of several words, the value of a key.
  static func word(_ node: Node, of key: String, among words: [String], _ findings: Findings, orElse others: String? = nil) -> String? {
    guard let text = Values.text(node, "a word for '\(key)'", of: key, findings) else { return nil }
    if words.contains(text) { return text }
    findings.unknown(.expectedValue, "value", text, of: "'\(key)'", among: words, orElse: others, at: node.range)
    return nil
  }

  /// Reads one of the words as a value of its type.
  func choice<Word: RawRepresentable>(_ node: Node, _ findings: Findings) -> Word? where Word.RawValue == String {
    word(node, findings).flatMap(Word.init)
  }
}
