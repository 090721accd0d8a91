import DialSyntax

/// Reads the target of a line: a URI template, maybe with a static query, or an absolute URL.
struct TargetReader {
  let cursor: Cursor
  let findings: Findings

  func read(_ field: Range<Int>) -> TargetModel? {
    let text = cursor.text(field)
    let range = cursor.range(field)
    warnOfSwallowedList(field, text)
    warnOfForeignPlaceholder(field, text)
    if text.contains("#") {
      findings.error(.target, "a target has no fragment: '#' is never sent", at: range)
      return nil
    }
    do throws(URITemplateError) {
      let template = try URITemplate(target: text)
      let isAbsolute = text.hasPrefix("https://") || text.hasPrefix("http://")
      if isAbsolute, text.drop(while: { $0 != "/" }).dropFirst(2).first.map({ "/?".contains($0) }) ?? true {
        findings.error(.target, "'\(text)' names no host", at: range)
        return nil
      }
      if !isAbsolute, let scheme = text.firstRange(of: "://"), text[..<scheme.lowerBound].utf8.allSatisfy(Name.isASCIIPart) {
        findings.error(.target, "a target begins with '/', 'https://' or 'http://'", at: range)
        return nil
      }
      return TargetModel(template: template, text: text, range: range, isAbsolute: isAbsolute)
    } catch {
      let place = min(field.lowerBound + error.offset, field.upperBound - 1)
      findings.error(.target, error.message, at: cursor.range(place..<(place + 1)))
      return nil
    }
  }

  /// `/users/:id` and `/users/<id>` are how other tools write `/users/{id}`.
  private func warnOfForeignPlaceholder(_ field: Range<Int>, _ text: String) {
    var offset = field.lowerBound
    for segment in text.prefix(while: { $0 != "?" }).split(separator: "/", omittingEmptySubsequences: false) {
      let count = segment.utf8.count
      defer { offset += count + 1 }
      let name =
        segment.hasPrefix(":")
        ? segment.dropFirst() : segment.hasPrefix("<") && segment.hasSuffix(">") ? segment.dropFirst().dropLast() : ""
      guard Name.isValid(String(name)) else { continue }
      let place = cursor.range(offset..<(offset + count))
      findings.warning(
        .target, "'\(segment)' is sent as it stands: a placeholder is written '{\(name)}'", at: place,
        fixIts: [.init("make it a placeholder", range: place, replacement: "{\(name)}")])
    }
  }

  /// `/users(page, size)` is legal, and most likely a list that lacks its blank.
  private func warnOfSwallowedList(_ field: Range<Int>, _ text: String) {
    guard text.hasSuffix(")"), let open = text.utf8.lastIndex(of: UInt8(ascii: "(")) else { return }
    let inside = text.utf8[text.utf8.index(after: open)..<text.utf8.index(before: text.utf8.endIndex)]
    guard let first = inside.first, Name.isPart(first), first > 57, !inside.contains(UInt8(ascii: "{")) else { return }
    let offset = field.lowerBound + text.utf8.distance(from: text.utf8.startIndex, to: open)
    findings.warning(
      .swallowedList, "this is part of the target: a blank before '(' makes it a parameter list",
      at: cursor.range(offset..<field.upperBound),
      fixIts: [.init("insert a blank", range: cursor.range(offset..<(offset + 1)), replacement: " (")])
  }
}
