package import DialBuild
import DialJSON
package import DialModel
import DialSyntax

/// Reads a parameter: `[place.]name[mark] [type] [as wire] [= default]`, `_ name`, `+name`.
package struct ParameterReader {
  package private(set) var cursor: Cursor
  let findings: Findings
  private(set) var endsInBareDefault = false
  private(set) var defaultStart = 0
  private var nameStart = 0
  private var typeStart: Int?

  package init(cursor: Cursor, findings: Findings) {
    self.cursor = cursor
    self.findings = findings
  }

  mutating func read() throws(ParseError) -> ParameterDeclaration {
    var parameter = try readName()
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: ":") { try takeColon() }
    try readValue(into: &parameter)
    return parameter
  }

  /// Reads everything after the name.
  mutating func readValue(into parameter: inout ParameterDeclaration) throws(ParseError) {
    try readType(into: &parameter)
    try readWire(into: &parameter)
    try readDefault(into: &parameter)
    try finish()
  }

  /// Reads `query.q?`, `_ user`, `+name`, `extra*`, also as a key of `params:`.
  package mutating func readName() throws(ParseError) -> ParameterDeclaration {
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: "_"), cursor.peek().map(Cursor.isBlank) ?? true { return try readWhole() }
    let plus = cursor.at
    var isRaw = cursor.take(UInt8(ascii: "+"))
    let start = cursor.at
    while let byte = cursor.current, Name.isPart(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") { cursor.at += 1 }
    var name = start..<cursor.at
    var place: Place?
    if let dot = cursor.bytes[name].firstIndex(of: UInt8(ascii: ".")) {
      guard let written = Place.written.first(where: { $0.rawValue == cursor.text(start..<dot) }) else {
        throw cursor.error(.location, from: start, found: start..<dot)
      }
      place = written
      if isRaw { throw cursor.error(.nameAfterPlus, from: plus, found: plus..<name.upperBound) }
      name = (dot + 1)..<name.upperBound
      if !name.isEmpty, cursor.bytes[name.lowerBound] == UInt8(ascii: "+") {
        isRaw = true
        name = (name.lowerBound + 1)..<name.upperBound
      }
    }
    return try named(name, place, isRaw: isRaw)
  }

  /// Reads `_ user`, the whole body.
  private mutating func readWhole() throws(ParseError) -> ParameterDeclaration {
    let sign = cursor.at..<(cursor.at + 1)
    cursor.at += 1
    cursor.skipBlanks()
    guard let part = cursor.takeName() else {
      throw cursor.error(.bodyName, from: sign.lowerBound, found: cursor.isAtEnd ? sign : cursor.at..<(cursor.at + 1))
    }
    if cursor.current == UInt8(ascii: ".") {
      throw cursor.error(.noLocation, from: sign.lowerBound, found: part.lowerBound..<(cursor.at + 1))
    }
    return try named(part, .body, isRaw: false)
  }

  private mutating func named(_ name: Range<Int>, _ place: Place?, isRaw: Bool) throws(ParseError) -> ParameterDeclaration {
    let text = cursor.text(name)
    nameStart = name.lowerBound
    if name.isEmpty { throw cursor.error(.parameterName) }
    guard Name.isValid(text) else { throw cursor.error(.validName, from: nameStart, found: name) }
    var parameter = ParameterDeclaration(name: text, range: cursor.range(name), location: place, isRaw: isRaw)
    readMark(into: &parameter)
    if let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: ":"), byte != UInt8(ascii: "=") {
      throw cursor.error(.nameEnd, from: nameStart, found: cursor.at..<(cursor.at + 1))
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
  private mutating func takeColon() throws(ParseError) {
    let colon = cursor.at..<(cursor.at + 1)
    cursor.at += 1
    cursor.skipBlanks()
    guard let byte = cursor.current, byte != UInt8(ascii: "="), !atWire else {
      throw cursor.error(.parameterType, from: nameStart, found: colon)
    }
  }

  private var atWire: Bool { cursor.isAt(word: "as") }

  private mutating func readType(into parameter: inout ParameterDeclaration) throws(ParseError) {
    cursor.skipBlanks()
    guard let first = cursor.current, first != UInt8(ascii: "="), !atWire else { return }
    let start = cursor.at
    typeStart = start
    var parser = ShapeParser(cursor, findings: findings)
    let shape: Shape
    do throws(ParseError) {
      shape = try parser.shape()
    } catch {
      // A text that does not begin a type may be meant as something else.
      if case .type = error.expected, error.found.lowerBound == start { throw cursor.error(.parameterEnd(type: start), from: nameStart) }
      throw error
    }
    cursor.at = parser.cursor.at
    if let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: "=") { throw cursor.error(.typeEnd, from: start) }
    parameter.shape = ShapeDeclaration(shape, uses: parser.uses)
    cursor.skipBlanks()
  }

  private mutating func readWire(into parameter: inout ParameterDeclaration) throws(ParseError) {
    cursor.skipBlanks()
    guard atWire else { return }
    let sign = cursor.at
    _ = cursor.take(word: "as")
    cursor.skipBlanks()
    let start = cursor.at
    let wire: String
    if cursor.current == UInt8(ascii: "\"") {
      guard let text = cursor.takeText() else { throw cursor.error(.string, from: start) }
      wire = text
    } else {
      let isMissing = cursor.current == UInt8(ascii: "=")
      var stop = start
      while !isMissing, stop < cursor.end, !startsDefault(at: stop) { stop += 1 }
      cursor.at = stop
      stop = cursor.trimmed(stop, from: start)
      // A name that contains a space would take up whatever follows it.
      let words = cursor.bytes[start..<stop].split(whereSeparator: Cursor.isBlank)
      if words.count > 2, ["in", "from"].contains(cursor.text(words[words.count - 2].indices)), parameter.location == nil {
        throw cursor.error(.parameterEnd(type: nil), from: nameStart, found: words[words.count - 2].startIndex..<stop)
      }
      wire = cursor.text(start..<stop)
    }
    if wire.isEmpty { throw cursor.error(.parameterWire, from: sign) }
    parameter.wire = (wire, cursor.range(start..<cursor.at))
    let label = parameter.name + (parameter.isOptional ? "?" : "")
    cursor.checkWire(from: start, of: label, isTyped: parameter.shape != nil, as: sign, .parameter, findings)
    cursor.skipBlanks()
  }

  /// Whether a space and `=` follow, which end the name.
  private func startsDefault(at index: Int) -> Bool {
    // Of several spaces, only the first is checked.
    guard Cursor.isBlank(cursor.bytes[index]), index == 0 || !Cursor.isBlank(cursor.bytes[index - 1]) else { return false }
    var next = index
    while next < cursor.end, Cursor.isBlank(cursor.bytes[next]) { next += 1 }
    return next < cursor.end && cursor.bytes[next] == UInt8(ascii: "=")
  }

  private mutating func readDefault(into parameter: inout ParameterDeclaration) throws(ParseError) {
    cursor.skipBlanks()
    let sign = cursor.at
    guard cursor.take(UInt8(ascii: "=")) else { return }
    if cursor.current == UInt8(ascii: "=") { throw cursor.error(.defaultValue, from: sign, found: sign..<(sign + 2)) }
    cursor.skipBlanks()
    let part = cursor.at..<cursor.trimmed(cursor.end, from: cursor.at)
    if part.isEmpty { throw cursor.error(.defaultValue, from: sign, found: (sign + 1)..<(sign + 1)) }
    defaultStart = part.lowerBound
    endsInBareDefault = !"\"[{".utf8.contains(cursor.bytes[part.lowerBound])
    if endsInBareDefault {
      if part.dropLast(3).contains(where: { cursor.holds(" as ", at: $0) }) {
        throw cursor.error(.wireBeforeDefault(name: parameter.name), from: sign, found: part)
      }
    }
    cursor.at = cursor.end
    parameter.value = (cursor.text(part), cursor.range(part))
  }

  /// Refuses text after everything that was read.
  mutating func finish() throws(ParseError) {
    cursor.skipBlanks()
    if !cursor.isAtEnd { throw cursor.error(.parameterEnd(type: typeStart), from: nameStart) }
  }
}

/// Reads the items of a parameter list.
struct ParameterListReader {
  let cursor: Cursor
  let findings: Findings

  /// Returns nil after a finding in one of them.
  func read(_ range: Range<Int>) -> [ParameterDeclaration]? {
    let items = Splitter(cursor.bytes, in: range, at: UInt8(ascii: ",")).parts
    let isBlank = { (part: Range<Int>) in cursor.bytes[part].allSatisfy(Cursor.isBlank) }
    if items.count == 1, isBlank(items[0]) { return [] }
    guard findings.takes(parameters: items.count, at: cursor.range(range)) else { return nil }
    var parameters: [ParameterDeclaration] = []
    parameters.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      var reader = ParameterReader(cursor: cursor.part(item), findings: findings)
      do throws(ParseError) {
        if isBlank(item) { throw cursor.error(.parameter, found: max(item.lowerBound - 1, 0)..<item.upperBound) }
        parameters.append(try reader.read())
      } catch {
        findings.add(error)
        continue
      }
      if reader.endsInBareDefault, index + 1 < items.count, let following = cursor.bytes[items[index + 1]].first, !Cursor.isBlank(following)
      {
        warnOfLooseComma(reader, next: items[index + 1])
      }
    }
    return parameters.count == items.count ? parameters : nil
  }

  private func warnOfLooseComma(_ reader: ParameterReader, next: Range<Int>) {
    let whole = reader.defaultStart..<next.upperBound
    findings.warning(
      .looseComma, "the default ends at the comma; quote the default if it contains a comma", at: cursor.range(whole),
      fix: "quote the default", with: JSONWriter.quote(cursor.text(whole)))
  }
}
