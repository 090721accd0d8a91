import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// Mistakes in a parameter, often habits from other languages, with what Dial has instead. A valid parameter never gets here.
extension ParameterReader {
  /// Reports the text after a whole parameter: a default without its `=`, a parameter without its comma, or anything else.
  func refuseRest(of parameter: ParameterDeclaration) {
    if refusesLooseMark() || refusesPlace(behind: parameter, at: cursor.at) { return }
    let rest = cursor.rest
    let blanks = cursor.blanks(before: cursor.at).map(cursor.range)
    if parameter.value == nil, let start = startOfValueBehindWord {
      findings.error(
        .parameter, "unexpected 'default'; write the default as '= \(cursor.text(start..<cursor.end))'",
        at: cursor.range(cursor.at..<start),
        fix: "write '='", with: "= ")
    } else if parameter.value == nil, parameter.wire == nil, DefaultReader.isValue(cursor) {
      findings.error(
        .parameter, "missing '=' before the default; write '= \(rest)'", at: cursor.restRange,
        fixIts: [cursor.insertion(of: "= ", at: cursor.at)])
    } else if let meaning = Self.attributes[rest] {
      findings.error(.parameter, "unexpected '\(rest)'; \(meaning)", at: cursor.restRange)
    } else if startsParameter, let meant = Self.joined(parameter.name, rest) {
      findings.error(
        .parameter, "unexpected '\(rest)'; write '\(meant)', or insert a comma if it is another parameter", at: cursor.restRange)
    } else if let blanks, startsParameter {
      findings.error(
        .parameter, "unexpected '\(rest)'; insert a comma if it is another parameter", at: cursor.restRange,
        fixIts: [.init("insert a comma", range: blanks, replacement: ", ")])
    } else {
      findings.error(.parameter, "unexpected '\(rest)'; write a parameter as 'name type as wire = default'", at: cursor.restRange)
    }
  }

  /// Where the value starts in `default 5`, as SQL and other languages write a default; nil for other texts.
  var startOfValueBehindWord: Int? {
    var rest = cursor
    guard let word = rest.takeName(), rest.text(word) == "default", let byte = rest.current, byte != UInt8(ascii: "?") else { return nil }
    rest.skipBlanks()
    while rest.take(UInt8(ascii: ":")) || rest.take(UInt8(ascii: "=")) { rest.skipBlanks() }
    // Before a type, it is the name of another parameter.
    return rest.isAtEnd || Shape.builtin(rest.rest) != nil ? nil : rest.at
  }

  /// Words of other languages behind a parameter, with what Dial has instead.
  static let attributes = [
    "required": "parameters are required unless their name ends in '?'",
    "optional": "write '?' after the name of an optional parameter",
    "nullable": "write '?' after the type of a parameter that accepts null",
  ]

  /// Types of other languages that are rarely names of parameters, as `date` or `text` are.
  private static let typeWords: Set = ["int", "integer", "long", "string", "str", "bool", "boolean", "float", "double"]

  /// Returns `a Int` for `Int a` and `int a`, `header.foo` for `header foo` and `foo header`; only the author knows which was meant.
  static func joined(_ name: String, _ rest: String) -> String? {
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    if let type = Shape.builtin(name) != nil || typeWords.contains(name) ? Shape.type(meantBy: name) : nil { return "\(word) \(type)" }
    if Place.written.contains(where: { $0.rawValue == name }) { return "\(name).\(word)" }
    return Place.written.contains { $0.rawValue == rest } ? "\(rest).\(name)" : nil
  }

  /// Reports `title due? Date`: a lowercase word instead of a type, followed by more text.
  func refuseMissingComma() -> Bool {
    guard cursor.current != UInt8(ascii: "_"), let blanks = cursor.blanks(before: cursor.at) else { return false }
    var rest = cursor
    guard let name = rest.takeName(), Shape.type(meantBy: rest.text(name)) == nil, !rest.isBeforeBar,
      ForeignType(cursor, at: cursor.at) == nil
    else { return false }
    if rest.current.map({ "?*!.".utf8.contains($0) }) != true {
      rest.skipBlanks()
      if rest.isAtEnd || rest.current == UInt8(ascii: "=") || rest.isAt(word: "as") { return false }
    }
    return findings.refuse(
      .parameter, "unexpected '\(cursor.rest)'; insert a comma if it is another parameter", at: cursor.restRange,
      fixIts: [.init("insert a comma", range: cursor.range(blanks), replacement: ", ")])
  }

  /// Locations in other tools.
  static let places = [
    "body": "field", "json": "field", "form": "field", "data": "field", "payload": "field", "params": "query", "qs": "query",
    "search": "query", "url": "path", "file": "part", "files": "part",
  ]

  /// The annotations of Retrofit, Spring and others, and the places of Dial.
  private static let annotations = [
    "Query": "query.", "QueryParam": "query.", "RequestParam": "query.", "Path": "path.", "PathParam": "path.", "PathVariable": "path.",
    "Param": "path.", "Header": "header.", "HeaderParam": "header.", "RequestHeader": "header.", "Headers": "header.", "Field": "field.",
    "FormParam": "field.", "Part": "part.", "RequestPart": "part.", "Body": "_ ", "RequestBody": "_ ", "Cookie": "cookie.",
    "CookieParam": "cookie.", "CookieValue": "cookie.",
  ]

  /// Reports `@Query since Int`. Returns false if it is not an annotation.
  func refusesAnnotation() -> Bool {
    var rest = cursor
    let start = rest.at
    guard rest.take(UInt8(ascii: "@")), let word = rest.takeName(), let place = Self.annotations[rest.text(word)] else { return false }
    let isPlain = rest.current.map(Cursor.isBlank) ?? false
    rest.skipBlanks()
    let (blank, name) = (rest.at, rest.takeName())
    let fixed = place + (name.map { isPlain ? rest.text($0) : "name" } ?? "name")
    let range = cursor.range(start..<(isPlain ? blank : word.upperBound))
    return findings.refuse(
      .place, "unknown location '@\(rest.text(word))'; write '\(fixed)'", at: range,
      fix: "write '\(place)'", with: isPlain && name != nil ? place : nil)
  }

  /// Reports `Date ?`. Returns false for other texts.
  func refusesLooseMark() -> Bool {
    guard cursor.current == UInt8(ascii: "?"), let blanks = cursor.blanks(before: cursor.at),
      cursor.peek().map({ Cursor.isBlank($0) || $0 == UInt8(ascii: "=") }) ?? true
    else { return false }
    return findings.refuse(
      .parameter, "'?' must be directly after the type", at: cursor.here,
      fixIts: [.init("remove the space", range: cursor.range(blanks), replacement: "")])
  }

  /// Reports `header X-Trace`. Returns false for a type.
  func refusesBlank(behind parameter: ParameterDeclaration) -> Bool {
    var rest = cursor
    guard let name = rest.takeName(), rest.text(name).contains("-"), let blanks = cursor.blanks(before: cursor.at) else { return false }
    return findings.refuse(
      .place, "the location must be directly before the name; write '\(parameter.name).\(rest.text(name))'", at: cursor.range(name),
      fixIts: [.init("write '.'", range: cursor.range(blanks), replacement: ".")])
  }

  /// Reports `q String in header`, `q in header` and `q as X-Q in header`. Returns false for other texts.
  func refusesPlace(behind parameter: ParameterDeclaration, at start: Int) -> Bool {
    guard cursor.holds("in ", at: start) || cursor.holds("from ", at: start), parameter.location == nil else { return false }
    let words = cursor.text(start..<cursor.end).split(separator: " ")
    guard words.count == 2, let place = Place.written.first(where: { $0.rawValue == words[1].lowercased() }) else { return false }
    let fixed = "\(place.rawValue).\(cursor.text(nameStart..<cursor.trimmed(start, from: nameStart)))"
    let range = cursor.range(nameStart..<cursor.end)
    return findings.refuse(
      .place, "the location must be before the name; write '\(fixed)'", at: range, fix: "write '\(place.rawValue).'", with: fixed)
  }

  /// Reports `q?; page Int`.
  func refuseSemicolon(at range: SourceRange) {
    findings.error(.parameterList, "parameters are separated by ',', not ';'", at: range, fix: "write ','", with: ",")
  }

  /// Reports `1; page Int`, a default followed by a parameter. The default of a `String` may contain this text.
  func refusesSemicolon(at sign: Int, inDefault part: Range<Int>, of parameter: ParameterDeclaration) -> Bool {
    let bytes = cursor.bytes
    let rest = bytes[(sign + 1)..<part.upperBound].drop(while: Cursor.isBlank)
    let name = rest.prefix(while: Name.isPart)
    let type = rest[name.endIndex...].drop { Cursor.isBlank($0) || $0 == UInt8(ascii: "?") }
    guard Name.isValid(String(decoding: name, as: UTF8.self)), type.startIndex > name.endIndex,
      let first = type.first, first &- 0x41 < 26 || first == UInt8(ascii: "[")
    else { return false }
    let range = cursor.range(sign..<(sign + 1))
    guard case .string? = parameter.shape?.shape.wrapped else {
      refuseSemicolon(at: range)
      return true
    }
    findings.warning(
      .parameterList, "the default contains ';'; to begin the next parameter, write ','", at: range, fix: "write ','", with: ",")
    return false
  }

  /// Reports `match[] [String]` and `filter[name]`: brackets belong to the sent name, which follows the type.
  func refusesBrackets(behind name: Range<Int>) -> Bool {
    guard cursor.current == UInt8(ascii: "[") else { return false }
    let signs = cursor.rest.prefix { !"= ".contains($0) }
    guard signs.hasSuffix("]") || signs.hasSuffix("]?") else { return false }
    let rest = cursor.rest.dropFirst(signs.count)
    let type = rest.prefix { $0 != "=" }.split(separator: " ").joined(separator: " ")
    let value = rest.drop { $0 != "=" }
    let text = cursor.text(name)
    let mark = signs.hasSuffix("?") ? "?" : ""
    let sent = text + signs.dropLast(mark.count)
    let label = sent.split { "[]".contains($0) }.joined(separator: "_")
    let fixed = [label + mark, type, "as \(sent)", String(value)].filter { !$0.isEmpty }.joined(separator: " ")
    let whole = cursor.range(name.lowerBound..<cursor.end)
    let isOther = type.hasPrefix("[]") || type.hasPrefix("as ") || type.contains(" as ") || !Name.isValid(label)
    return findings.refuse(
      .invalidName, "'\(sent)' is not a valid parameter name; write '\(fixed)'", at: whole,
      fixIts: isOther ? [] : [.init("move the brackets into the wire name", range: whole, replacement: fixed)])
  }

  func refusePlus(_ part: Range<Int>, _ fixed: String) -> ParameterDeclaration? {
    let range = cursor.range(part)
    return findings.fail(.invalidName, "'+' must be directly before the name; write '\(fixed)'", at: range, fix: "move '+'", with: fixed)
  }

  /// Warns of `= 'x'`, because only double quotes are quotes in a line.
  func warnOfSingleQuotes(_ text: String, around part: Range<Int>, of parameter: ParameterDeclaration) {
    switch parameter.shape?.shape.wrapped ?? .json {
    case .json, .string: break
    default: return
    }
    let inner = String(text.dropFirst().dropLast())
    guard text.utf8.count > 1, text.last == "'", !inner.utf8.contains(where: { "'\"\\".utf8.contains($0) }) else { return }
    let range = cursor.range(part)
    findings.warning(
      .sentLiterally, "single quotes are sent as part of the default; write \"\(inner)\"", at: range,
      fix: "use double quotes", with: cursor.literal(inner))
  }
}
