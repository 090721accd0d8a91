import DialBuild
import DialJSON
import DialModel
import DialSyntax

struct ParameterReader {
  var cursor: Cursor
  let findings: Findings
  private(set) var endsInBareDefault = false
  private(set) var defaultStart = 0
  private(set) var nameStart = 0

  mutating func read() -> ParameterDeclaration? {
    guard var parameter = readName() else { return nil }
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: ":"), !takesColon() { return nil }
    guard readType(into: &parameter), readWire(into: &parameter), readDefault(into: &parameter) else { return nil }
    guard cursor.isAtEnd else {
      refuseRest(of: parameter)
      return nil
    }
    return parameter
  }

  /// Whether a parameter may follow: a lowercase name, with an optional location and mark, then a type or nothing.
  var startsParameter: Bool {
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

  /// Reads `query.q?`, `_ user`, `+name`, `extra*`, also as a key of `params:`.
  mutating func readName() -> ParameterDeclaration? {
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

  /// Reads `_ user`, the whole body.
  private mutating func readWhole() -> ParameterDeclaration? {
    let sign = cursor.at..<(cursor.at + 1)
    cursor.at += 1
    cursor.skipBlanks()
    guard let part = cursor.takeName() else {
      return findings.fail(
        .invalidName, "missing name after '_'; write the whole body as '_ user'", at: cursor.isAtEnd ? cursor.range(sign) : cursor.here)
    }
    if cursor.current == UInt8(ascii: ".") {
      return findings.fail(
        .place, "the whole body cannot have a location; write '_ user', not '_ \(cursor.text(part)).…'",
        at: cursor.range(part.lowerBound..<(cursor.at + 1)))
    }
    return named(part, .body, isRaw: false)
  }

  private mutating func named(_ name: Range<Int>, _ place: Place?, isRaw: Bool) -> ParameterDeclaration? {
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
    var parameter = ParameterDeclaration(name: text, range: cursor.range(name), location: place, isRaw: isRaw)
    readMark(into: &parameter)
    if cursor.current == UInt8(ascii: "["), refusesBrackets(behind: name) { return nil }
    if cursor.current == UInt8(ascii: ";") {
      refuseSemicolon(at: cursor.here)
      return nil
    }
    if let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: ":"), byte != UInt8(ascii: "=") {
      let sign = Character(UnicodeScalar(byte))
      let isMark = "?*!".contains(sign)
      return findings.fail(
        .invalidName,
        isMark
          ? "unexpected '\(sign)'; a name can end in only one of '?', '*' and '!'"
          : "'\(sign)' is not allowed in a parameter name; use letters, digits, '_' and '-'", at: cursor.here)
    }
    return parameter
  }

  private mutating func readMark(into parameter: inout ParameterDeclaration) {
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
    return findings.fail(.parameter, "missing type after ':'", at: colon, fix: "remove ':'", with: isDefault ? "" : nil)
  }

  private var atWire: Bool { cursor.isAt(word: "as") }

  mutating func readType(into parameter: inout ParameterDeclaration) -> Bool {
    cursor.skipBlanks()
    guard let first = cursor.current, first != UInt8(ascii: "="), !atWire else { return true }
    if first != UInt8(ascii: "\""), DefaultReader.isValue(cursor) {
      refuseRest(of: parameter)
      return false
    }
    if startsParameter {
      if refusesPlace(behind: parameter, at: cursor.at) { return false }
      if Self.joined(parameter.name, cursor.rest) != nil || Self.attributes[cursor.rest] != nil || startOfValueBehindWord != nil {
        refuseRest(of: parameter)
        return false
      }
      if refuseMissingComma() { return false }
    }
    if first < 0x61, ["header", "cookie"].contains(parameter.name), parameter.location == nil, refusesBlank(behind: parameter) {
      return false
    }
    var parser = ShapeParser(cursor, findings: findings)
    guard let shape = parser.shape() else { return false }
    cursor.at = parser.cursor.at
    if cursor.current == UInt8(ascii: ";") {
      refuseSemicolon(at: cursor.here)
      return false
    }
    if let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: "=") {
      return findings.fail(.parameter, "unexpected '\(cursor.rest)' after the type", at: cursor.restRange)
    }
    parameter.shape = ShapeDeclaration(shape, uses: parser.uses)
    cursor.skipBlanks()
    return true
  }

  mutating func readWire(into parameter: inout ParameterDeclaration) -> Bool {
    cursor.skipBlanks()
    guard atWire else { return true }
    let sign = cursor.at
    _ = cursor.take(word: "as")
    cursor.skipBlanks()
    let start = cursor.at
    let wire: String
    if cursor.current == UInt8(ascii: "\"") {
      guard let text = cursor.takeText() else {
        return findings.fail(.parameter, "the quoted string is not closed, or contains an invalid escape", at: cursor.here)
      }
      wire = text
    } else {
      let isMissing = cursor.current == UInt8(ascii: "=")
      var stop = start
      while !isMissing, stop < cursor.end, !startsDefault(at: stop) { stop += 1 }
      cursor.at = stop
      stop = cursor.trimmed(stop, from: start)
      // The last two words of a name with spaces.
      if let last = cursor.bytes[start..<stop].lastIndex(where: Cursor.isBlank),
        let blank = cursor.bytes[start..<last].lastIndex(where: Cursor.isBlank), refusesPlace(behind: parameter, at: blank + 1)
      {
        return false
      }
      wire = cursor.text(start..<stop)
    }
    if wire.isEmpty { return findings.fail(.parameter, "missing wire name after 'as'", at: cursor.here) }
    parameter.wire = (wire, cursor.range(start..<cursor.at))
    let label = parameter.name + (parameter.isOptional ? "?" : "")
    if cursor.refusesType(behindWire: start, of: label, isTyped: parameter.shape != nil, as: sign, .parameter, findings) { return false }
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

  mutating func readDefault(into parameter: inout ParameterDeclaration) -> Bool {
    cursor.skipBlanks()
    let sign = cursor.at
    guard cursor.take(UInt8(ascii: "=")) else { return true }
    if cursor.current == UInt8(ascii: "=") {
      let signs = cursor.range(sign..<(cursor.at + 1))
      return findings.fail(.defaultValue, "unexpected '=='; write a default as '= value'", at: signs, fix: "write '='", with: "=")
    }
    cursor.skipBlanks()
    let stop = cursor.trimmed(cursor.end, from: cursor.at)
    guard stop > cursor.at else {
      return findings.fail(.defaultValue, "missing default after '='; for an empty string, write \"\"", at: cursor.range(sign..<(sign + 1)))
    }
    let part = cursor.at..<stop
    defaultStart = part.lowerBound
    let text = cursor.text(part)
    endsInBareDefault = !"\"[{".utf8.contains(cursor.bytes[part.lowerBound])
    if endsInBareDefault, part.dropLast(3).contains(where: { cursor.holds(" as ", at: $0) }) {
      return findings.fail(
        .defaultValue, "'as' must be before '='; write \(parameter.name) as … = …, or quote the default if it contains 'as'",
        at: cursor.range(part))
    }
    if endsInBareDefault, let sign = cursor.bytes[part].firstIndex(of: UInt8(ascii: ";")),
      refusesSemicolon(at: sign, inDefault: part, of: parameter)
    {
      return false
    }
    if parameter.shape == nil, let slip = TypedDefault(text) {
      let range = cursor.range(sign..<stop)
      let isRefused = slip.report(parameter, quoted: cursor.literal(text), at: range, findings)
      if isRefused { return false }
    } else if text.utf8.first == UInt8(ascii: "'") {
      warnOfSingleQuotes(text, around: part, of: parameter)
    }
    cursor.at = cursor.end
    parameter.value = (text, cursor.range(part))
    return true
  }

  /// Returns whether everything was read; reports the rest.
  mutating func finish(_ name: String) -> Bool {
    cursor.skipBlanks()
    if cursor.isAtEnd { return true }
    return findings.fail(.parameter, "unexpected '\(cursor.rest)' in the parameter '\(name)'", at: cursor.restRange)
  }
}

/// Reads the items of a parameter list: `[place.]name[mark] [type] [as wire] [= default]`, `_ name`, `+name`.
struct ParameterListReader {
  let cursor: Cursor
  let findings: Findings

  func read(_ range: Range<Int>) -> [ParameterDeclaration]? {
    let items = Splitter(cursor.bytes, in: range, at: UInt8(ascii: ",")).parts
    let isBlank = { (part: Range<Int>) in cursor.bytes[part].allSatisfy(Cursor.isBlank) }
    if items.count == 1, isBlank(items[0]) { return [] }
    guard findings.takes(parameters: items.count, at: cursor.range(range)) else { return nil }
    var parameters: [ParameterDeclaration] = []
    parameters.reserveCapacity(items.count)
    var failed = false
    for (index, item) in items.enumerated() {
      if isBlank(item) {
        findings.error(
          .parameterList, "missing parameter next to a comma", at: cursor.range(max(item.lowerBound - 1, 0)..<item.upperBound))
        failed = true
        continue
      }
      var reader = ParameterReader(cursor: cursor.part(item), findings: findings)
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
      fix: "quote the default", with: JSONWriter.quote(cursor.text(whole)))
  }
}

extension DefaultReader {
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
}
