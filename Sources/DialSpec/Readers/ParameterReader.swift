import DialJSON
import DialModel
import DialSyntax

struct ParameterReader {
  private var cursor: Cursor
  private let findings: Findings
  private(set) var endsInBareDefault = false
  private(set) var defaultStart = 0
  private var nameStart = 0

  init(_ cursor: Cursor, findings: Findings) {
    self.cursor = cursor
    self.findings = findings
  }

  var unread: (text: String, range: SourceRange)? {
    var rest = cursor
    rest.skipBlanks()
    return rest.isAtEnd ? nil : (rest.rest, rest.restRange)
  }

  var findingsForRest: Findings { findings }

  mutating func read() -> DeclaredParameter? {
    guard let parameter = readName() else { return nil }
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: ":"), !takesColon() { return nil }
    guard readType(into: parameter), readWire(into: parameter), readDefault(into: parameter) else { return nil }
    guard cursor.isAtEnd else {
      refuseRest(of: parameter)
      return nil
    }
    return parameter
  }

  /// Reports the text after a whole parameter: a default without its `=`, a parameter without its comma, or anything else.
  private func refuseRest(of parameter: DeclaredParameter) {
    if refusesLooseMark() || refusesPlace(behind: parameter, at: cursor.at) { return }
    let rest = cursor.rest
    let blanks = cursor.blanks(before: cursor.at).map(cursor.range)
    if parameter.defaultValue == nil, parameter.wire == nil, DefaultReader.isValue(cursor) {
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

  /// Words of other languages behind a parameter, with what Dial has instead.
  private static let attributes = [
    "required": "parameters are required unless their name ends in '?'",
    "optional": "write '?' after the name of an optional parameter",
    "nullable": "write '?' after the type of a parameter that accepts null",
  ]

  /// Returns `Int a`, `header foo` or `foo header` as possible spellings of one parameter; only the author knows which was meant.
  private static func joined(_ name: String, _ rest: String) -> String? {
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    if Shape.builtin(name) != nil { return "\(word) \(name)" }
    if Place.written.contains(where: { $0.rawValue == name }) { return "\(name).\(word)" }
    return Place.written.contains { $0.rawValue == rest } ? "\(rest).\(name)" : nil
  }

  /// Whether a parameter may follow: a lowercase name, with an optional location and mark, then a type or nothing.
  private var startsParameter: Bool {
    var rest = cursor
    guard let first = rest.current, first &- 0x61 < 26 || first == UInt8(ascii: "_"), !atWire, let name = rest.takeName() else {
      return false
    }
    if rest.take(UInt8(ascii: ".")), !Place.written.contains(where: { $0.rawValue == rest.text(name) }) || rest.takeName() == nil {
      return false
    }
    if let byte = rest.current, "?*!".utf8.contains(byte) { rest.at += 1 }
    return rest.isAtEnd || rest.current.map { Cursor.isBlank($0) || $0 == UInt8(ascii: ":") } ?? false
  }

  /// Reports `title due? Date`: a lowercase word instead of a type, followed by more text.
  private mutating func refuseMissingComma() -> Bool {
    guard cursor.current != UInt8(ascii: "_"), let blanks = cursor.blanks(before: cursor.at) else { return false }
    var rest = cursor
    guard let name = rest.takeName(), Shape.type(meantBy: rest.text(name)) == nil, !rest.isBeforeBar,
      ForeignType(cursor, at: cursor.at) == nil
    else { return false }
    if rest.current.map({ "?*!.".utf8.contains($0) }) != true {
      rest.skipBlanks()
      if rest.isAtEnd || rest.current == UInt8(ascii: "=") || rest.isAt(word: "as") { return false }
    }
    findings.error(
      .parameter, "unexpected '\(cursor.rest)'; insert a comma if it is another parameter", at: cursor.restRange,
      fixIts: [.init("insert a comma", range: cursor.range(blanks), replacement: ", ")])
    return true
  }

  /// Reads `query.q?`, `_ user`, `+name`, `extra*`, also as a key of `params:`.
  mutating func readName() -> DeclaredParameter? {
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: "_"), cursor.peek().map(Cursor.isBlank) ?? true { return readWhole() }
    let plus = cursor.at
    var isRaw = cursor.take(UInt8(ascii: "+"))
    let start = cursor.at
    while let byte = cursor.current, Name.isPart(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") { cursor.at += 1 }
    var name = start..<cursor.at
    var place: Place?
    if let dot = cursor.bytes[name].firstIndex(of: UInt8(ascii: ".")) {
      let prefix = start..<dot
      guard let written = Place.written.first(where: { $0.rawValue == cursor.text(prefix) }) else {
        let word = cursor.text(prefix)
        let places = Place.written.map(\.rawValue)
        findings.unknown(
          .place, "place", word, of: "", Self.places[word.lowercased()] ?? findings.nearest(to: word, among: places), among: places,
          at: cursor.range(prefix))
        return nil
      }
      place = written
      name = (dot + 1)..<name.upperBound
      if isRaw { return refusePlus(plus..<name.upperBound, "\(written.rawValue).+\(cursor.text(name))") }
      if !name.isEmpty, cursor.bytes[name.lowerBound] == UInt8(ascii: "+") {
        isRaw = true
        name = (name.lowerBound + 1)..<name.upperBound
      }
    }
    return named(name, place, isRaw: isRaw)
  }

  /// Locations in other tools.
  private static let places = [
    "body": "field", "json": "field", "form": "field", "data": "field", "payload": "field", "params": "query", "qs": "query",
    "search": "query", "url": "path", "file": "part", "files": "part",
  ]

  /// Reads `_ user`, the whole body.
  private mutating func readWhole() -> DeclaredParameter? {
    let sign = cursor.at..<(cursor.at + 1)
    cursor.at += 1
    cursor.skipBlanks()
    guard let part = cursor.takeName() else {
      findings.error(
        .invalidName, "missing name after '_'; write the whole body as '_ user'", at: cursor.isAtEnd ? cursor.range(sign) : cursor.here)
      return nil
    }
    if cursor.current == UInt8(ascii: ".") {
      findings.error(
        .place, "the whole body cannot have a location; write '_ user', not '_ \(cursor.text(part)).…'",
        at: cursor.range(part.lowerBound..<(cursor.at + 1))
      )
      return nil
    }
    return named(part, .body, isRaw: false)
  }

  private func refusePlus(_ part: Range<Int>, _ fixed: String) -> DeclaredParameter? {
    let range = cursor.range(part)
    findings.error(
      .invalidName, "'+' must be directly before the name; write '\(fixed)'", at: range,
      fixIts: [.init("move '+'", range: range, replacement: fixed)])
    return nil
  }

  private mutating func named(_ name: Range<Int>, _ place: Place?, isRaw: Bool) -> DeclaredParameter? {
    let text = cursor.text(name)
    nameStart = name.lowerBound
    guard Name.isValid(text) else {
      if name.isEmpty, refusesAnnotation() { return nil }
      if name.isEmpty {
        let found = cursor.isAtEnd ? "" : ", found '\(cursor.rest)'"
        findings.error(.invalidName, "expected a parameter name\(found)", at: cursor.here)
      } else {
        findings.error(
          .invalidName, "'\(text)' is not a valid parameter name; use \(Name.rule)",
          at: cursor.range(name))
      }
      return nil
    }
    let parameter = DeclaredParameter(name: text, range: cursor.range(name), place: place, isRaw: isRaw)
    readMark(into: parameter)
    if refusesBrackets(behind: name) { return nil }
    if refusesSemicolon() { return nil }
    if let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: ":"), byte != UInt8(ascii: "=") {
      let sign = Character(UnicodeScalar(byte))
      let isMark = "?*!".contains(sign)
      findings.error(
        .invalidName,
        isMark
          ? "unexpected '\(sign)'; a name can end in only one of '?', '*' and '!'"
          : "'\(sign)' is not allowed in a parameter name; use letters, digits, '_' and '-'", at: cursor.here)
      return nil
    }
    return parameter
  }

  /// The annotations of Retrofit, Spring and others, and the places of Dial.
  private static let annotations = [
    "Query": "query.", "QueryParam": "query.", "RequestParam": "query.", "Path": "path.", "PathParam": "path.", "PathVariable": "path.",
    "Param": "path.", "Header": "header.", "HeaderParam": "header.", "RequestHeader": "header.", "Headers": "header.", "Field": "field.",
    "FormParam": "field.", "Part": "part.", "RequestPart": "part.", "Body": "_ ", "RequestBody": "_ ", "Cookie": "cookie.",
    "CookieParam": "cookie.", "CookieValue": "cookie.",
  ]

  /// Reports `@Query since Int`. Returns false if it is not an annotation.
  private func refusesAnnotation() -> Bool {
    var rest = cursor
    let start = rest.at
    guard rest.take(UInt8(ascii: "@")), let word = rest.takeName(), let place = Self.annotations[rest.text(word)] else { return false }
    let isPlain = rest.current.map(Cursor.isBlank) ?? false
    rest.skipBlanks()
    let (blank, name) = (rest.at, rest.takeName())
    let fixed = place + (name.map { isPlain ? rest.text($0) : "name" } ?? "name")
    let range = cursor.range(start..<(isPlain ? blank : word.upperBound))
    findings.error(
      .place, "unknown location '@\(rest.text(word))'; write '\(fixed)'", at: range,
      fixIts: isPlain && name != nil ? [.init("write '\(place)'", range: range, replacement: place)] : [])
    return true
  }

  /// Reports `Date ?`. Returns false for other texts.
  private func refusesLooseMark() -> Bool {
    guard cursor.current == UInt8(ascii: "?"), let blanks = cursor.blanks(before: cursor.at),
      cursor.peek().map({ Cursor.isBlank($0) || $0 == UInt8(ascii: "=") }) ?? true
    else { return false }
    findings.error(
      .parameter, "'?' must be directly after the type", at: cursor.here,
      fixIts: [.init("remove the space", range: cursor.range(blanks), replacement: "")])
    return true
  }

  /// Reports `header X-Trace`. Returns false for a type.
  private func refusesBlank(behind parameter: DeclaredParameter) -> Bool {
    var rest = cursor
    guard let name = rest.takeName(), rest.text(name).contains("-"), let blanks = cursor.blanks(before: cursor.at) else { return false }
    findings.error(
      .place, "the location must be directly before the name; write '\(parameter.name).\(rest.text(name))'", at: cursor.range(name),
      fixIts: [.init("write '.'", range: cursor.range(blanks), replacement: ".")])
    return true
  }

  /// Reports `q String in header`, `q in header` and `q as X-Q in header`. Returns false for other texts.
  private func refusesPlace(behind parameter: DeclaredParameter, at start: Int) -> Bool {
    guard cursor.holds("in ", at: start) || cursor.holds("from ", at: start), parameter.place == nil else { return false }
    let words = cursor.text(start..<cursor.end).split(separator: " ")
    guard words.count == 2,
      let place = Place.written.first(where: { $0.rawValue == words[1].lowercased() })
    else { return false }
    var end = start
    while end > nameStart, Cursor.isBlank(cursor.bytes[end - 1]) { end -= 1 }
    let fixed = "\(place.rawValue).\(cursor.text(nameStart..<end))"
    let range = cursor.range(nameStart..<cursor.end)
    findings.error(
      .place, "the location must be before the name; write '\(fixed)'", at: range,
      fixIts: [.init("write '\(place.rawValue).'", range: range, replacement: fixed)])
    return true
  }

  /// Reports `q?; page Int`.
  private func refusesSemicolon() -> Bool {
    guard cursor.current == UInt8(ascii: ";") else { return false }
    findings.error(
      .parameterList, "parameters are separated by ',', not ';'", at: cursor.here,
      fixIts: [.init("write ','", range: cursor.here, replacement: ",")])
    return true
  }

  /// Reports `1; page Int`, a default followed by a parameter. The default of a `String` may contain this text.
  private func refusesSemicolon(inDefault part: Range<Int>, of parameter: DeclaredParameter) -> Bool {
    let bytes = cursor.bytes
    guard let sign = bytes[part].firstIndex(of: UInt8(ascii: ";")) else { return false }
    let rest = bytes[(sign + 1)..<part.upperBound].drop(while: Cursor.isBlank)
    let name = rest.prefix(while: Name.isPart)
    let type = rest[name.endIndex...].drop { Cursor.isBlank($0) || $0 == UInt8(ascii: "?") }
    guard Name.isValid(String(decoding: name, as: UTF8.self)), type.startIndex > name.endIndex,
      let first = type.first, first &- 0x41 < 26 || first == UInt8(ascii: "[")
    else { return false }
    let range = cursor.range(sign..<(sign + 1))
    let fixIts = [Diagnostic.FixIt("write ','", range: range, replacement: ",")]
    if case .string = parameter.shape.wrapped {
      findings.warning(
        .parameterList, "the default contains ';'; to begin the next parameter, write ','", at: range, fixIts: fixIts)
      return false
    }
    findings.error(.parameterList, "parameters are separated by ',', not ';'", at: range, fixIts: fixIts)
    return true
  }

  /// Reports `match[] [String]` and `filter[name]`: brackets belong to the sent name, which follows the type.
  private func refusesBrackets(behind name: Range<Int>) -> Bool {
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
    findings.error(
      .invalidName, "'\(sent)' is not a valid parameter name; write '\(fixed)'", at: whole,
      fixIts: isOther ? [] : [.init("move the brackets into the wire name", range: whole, replacement: fixed)])
    return true
  }

  private mutating func readMark(into parameter: DeclaredParameter) {
    if cursor.take(UInt8(ascii: "?")) {
      parameter.isOptional = true
    } else if cursor.take(UInt8(ascii: "*")) {
      parameter.isSpread = true
    } else if cursor.take(UInt8(ascii: "!")) {
      parameter.isFlag = true
    }
  }

  /// Reads the colon of `name: Type`, which must be followed by a type.
  private mutating func takesColon() -> Bool {
    let colon = cursor.here
    cursor.at += 1
    cursor.skipBlanks()
    if let byte = cursor.current, byte != UInt8(ascii: "="), !atWire { return true }
    let isDefault = cursor.current == UInt8(ascii: "=")
    findings.error(
      .parameter, "missing type after ':'", at: colon, fixIts: isDefault ? [.init("remove ':'", range: colon, replacement: "")] : [])
    return false
  }

  private var atWire: Bool { cursor.isAt(word: "as") }

  mutating func readType(into parameter: DeclaredParameter) -> Bool {
    cursor.skipBlanks()
    guard let first = cursor.current, first != UInt8(ascii: "="), !atWire else { return true }
    if first != UInt8(ascii: "\""), DefaultReader.isValue(cursor) {
      refuseRest(of: parameter)
      return false
    }
    if startsParameter {
      if refusesPlace(behind: parameter, at: cursor.at) { return false }
      if Self.joined(parameter.name, cursor.rest) != nil || Self.attributes[cursor.rest] != nil {
        refuseRest(of: parameter)
        return false
      }
      if refuseMissingComma() { return false }
    }
    if first < 0x61, ["header", "cookie"].contains(parameter.name), parameter.place == nil, refusesBlank(behind: parameter) {
      return false
    }
    var parser = ShapeParser(cursor, findings: findings)
    guard let shape = parser.shape() else { return false }
    cursor.at = parser.cursor.at
    if refusesSemicolon() { return false }
    if let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: "=") {
      findings.error(.parameter, "unexpected '\(cursor.rest)' after the type", at: cursor.restRange)
      return false
    }
    parameter.shape = shape
    cursor.skipBlanks()
    return true
  }

  mutating func readWire(into parameter: DeclaredParameter) -> Bool {
    cursor.skipBlanks()
    guard atWire else { return true }
    let sign = cursor.at
    _ = cursor.take(word: "as")
    cursor.skipBlanks()
    let start = cursor.at
    if cursor.current == UInt8(ascii: "\"") {
      guard let text = cursor.takeText() else {
        findings.error(.parameter, "the quoted string is not closed, or contains an invalid escape", at: cursor.here)
        return false
      }
      parameter.wire = text
    } else {
      let isMissing = cursor.current == UInt8(ascii: "=")
      var stop = start
      while !isMissing, stop < cursor.end, !startsDefault(at: stop) { stop += 1 }
      cursor.at = stop
      while stop > start, Cursor.isBlank(cursor.bytes[stop - 1]) { stop -= 1 }
      // The last two words of a name with spaces.
      if let last = cursor.bytes[start..<stop].lastIndex(where: Cursor.isBlank),
        let blank = cursor.bytes[start..<last].lastIndex(where: Cursor.isBlank), refusesPlace(behind: parameter, at: blank + 1)
      {
        return false
      }
      parameter.wire = cursor.text(start..<stop)
    }
    if parameter.wire?.isEmpty ?? true {
      findings.error(.parameter, "missing wire name after 'as'", at: cursor.here)
      return false
    }
    parameter.wireRange = cursor.range(start..<cursor.at)
    let label = parameter.name + (parameter.isOptional ? "?" : "")
    guard !findings.refuses(WireType(.parameter, label, isTyped: parameter.isTyped, cursor, sign, start)) else { return false }
    cursor.skipBlanks()
    return true
  }

  /// Whether a space and `=` follow, which end the name.
  private func startsDefault(at index: Int) -> Bool {
    // Of several spaces, only the first is checked.
    guard Cursor.isBlank(cursor.bytes[index]), index == 0 || !Cursor.isBlank(cursor.bytes[index - 1]) else { return false }
    var next = index
    while next < cursor.end, Cursor.isBlank(cursor.bytes[next]) { next += 1 }
    return next < cursor.end && cursor.bytes[next] == UInt8(ascii: "=")
  }

  mutating func readDefault(into parameter: DeclaredParameter) -> Bool {
    cursor.skipBlanks()
    let sign = cursor.at
    guard cursor.take(UInt8(ascii: "=")) else { return true }
    if cursor.current == UInt8(ascii: "=") {
      let signs = cursor.range(sign..<(cursor.at + 1))
      findings.error(
        .defaultValue, "unexpected '=='; write a default as '= value'", at: signs,
        fixIts: [.init("write '='", range: signs, replacement: "=")])
      return false
    }
    cursor.skipBlanks()
    var stop = cursor.end
    while stop > cursor.at, Cursor.isBlank(cursor.bytes[stop - 1]) { stop -= 1 }
    guard stop > cursor.at else {
      findings.error(.defaultValue, "missing default after '='; for an empty string, write \"\"", at: cursor.range(sign..<(sign + 1)))
      return false
    }
    let part = cursor.at..<stop
    defaultStart = part.lowerBound
    let text = cursor.text(part)
    endsInBareDefault = !"\"[{".utf8.contains(cursor.bytes[part.lowerBound])
    if endsInBareDefault, part.dropLast(3).contains(where: { cursor.holds(" as ", at: $0) }) {
      findings.error(
        .defaultValue, "'as' must be before '='; write \(parameter.name) as … = …, or quote the default if it contains 'as'",
        at: cursor.range(part))
      return false
    }
    if endsInBareDefault, refusesSemicolon(inDefault: part, of: parameter) { return false }
    if !parameter.isTyped, let slip = TypedDefault(text) {
      let range = cursor.range(sign..<stop)
      let isRefused = slip.report(parameter, quoted: cursor.literal(text), at: range, findings)
      if isRefused { return false }
    } else if text.utf8.first == UInt8(ascii: "'") {
      warnOfSingleQuotes(text, around: part, of: parameter)
    }
    cursor.at = cursor.end
    guard let value = DefaultReader.read(text, shape: parameter.shape, name: parameter.name, at: cursor.range(part), findings)
    else { return false }
    parameter.defaultValue = value
    parameter.defaultRange = cursor.range(part)
    return true
  }
}

extension ParameterReader {
  /// Warns of `= 'x'`, because only double quotes are quotes in a line.
  private func warnOfSingleQuotes(_ text: String, around part: Range<Int>, of parameter: DeclaredParameter) {
    switch parameter.shape.wrapped {
    case .json, .string: break
    default: return
    }
    let inner = String(text.dropFirst().dropLast())
    guard text.utf8.count > 1, text.last == "'", !inner.utf8.contains(where: { "'\"\\".utf8.contains($0) }) else { return }
    let range = cursor.range(part)
    findings.warning(
      .sentLiterally, "single quotes are sent as part of the default; write \"\(inner)\"", at: range,
      fixIts: [.init("use double quotes", range: range, replacement: cursor.literal(inner))])
  }

  /// Returns whether everything was read; reports the rest.
  mutating func finish(_ name: String) -> Bool {
    guard let rest = unread else { return true }
    findingsForRest.error(.parameter, "unexpected '\(rest.text)' in the parameter '\(name)'", at: rest.range)
    return false
  }
}

/// Reads the items of a parameter list: `[place.]name[mark] [type] [as wire] [= default]`, `_ name`, `+name`.
struct ParameterListReader {
  let cursor: Cursor
  let findings: Findings

  func read(_ range: Range<Int>) -> [DeclaredParameter]? {
    let items = Splitter(cursor.bytes, in: range, at: UInt8(ascii: ",")).parts
    let isBlank = { (part: Range<Int>) in cursor.bytes[part].allSatisfy(Cursor.isBlank) }
    if items.count == 1, isBlank(items[0]) { return [] }
    guard findings.takes(parameters: items.count, at: cursor.range(range)) else { return nil }
    var parameters: [DeclaredParameter] = []
    parameters.reserveCapacity(items.count)
    var failed = false
    for (index, item) in items.enumerated() {
      if isBlank(item) {
        findings.error(
          .parameterList, "missing parameter next to a comma", at: cursor.range(max(item.lowerBound - 1, 0)..<item.upperBound))
        failed = true
        continue
      }
      var reader = ParameterReader(cursor.part(item), findings: findings)
      guard let parameter = reader.read() else {
        failed = true
        continue
      }
      if reader.endsInBareDefault, index + 1 < items.count, let following = cursor.bytes[items[index + 1]].first, !Cursor.isBlank(following)
      {
        warnOfLooseComma(reader, next: items[index + 1])
      }
      parameters.append(parameter)
    }
    return failed ? nil : parameters
  }

  private func warnOfLooseComma(_ reader: ParameterReader, next: Range<Int>) {
    let whole = reader.defaultStart..<next.upperBound
    findings.warning(
      .looseComma, "the default ends at the comma; quote the default if it contains a comma", at: cursor.range(whole),
      fixIts: [.init("quote the default", range: cursor.range(whole), replacement: JSONWriter.quote(cursor.text(whole)))])
  }
}

/// Reads the text of a default; a declared type is checked when all types are known.
enum DefaultReader {
  static func read(_ text: String, shape: Shape, name: String, at range: SourceRange, _ findings: Findings) -> DefaultValue? {
    let isQuoted = text.utf8.first.map { "\"[{".utf8.contains($0) } ?? false
    guard isQuoted || text.utf8.contains(UInt8(ascii: "$")) else { return bare(text, shape) }
    if let word = GeneratedWord(rawValue: text) { return .generated(word) }
    let words = GeneratedWord.allCases.map(\.rawValue)
    if text.hasPrefix("$"), Suggestion.nearest(to: text, among: words) != nil {
      findings.unknown(.defaultValue, "default", text, among: words, at: range)
      return nil
    }
    let json = try? JSON(parsing: Array(text.utf8))
    if text.contains("${"), let value = Optional(json?.asString ?? text), json == nil || json?.asString != nil {
      VariableMistakes.check(value, at: range, findings)
      return .text(Text(value, range: range, arguments: false))
    }
    if isQuoted {
      guard let json else {
        findings.error(.defaultValue, "the default of '\(name)' is not valid JSON", at: range)
        return nil
      }
      if case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last {
        findings.error(.defaultValue, "duplicate key '\(twice)' in the default of '\(name)'", at: range)
        return nil
      }
      return .json(json)
    }
    return bare(text, shape)
  }

  /// Whether the remaining text can only be a value: a number, a JSON literal or a quoted text.
  static func isValue(_ cursor: Cursor) -> Bool {
    // Type names start with other characters.
    guard let first = cursor.current, first &- 0x30 < 10 || "-$\"tfn".utf8.contains(first) else { return false }
    let text = cursor.rest
    switch text {
    case "true", "false", "null": return true
    default:
      return GeneratedWord(rawValue: text) != nil || JSON.number(text) != nil
        || text.hasPrefix("\"") && (try? JSON(parsing: Array(text.utf8))) != nil
    }
  }

  /// Reads a text without quotes: by its type, otherwise as a JSON literal, otherwise as text.
  private static func bare(_ text: String, _ shape: Shape) -> DefaultValue {
    switch shape.wrapped {
    case .string, .date, .day, .url, .uuid, .data, .literals: return .json(.string(text))
    default: break
    }
    switch text {
    case "true": return .json(.bool(true))
    case "false": return .json(.bool(false))
    case "null": return .json(.null)
    default: return .json(JSON.number(text) ?? .string(text))
    }
  }
}
