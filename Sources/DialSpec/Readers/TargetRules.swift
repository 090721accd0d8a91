import DialModel

/// Looks at the static parts of a target: credentials and a port in an absolute one, tokens in its query.
struct TargetRules {
  let cursor: Cursor
  let findings: Findings
  /// The bytes of the target.
  let field: Range<Int>

  private static let userInfo = "the target contains credentials; move them to 'auth: basic ${USER} ${PASSWORD}'"

  /// The host with its port, and what stands before an '@'; false after a finding.
  func checkAuthority() -> Bool {
    let bytes = cursor.bytes
    guard let colon = bytes[field].firstIndex(of: UInt8(ascii: ":")) else { return true }
    let start = min(colon + 3, field.upperBound)
    let end = bytes[start..<field.upperBound].firstIndex { "/?#".utf8.contains($0) } ?? field.upperBound
    if let sign = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) {
      findings.error(.target, Self.userInfo, at: cursor.range(start..<(sign + 1)), hidesLine: true)
      return false
    }
    if let port = PortRule.culprit(bytes, start..<end) {
      findings.error(.target, PortRule.message(cursor.text(port)), at: cursor.range(port))
      return false
    }
    // What is filled in is checked when it is.
    guard let host = HostRule.culprit(bytes, start..<end), !bytes[host].contains(UInt8(ascii: "{")) else { return true }
    findings.error(.target, HostRule.message(cursor.text(host)), at: cursor.range(host))
    return false
  }

  /// `?api_key=abc123` holds what a variable should.
  func warnOfSecrets() {
    let bytes = cursor.bytes
    guard let mark = bytes[field].firstIndex(of: UInt8(ascii: "?")) else { return }
    for item in bytes[(mark + 1)..<field.upperBound].split(separator: UInt8(ascii: "&")) {
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")), !item.contains(UInt8(ascii: "{")) else { continue }
      let name = cursor.text(item.startIndex..<equals)
      let value = (equals + 1)..<item.endIndex
      guard let warning = SecretRules.literal(in: name, cursor.text(value)) else { continue }
      findings.warning(.literalSecret, warning, at: cursor.range(value))
    }
  }
}
