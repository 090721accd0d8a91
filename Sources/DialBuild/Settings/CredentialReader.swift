import DialModel
import DialPolicies
import DialSyntax

/// Reads credentials of one kind, as its syntax says.
struct CredentialReader {
  let kind: any CredentialKind
  let syntax: CredentialSyntax
  let findings: Findings

  /// Reads the words after the kind.
  func line(_ words: ArraySlice<(text: String, range: SourceRange)>, _ node: Node) -> AuthModel? {
    var declared = CredentialDeclaration(range: node.range)
    for (key, word) in zip(syntax.line, words) {
      switch key.form {
      case .headerName where !HeaderRules.isToken(word.text) || HeaderRules.isOwned(word.text):
        return findings.fail(
          .auth, "'\(word.text)' is not a valid header for a key; use a name such as X-Api-Key", at: word.range)
      case .headerName, .itemName: declared.settings[key.name] = word.text
      case .text, .secret, .word, .seconds: declared.parts.append(key.part(Text(word.text, range: node.range, arguments: false)))
      }
    }
    return credential(declared, [:])
  }

  /// Reads `{aws4: {key: "${KEY}", secret: "${SECRET}"}}`.
  func mapping(_ entry: Entry, in node: Node) -> AuthModel? {
    findings.refuseKeys(besides: kind.name, in: node, "remove it")
    return mapping(entry.value, in: node)
  }

  /// Reads the keys of the kind: `{scheme: Bot, token: "${TOKEN}"}`.
  func mapping(_ keys: Node, in node: Node) -> AuthModel? {
    var (texts, settings, ranges): ([String: Text], [String: String], [String: SourceRange]) = ([:], [:], [:])
    let before = findings.faults.count
    KeyTable.of(kind).read(keys, findings) { inner in
      guard let key = syntax.keys.first(where: { $0.name == inner.name }) else { return }
      ranges[key.name] = inner.value.range
      switch key.form {
      case .word(let words): settings[key.name] = WordTable.word(inner.value, of: key.name, among: words, findings)
      case .seconds:
        settings[key.name] = Values.duration(inner.value, key.name, findings).map { String($0.components.seconds) }
      case .headerName, .itemName: settings[key.name] = Values.text(inner.value, "a name for '\(key.name)'", findings)
      case .text, .secret:
        guard let text = Values.text(inner.value, "a string for '\(key.name)'", findings) else { return }
        TextRules.check(text, of: inner.value, findings)
        texts[key.name] = Text(text, range: inner.value.range, arguments: false)
      }
    }
    guard syntax.required.allSatisfy({ texts[$0.name] != nil || settings[$0.name] != nil }) else {
      if findings.faults.count == before {
        let names = syntax.required.map { "'\($0.name)'" }.joined(separator: " and ")
        let example = syntax.required.map { "\($0.name): \"${\($0.name.uppercased())}\"" }.joined(separator: ", ")
        findings.error(.missingKey, "'\(kind.name)' requires \(names); write {\(example)}", at: node.range)
      }
      return nil
    }
    var declared = CredentialDeclaration(range: node.range)
    declared.parts = syntax.keys.compactMap { key in texts[key.name].map(key.part) }
    declared.settings = settings
    return credential(declared, ranges)
  }

  /// Reports what is wrong with the values. A literal secret is a warning, because others can read the spec.
  private func credential(_ declared: CredentialDeclaration, _ ranges: [String: SourceRange]) -> AuthModel {
    let literals = declared.parts.filter { part in
      part.isSecret && part.text.literal.map { !$0.isEmpty } ?? false
    }
    for range in literals.map(\.text.range).distinct() {
      findings.warnOfLiteral(syntax.secret, as: syntax.secret.uppercased(), at: range)
    }
    for fault in kind.faults(declared) {
      let range = fault.key.flatMap { ranges[$0] } ?? declared.range
      if fault.isWarning { findings.warning(.noEffect, fault.message, at: range) } else { findings.error(.auth, fault.message, at: range) }
    }
    return .one(kind.credential(declared))
  }
}
