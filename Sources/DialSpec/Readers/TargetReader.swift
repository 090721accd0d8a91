import DialBuild
import DialModel
import DialSyntax

/// Reads the target of a line: a URI template with an optional static query, or an absolute URL.
struct TargetReader {
  let cursor: Cursor
  let findings: Findings

  /// Returns nil after a finding.
  func read(_ field: Range<Int>) throws(ParseError) -> TargetModel? {
    let range = cursor.range(field)
    if cursor.bytes[field].contains(UInt8(ascii: "#")) { throw cursor.error(.noFragment, from: field.lowerBound, found: field) }
    let text = cursor.text(field)
    do throws(URITemplateError) {
      let template = try URITemplate(target: text)
      // A target that begins with a slash has no scheme.
      let isRooted = cursor.bytes[field.lowerBound] == UInt8(ascii: "/")
      let isAbsolute = !isRooted && ["https://", "http://", "wss://", "ws://"].contains { text.hasPrefix($0) }
      if !isRooted, isAbsolute ? lacksHost(field, text) || refusesAuthority(field) : refusesScheme(field, text) { return nil }
      warnOfSecrets(field)
      let target = TargetModel(template: template, text: text, range: range, isAbsolute: isAbsolute)
      return isRooted ? target.withoutSoleSlash : target
    } catch {
      let place = min(field.lowerBound + error.offset, field.upperBound - 1)
      throw cursor.error(.template(error.message, in: field), from: field.lowerBound, found: place..<(place + 1))
    }
  }

  private static let userInfo = "the target contains credentials; move them to 'auth: basic ${USER} ${PASSWORD}'"

  /// Reports an invalid host or port, and text before an '@'. Returns true after a finding.
  private func refusesAuthority(_ field: Range<Int>) -> Bool {
    let bytes = cursor.bytes
    guard let colon = bytes[field].firstIndex(of: UInt8(ascii: ":")) else { return false }
    let start = min(colon + 3, field.upperBound)
    let end = bytes[start..<field.upperBound].firstIndex { "/?#".utf8.contains($0) } ?? field.upperBound
    if let sign = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) {
      return findings.refuse(.target, Self.userInfo, at: cursor.range(start..<(sign + 1)), hidesLine: true)
    }
    if let port = PortRule.culprit(bytes, start..<end) {
      return findings.refuse(.target, PortRule.message(cursor.text(port)), at: cursor.range(port))
    }
    guard let host = HostRule.culprit(bytes, start..<end), !bytes[host].contains(UInt8(ascii: "{")) else { return false }
    return findings.refuse(.target, HostRule.message(cursor.text(host)), at: cursor.range(host))
  }

  /// Warns of tokens in the query.
  private func warnOfSecrets(_ field: Range<Int>) {
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

  private func lacksHost(_ field: Range<Int>, _ text: String) -> Bool {
    let authority = text.drop(while: { $0 != "/" }).dropFirst(2)
    if let first = authority.first, first != "/", first != "?" { return false }
    return findings.refuse(.target, "'\(text)' has no host", at: cursor.range(field))
  }

  private func refusesScheme(_ field: Range<Int>, _ text: String) -> Bool {
    if let slip = ["https//", "http//", "https:", "http:"].first(where: text.hasPrefix) {
      let rest = text.dropFirst(slip.count).drop { $0 == "/" }
      let range = cursor.range(field.lowerBound..<(field.lowerBound + text.utf8.count - rest.utf8.count))
      let scheme = slip.hasPrefix("https") ? "https://" : "http://"
      return findings.refuse(.target, "invalid URL scheme; write '\(scheme)'", at: range, fix: "fix the scheme", with: scheme)
    }
    guard let scheme = text.firstRange(of: "://"), text[..<scheme.lowerBound].utf8.allSatisfy(Name.isASCIIPart) else { return false }
    return findings.refuse(.target, "a target must start with '/', 'https://' or 'http://'", at: cursor.range(field))
  }
}
