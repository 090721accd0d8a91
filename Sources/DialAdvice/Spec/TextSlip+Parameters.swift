import DialBuild
import DialJSON
import DialModel
import DialSpec
import DialSyntax

/// What was meant by a text that is not a parameter.
extension TextSlip {
  var parameterAdvice: Diagnostic? {
    switch error.expected {
    case .parameterName: annotation
    case .nameEnd: semicolon ?? brackets
    case .nameAfterPlus: plus
    case .location: location
    case .parameterType: cursor(at: found.upperBound).isBeforeEquals ? better(fix: "remove ':'", with: "") : nil
    case .defaultValue where !found.isEmpty: better(nil, "unexpected '=='; write a default as '= value'", fix: "write '='", with: "=")
    default: semicolon ?? looseMark ?? locationBehind ?? defaultWord ?? value ?? attribute ?? missingComma
    }
  }

  /// The text of the parameter up to what was found, and where its type begins.
  private var typeStart: Int? {
    switch error.expected {
    case .parameterEnd(let type): type
    case .typeEnd: error.start
    default: nil
    }
  }

  /// `q?; page Int`.
  private var semicolon: Diagnostic? {
    guard cursor.current == UInt8(ascii: ";") else { return nil }
    let sign = found.lowerBound..<(found.lowerBound + 1)
    return better(.parameterList, "parameters are separated by ',', not ';'", at: sign, fix: "write ','", with: ",")
  }

  /// `Date ?`.
  private var looseMark: Diagnostic? {
    guard cursor.current == UInt8(ascii: "?"), let blanks = blanks(before: cursor.at),
      found.count == 1 || cursor.peek().map({ Cursor.isBlank($0) || $0 == UInt8(ascii: "=") }) ?? true
    else { return nil }
    return better(
      nil, "'?' must be directly after the type", at: cursor.at..<(cursor.at + 1), fix: "remove the space", blanks, with: "")
  }

  /// `q String in header`, `q in header` and `q as X-Q in header`.
  private var locationBehind: Diagnostic? {
    for start in [found.lowerBound, typeStart].compactMap(\.self) {
      let words = text(start..<found.upperBound).split(separator: " ")
      guard words.count == 2, words[0] == "in" || words[0] == "from",
        let place = Place.written.first(where: { $0.rawValue == words[1].lowercased() })
      else { continue }
      let fixed = "\(place.rawValue).\(text(nameStart..<cursor.trimmed(start, from: nameStart)))"
      return better(
        .place, "the location must be before the name; write '\(fixed)'", at: nameStart..<found.upperBound,
        fix: "write '\(place.rawValue).'", with: fixed)
    }
    return nil
  }

  /// Where the name of the parameter begins.
  private var nameStart: Int {
    if case .parameterEnd = error.expected { return error.start }
    // A type follows its name and blanks.
    var start = cursor.trimmed(error.start)
    while start > 0, !",(".utf8.contains(cursor.bytes[start - 1]) { start -= 1 }
    while start < error.start, Cursor.isBlank(cursor.bytes[start]) { start += 1 }
    return start
  }

  /// `x Int default 5`, as SQL and other languages write a default.
  private var defaultWord: Diagnostic? {
    for start in [found.lowerBound, typeStart].compactMap(\.self) {
      var rest = cursor(at: start)
      guard let word = rest.takeName(), text(word) == "default" else { continue }
      rest.skipBlanks()
      while rest.take(UInt8(ascii: ":")) || rest.take(UInt8(ascii: "=")) { rest.skipBlanks() }
      let value = text(min(rest.at, found.upperBound)..<found.upperBound)
      // Before a type, it is the name of another parameter.
      if value.isEmpty || value.hasPrefix("?") || Shape.builtin(value) != nil { continue }
      return better(
        .parameter, "unexpected 'default'; write the default as '= \(value)'", at: start..<rest.at, fix: "write '='", with: "= ")
    }
    return nil
  }

  /// A default without its `=`.
  private var value: Diagnostic? {
    let isValue =
      ["true", "false", "null"].contains(text) || GeneratedWord(rawValue: text) != nil || JSON.number(text) != nil
      || text.hasPrefix("\"") && (try? JSON(parsing: Array(text.utf8))) != nil
    guard isValue else { return nil }
    return better(
      .parameter, "missing '=' before the default; write '= \(text)'", fix: "insert '= '", found.lowerBound..<found.lowerBound, with: "= ")
  }

  private var attribute: Diagnostic? {
    Habits.attributes[text].map { better(.parameter, "unexpected '\(text)'; \($0)") }
  }

  /// `title due? Date` and `a b`: another parameter without its comma.
  private var missingComma: Diagnostic? {
    guard cursor.bytes[..<nameStart].contains(UInt8(ascii: "(")) else { return nil }
    let name = text(nameStart..<nameEnd)
    if startsParameter(found.lowerBound), let meant = Habits.parameter(meantBy: name, String(text.prefix { $0 != " " })) {
      return better(.parameter, "unexpected '\(text)'; write '\(meant)', or insert a comma if it is another parameter")
    }
    // A lowercase word before a type, or behind a whole parameter.
    let starts = [typeStart.flatMap { ForeignWords.type(meantBy: word(at: $0)) == nil ? $0 : nil }, found.lowerBound].compactMap(\.self)
    guard let start = starts.first(where: startsParameter), let blanks = blanks(before: start) else { return nil }
    return better(
      .parameter, "unexpected '\(text(start..<found.upperBound))'; insert a comma if it is another parameter", at: start..<found.upperBound,
      fix: "insert a comma", blanks, with: ", ")
  }

  private var nameEnd: Int { cursor.bytes[nameStart...].firstIndex { !Name.isPart($0) } ?? cursor.bytes.count }

  private func word(at start: Int) -> String { text(start..<(cursor.bytes[start...].firstIndex { !Name.isPart($0) } ?? cursor.end)) }

  /// Whether a parameter may begin: a lowercase name, with an optional location and mark, then a type or nothing.
  private func startsParameter(_ start: Int) -> Bool {
    guard start < cursor.end, cursor.bytes[start] &- 0x61 < 26 || cursor.bytes[start] == UInt8(ascii: "_") else { return false }
    var reader = ParameterReader(cursor: cursor(at: start).part(start..<found.upperBound), findings: Findings())
    guard (try? reader.readName()) != nil else { return false }
    return reader.cursor.isAtEnd || reader.cursor.current.map { Cursor.isBlank($0) || $0 == UInt8(ascii: ":") } ?? false
  }

  /// `@Query since Int`.
  private var annotation: Diagnostic? {
    var rest = cursor
    guard rest.take(UInt8(ascii: "@")), let word = rest.takeName(), let place = Habits.annotations[text(word)] else { return nil }
    let isPlain = rest.current.map(Cursor.isBlank) ?? false
    rest.skipBlanks()
    let (blank, name) = (rest.at, isPlain ? rest.takeName() : nil)
    return better(
      .place, "unknown location '@\(text(word))'; write '\(place)\(name.map { text($0) } ?? "name")'",
      at: found.lowerBound..<(isPlain ? blank : word.upperBound), fix: "write '\(place)'", with: name == nil ? nil : place)
  }

  private var location: Diagnostic? {
    let known = Place.written.map(\.rawValue)
    guard let meant = Habits.locations[text.lowercased()] ?? Suggestion.nearest(to: text, among: known) else { return nil }
    return better(nil, "unknown place '\(text)'; did you mean '\(meant)'?", fix: "replace with", with: meant)
  }

  /// `+query.name`.
  private var plus: Diagnostic? {
    let fixed = String(text.dropFirst().replacing(".", with: ".+", maxReplacements: 1))
    return better(nil, "'+' must be directly before the name; write '\(fixed)'", fix: "move '+'", with: fixed)
  }

  /// `match[] [String]` and `filter[name]`, as PHP and Rails name parameters: brackets belong to the sent name, which follows the type.
  private var brackets: Diagnostic? {
    guard cursor.current == UInt8(ascii: "[") else { return nil }
    let signs = cursor.rest.prefix { !"= ".contains($0) }
    let end = max(
      Splitter(cursor.bytes, in: error.start..<max(listEnd, found.upperBound), at: UInt8(ascii: ",")).parts.first?.upperBound ?? 0,
      found.upperBound)
    guard signs.hasSuffix("]") || signs.hasSuffix("]?") else { return nil }
    let rest = text(found.lowerBound..<end).dropFirst(signs.count)
    var type = rest.prefix { $0 != "=" }.split(separator: " ").joined(separator: " ")
    let mark = signs.hasSuffix("?") ? "?" : ""
    let sent = text(error.start..<found.lowerBound) + signs.dropLast(mark.count)
    var label = sent.split { "[]".contains($0) }.joined(separator: "_")
    // `tags[] as tags [String]` has both names, in the wrong order.
    let words = type.split(separator: " ")
    if words.count > 1, words[0] == "as", Name.isValid(String(words[1])) {
      (label, type) = (String(words[1]), words.dropFirst(2).joined(separator: " "))
    }
    let fixed = [label + mark, type, "as \(sent)", String(rest.drop { $0 != "=" })].filter { !$0.isEmpty }.joined(separator: " ")
    let isOther = type.hasPrefix("[]") || type.hasPrefix("as ") || type.contains(" as ") || !Name.isValid(label)
    return better(
      nil, "'\(sent)' is not a valid parameter name; write '\(fixed)'", at: error.start..<end, fix: "move the brackets into the wire name",
      with: isOther ? nil : fixed)
  }

  /// The closing parenthesis of the list, or the end of the text.
  private var listEnd: Int {
    guard let open = cursor.bytes[..<error.start].lastIndex(of: UInt8(ascii: "(")) else { return cursor.end }
    return Splitter.close(of: cursor.bytes, open..<cursor.end)
  }
}

extension Cursor {
  fileprivate var isBeforeEquals: Bool {
    var rest = self
    rest.skipBlanks()
    return rest.current == UInt8(ascii: "=")
  }
}
