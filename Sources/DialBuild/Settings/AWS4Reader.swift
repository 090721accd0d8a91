import DialModel
import DialSyntax

/// Reads `aws4`: a line, `aws4 ${KEY} ${SECRET} s3 eu-west-1`, or a mapping with all settings.
struct AWS4Reader {
  let findings: Findings

  func line(_ words: [String], _ node: Node) -> AuthModel? {
    let texts = words.dropFirst().map { Text($0, range: node.range, arguments: false) }
    guard (2...5).contains(texts.count) else {
      return findings.fail(
        .auth,
        "'aws4' requires a key and secret, and accepts a service, region and session token; write aws4 ${KEY} ${SECRET} s3 eu-west-1",
        at: node.range, hidesLine: true)
    }
    return made(
      .init(range: node.range, key: texts[0], secret: texts[1], token: texts[safe: 4], service: texts[safe: 2], region: texts[safe: 3]))
  }

  func mapping(_ entry: Entry, in node: Node) -> AuthModel? {
    findings.refuseKeys(besides: "aws4", in: node, "remove it")
    var texts: [String: Text] = [:]
    var payload = AWS4Model.Payload.signed
    var carrier = AWS4Model.Carrier.header
    var expires: (seconds: Int, range: SourceRange)?
    let before = findings.diagnostics.count
    KeyTable.aws4.read(entry.value, findings) { inner in
      switch inner.name {
      case "payload": payload = WordTable.payload.choice(inner.value, findings) ?? payload
      case "carrier": carrier = WordTable.carrier.choice(inner.value, findings) ?? carrier
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
      findings.warnOfLiteral(at: text.range)
    }
    return .aws4(model)
  }
}
