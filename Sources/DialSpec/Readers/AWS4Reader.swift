import DialModel
import DialSyntax

/// Reads `aws4`: a line, `aws4 ${KEY} ${SECRET} s3 eu-west-1`, or a mapping with all settings.
struct AWS4Reader {
  let findings: Findings

  func line(_ words: [String], _ node: Node) -> AuthModel? {
    let texts = words.dropFirst().map { Text($0, range: node.range, arguments: false) }
    guard (2...5).contains(texts.count) else {
      findings.error(
        .auth,
        "'aws4' requires a key and secret, and accepts a service, region and session token; write aws4 ${KEY} ${SECRET} s3 eu-west-1",
        at: node.range, hidesLine: true)
      return nil
    }
    func text(_ index: Int) -> Text? { index < texts.count ? texts[index] : nil }
    return made(.init(range: node.range, key: texts[0], secret: texts[1], token: text(4), service: text(2), region: text(3)))
  }

  func mapping(_ entry: Entry, in node: Node) -> AuthModel? {
    for other in node.mapping ?? [] where other.name != "aws4" {
      findings.error(.auth, "'\(other.name)' cannot be combined with 'aws4'; remove it", at: other.key.range)
    }
    var texts: [String: Text] = [:]
    var payload = AWS4Model.Payload.signed
    var carrier = AWS4Model.Carrier.header
    var expires: (seconds: Int, range: SourceRange)?
    let policies = PolicyReader(findings: findings)
    let before = findings.diagnostics.count
    policies.each(entry.value, "aws4", keys: .aws4) { inner in
      switch inner.name {
      case "payload": payload = policies.word(inner.value, "payload", among: .payload).flatMap { .init(rawValue: $0) } ?? payload
      case "carrier": carrier = policies.word(inner.value, "carrier", among: .carrier).flatMap { .init(rawValue: $0) } ?? carrier
      case "expires":
        guard let duration = Values.duration(inner.value, "expires", findings) else { return }
        expires = (Int(duration.components.seconds), inner.value.range)
      default:
        guard let text = Values.text(inner.value, "a string for '\(inner.name)'", findings) else { return }
        VariableMistakes.check(text, of: inner.value, findings)
        texts[inner.name] = Text(text, range: inner.value.range, arguments: false)
      }
    }
    guard let key = texts["key"], let secret = texts["secret"] else {
      if findings.diagnostics.count == before {
        findings.error(.missingKey, "'aws4' requires 'key' and 'secret'; write {key: \"${KEY}\", secret: \"${SECRET}\"}", at: node.range)
      }
      return nil
    }
    if let expires {
      if carrier == .header {
        findings.warning(.noEffect, "'expires' has no effect without 'carrier: query'", at: expires.range)
      } else if !(1...604_800).contains(expires.seconds) {
        findings.error(.auth, "'expires' must be from 1s to 7d", at: expires.range)
      }
    }
    if carrier == .query, payload == .chunked {
      findings.error(.auth, "'payload: chunked' requires 'carrier: header'", at: node.range)
    }
    return made(
      .init(
        range: node.range, key: key, secret: secret, token: texts["token"], service: texts["service"], region: texts["region"],
        payload: payload, carrier: carrier, expires: expires?.seconds ?? 300))
  }

  private func made(_ model: AWS4Model) -> AuthModel {
    for text in [model.secret, model.token].compactMap(\.self) where text.literal?.isEmpty == false {
      findings.warning(
        .literalSecret, "the spec contains a literal secret; use a variable such as ${SECRET} and set its value when calling",
        at: text.range)
    }
    return .aws4(model)
  }
}
