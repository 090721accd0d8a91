import DialModel
import DialSyntax

/// Reads the target of a line: a URI template, maybe with a static query, or an absolute URL.
struct TargetReader {
  let cursor: Cursor
  let findings: Findings

  func read(_ field: Range<Int>) -> TargetModel? {
    let range = cursor.range(field)
    warnOfSwallowedList(field)
    warnOfForeignPlaceholder(field)
    if cursor.bytes[field].contains(UInt8(ascii: "#")) {
      findings.error(.target, "a target cannot contain a fragment; remove '#' and the text after it", at: range)
      return nil
    }
    let text = cursor.text(field)
    do throws(URITemplateError) {
      let template = try URITemplate(target: text)
      // What begins with a slash names no scheme.
      let isRooted = cursor.bytes[field.lowerBound] == UInt8(ascii: "/")
      let isAbsolute = !isRooted && ["https://", "http://", "wss://", "ws://"].contains { text.hasPrefix($0) }
      let rules = TargetRules(cursor: cursor, findings: findings, field: field)
      guard isRooted || (isAbsolute ? namesHost(field, text) && rules.checkAuthority() : namesNoScheme(field, text)) else { return nil }
      rules.warnOfSecrets()
      return TargetModel(template: template, text: text, range: range, isAbsolute: isAbsolute)
    } catch {
      let place = min(field.lowerBound + error.offset, field.upperBound - 1)
      findings.error(.target, error.message, at: cursor.range(place..<(place + 1)))
      return nil
    }
  }

  private func namesHost(_ field: Range<Int>, _ text: String) -> Bool {
    let authority = text.drop(while: { $0 != "/" }).dropFirst(2)
    if let first = authority.first, first != "/", first != "?" { return true }
    findings.error(.target, "'\(text)' has no host", at: cursor.range(field))
    return false
  }

  private func namesNoScheme(_ field: Range<Int>, _ text: String) -> Bool {
    if let slip = ["https//", "http//", "https:", "http:"].first(where: text.hasPrefix) {
      let rest = text.dropFirst(slip.count).drop { $0 == "/" }
      let range = cursor.range(field.lowerBound..<(field.lowerBound + text.utf8.count - rest.utf8.count))
      let scheme = slip.hasPrefix("https") ? "https://" : "http://"
      findings.error(
        .target, "invalid URL scheme; write '\(scheme)'", at: range, fixIts: [.init("fix the scheme", range: range, replacement: scheme)])
      return false
    }
    guard let scheme = text.firstRange(of: "://"),
      text[..<scheme.lowerBound].utf8.allSatisfy(Name.isASCIIPart)
    else { return true }
    findings.error(.target, "a target must start with '/', 'https://' or 'http://'", at: cursor.range(field))
    return false
  }

  /// `/users/:id` and `/users/<id>` are how other tools write `/users/{id}`.
  private func warnOfForeignPlaceholder(_ field: Range<Int>) {
    let bytes = cursor.bytes
    let path = field.lowerBound..<(bytes[field].firstIndex(of: UInt8(ascii: "?")) ?? field.upperBound)
    for start in path where bytes[start] == UInt8(ascii: ":") || bytes[start] == UInt8(ascii: "<") {
      guard start == path.lowerBound || bytes[start - 1] == UInt8(ascii: "/") else { continue }
      let end = bytes[start..<path.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound
      let isAngled = bytes[start] == UInt8(ascii: "<")
      if isAngled, bytes[end - 1] != UInt8(ascii: ">") { continue }
      let name = cursor.text((start + 1)..<max(start + 1, isAngled ? end - 1 : end))
      guard Name.isValid(name) else { continue }
      let place = cursor.range(start..<end)
      findings.warning(
        .target, "'\(cursor.text(start..<end))' is sent literally; to make it a placeholder, write '{\(name)}'", at: place,
        fixIts: [.init("make it a placeholder", range: place, replacement: "{\(name)}")])
    }
  }

  /// `/users(page, size)` is legal, and most likely a list that lacks its blank.
  private func warnOfSwallowedList(_ field: Range<Int>) {
    let bytes = cursor.bytes
    guard bytes[field.upperBound - 1] == UInt8(ascii: ")"), let open = bytes[field].lastIndex(of: UInt8(ascii: "(")) else { return }
    let inside = bytes[(open + 1)..<(field.upperBound - 1)]
    guard let first = inside.first, Name.isPart(first), first > 57, !inside.contains(UInt8(ascii: "{")) else { return }
    findings.warning(
      .swallowedList, "this is read as part of the target; to make it a parameter list, insert a space before '('",
      at: cursor.range(open..<field.upperBound),
      fixIts: [.init("insert a space", range: cursor.range(open..<(open + 1)), replacement: " (")])
  }
}
