import DialModel
import DialSyntax

struct FieldReader {
  let findings: Findings
  var doubts = Doubts()

  mutating func headers(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'headers'", findings) else { return [] }
    var fields: [FieldModel] = []
    var first: [String: (name: String, range: SourceRange)] = [:]
    for entry in entries {
      guard isNamed(entry, first[HeaderRules.lowered(entry.name)]) else { continue }
      guard let text = Values.text(entry.value, "a string for the header '\(entry.name)'", findings) else { continue }
      let value = Text(text, range: entry.value.range, arguments: true)
      guard isSendable(value, text, entry) else { continue }
      URLTexts.check(value, text, entry.value, &doubts)
      first[HeaderRules.lowered(entry.name)] = (entry.name, value.range)
      fields.append(FieldModel(name: entry.name, value: value, isOwn: true, in: .header))
    }
    return fields
  }

  private func isNamed(_ entry: Entry, _ earlier: (name: String, range: SourceRange)?) -> Bool {
    if Values.swallowed(entry, findings) { return false }
    if PlaceholderNames.read(entry, in: .header, findings) == nil { return false }
    if !HeaderRules.isToken(entry.name) {
      findings.error(.headerName, "'\(entry.name)' is not a valid header name; use \(HeaderRules.tokenRule)", at: entry.key.range)
    } else if let fault = HeaderRules.ownedFault(entry.name) {
      findings.error(.headerOwned, fault, at: entry.key.range)
    } else if let earlier {
      // An equal key is a finding of YAML.
      if earlier.name == entry.name { return false }
      findings.error(
        .headerName, "duplicate header '\(entry.name)'; header names are case-insensitive", at: entry.key.range,
        notes: [.init("first declared here", range: earlier.range)])
    } else {
      return true
    }
    return false
  }

  private mutating func isSendable(_ value: Text, _ text: String, _ entry: Entry) -> Bool {
    if value.pieces.contains(where: { if case .literal(let part) = $0 { !HeaderRules.isValue(part) } else { false } }) {
      return findings.fail(.headerValue, HeaderRules.valueFault(in: entry.name), at: entry.value.range)
    }
    if BraceMistake.refuses(text, of: entry.value, findings) { return true }
    let isMisspelt = VariableMistakes.check(text, of: entry.value, findings)
    if VariableMistakes.checkWords(text, of: entry.value, findings) || isMisspelt { return true }
    if let secret = HeaderRules.literalSecret(name: entry.name, value: value) {
      findings.warning(.literalSecret, secret, at: entry.value.range)
    }
    LiteralMistakes.check(text, entry.name, in: "header", entry.value, findings, &doubts)
    return true
  }

  mutating func query(_ node: Node) -> [FieldModel] {
    guard let entries = Values.mapping(node, "'query'", findings) else { return [] }
    var fields: [FieldModel] = []
    for entry in entries {
      if Values.swallowed(entry, findings) { continue }
      guard let name = PlaceholderNames.read(entry, in: .query, findings)?.literal else { continue }
      for item in entry.value.sequence ?? [entry.value] {
        guard let text = Values.text(item, "a string for the query item '\(entry.name)'", findings) else { continue }
        let value = Text(text, range: item.range, arguments: true)
        fields.append(FieldModel(name: name, value: value, isOwn: true, in: .item))
        if BraceMistake.refuses(text, of: item, findings) { continue }
        let isMisspelt = VariableMistakes.check(text, of: item, findings)
        if !VariableMistakes.checkWords(text, of: item, findings), !isMisspelt, let literal = value.literal,
          let warning = SecretRules.literal(in: entry.name, literal)
        {
          findings.warning(.literalSecret, warning, at: item.range)
        }
        LiteralMistakes.check(text, entry.name, in: "query", item, findings, &doubts)
      }
    }
    return fields
  }
}

struct BodyReader {
  let findings: Findings
  var doubts = Doubts()
  var what = "body"
  var placeholders = Text.Placeholders.names

  /// Reads the arguments of a call of another endpoint.
  static func arguments(_ node: Node, of key: String, _ findings: Findings) -> [(name: Text, value: BodyTemplate)]? {
    var reader = BodyReader(findings: findings, what: "\(key).args", placeholders: .dotted)
    guard Values.mapping(node, "'args'", findings) != nil, case .object(let members)? = reader.read(node) else { return nil }
    return members
  }

  mutating func read(_ node: Node, in name: String? = nil) -> BodyTemplate? {
    switch node.content {
    case .scalar(let scalar):
      let text = Text(scalar.text, range: node.range, placeholders: placeholders)
      if BraceMistake.refuses(scalar.text, of: node, findings) { return .text(text) }
      VariableMistakes.check(scalar.text, of: node, findings)
      VariableMistakes.checkWhole(scalar.text, of: node, findings)
      Values.warnOfTypographicQuotes(node, of: name, findings)
      LiteralMistakes.check(scalar.text, name, in: what, node, findings, &doubts)
      if text.literal == nil || scalar.text.contains("$${") || Text.holdsEscape(scalar.text) { return .text(text) }
      return Values.json(node, findings).map { .literal($0) }
    case .sequence(let items):
      var parts: [BodyTemplate] = []
      for item in items {
        guard let part = read(item, in: name) else { return nil }
        parts.append(part)
      }
      return .array(parts)
    case .mapping(let entries):
      if let braces = Braces(node) {
        return findings.fail(
          .expectedValue, "YAML reads '\(braces.text)' as a mapping; write \"\(braces.meant)\"", at: node.range,
          fix: "quote the placeholder", with: "\"\(braces.meant)\"")
      }
      var members: [(name: Text, value: BodyTemplate)] = []
      for entry in entries {
        Values.swallowed(entry, findings)
        var key = Text(entry.name, range: entry.key.range, arguments: false)
        // After a finding, the other members are read, too.
        if placeholders == .names { key = PlaceholderNames.read(entry, in: name == nil ? .field : .body, findings) ?? key }
        guard let part = read(entry.value, in: entry.name) else { return nil }
        members.append((key, part))
      }
      return .object(members)
    }
  }
}

/// Reads the names of headers, query items and body fields, in which placeholders are not replaced. `{{` is a literal `{`, as in values.
enum PlaceholderNames {
  /// Returns the name; nil after a finding. `place` is `body` for a name inside of a field.
  static func read(_ entry: Entry, in place: Place, _ findings: Findings) -> Text? {
    let (name, key) = (entry.name, entry.key)
    guard name.utf8.contains(UInt8(ascii: "{")) else { return Text(name, range: key.range, arguments: false) }
    if let mistake = BraceMistake(name), mistake.isPair {
      let literal = mistake.text.replacing("{", with: "{{")
      return findings.fail(
        .sentLiterally, "'\(mistake.text)' is not replaced in a name; write '\(literal)' to send it as it is", at: key.range,
        fix: "send it as it is", with: Scalar.quoted(name.replacing(mistake.text, with: literal)))
    }
    let text = Text(name, range: key.range, arguments: true)
    let isFilled = place == .field || place == .body
    for piece in text.pieces {
      switch piece {
      case .literal: continue
      case .variable where isFilled: continue
      case .argument(let argument, _): return refuse(piece, argument, text, key, place, findings)
      case .variable, .generated: return refuse(piece, nil, text, key, place, findings)
      }
    }
    return text
  }

  private static func refuse(
    _ piece: Text.Piece, _ argument: String?, _ text: Text, _ key: Node, _ place: Place, _ findings: Findings
  ) -> Text? {
    let shown = Text(pieces: [.literal(""), piece], range: text.range).spelling
    var advice: [String] = []
    if place == .body {
      advice.append("pass the whole object as an argument")
    } else if let argument {
      let location = place == .field ? "" : place.rawValue + "."
      advice.append("declare '\(location)\(argument)*' to send the members of a dictionary")
    }
    var fixIts: [Diagnostic.FixIt] = []
    if place != .header {
      advice.append("write '\(escaped(piece))' to send it as it is")
      fixIts.append(.init("send it as it is", range: key.range, replacement: Scalar.quoted(text.pieces.map(escaped).joined())))
    }
    findings.error(
      .sentLiterally, "'\(shown)' is not replaced in a name; \(advice.joined(separator: ", or "))", at: key.range, fixIts: fixIts)
    return nil
  }

  private static func escaped(_ piece: Text.Piece) -> String {
    switch piece {
    case .literal(let text): text.replacing("{", with: "{{")
    case .variable(let name): "$${\(name)}"
    case .argument(let name, let operation): "{{\(operation?.sign ?? "")\(name)}"
    case .generated(let word): "{{\(word.rawValue)}"
    }
  }
}

/// Warns of `{to}` in the path of a URL in a header, where it is not percent-encoded.
enum URLTexts {
  static func check(_ value: Text, _ text: String, _ node: Node, _ doubts: inout Doubts) {
    guard value.pieces.count > 1 else { return }
    var before = ""
    for (index, piece) in value.pieces.enumerated() {
      switch piece {
      case .literal(let part): before += part
      // A variable at the start is a URL if a path follows.
      case .variable: before += index == 0 ? "https://host" : "x"
      case .generated: before += "x"
      case .argument(let name, let operation):
        if operation == nil, isInPath(before) { warn(of: name, text, node, &doubts) }
        before += "x"
      }
    }
  }

  private static func isInPath(_ before: String) -> Bool {
    guard let scheme = before.firstRange(of: "://"), before[..<scheme.lowerBound].utf8.allSatisfy(Name.isASCIIPart) else { return false }
    return before[scheme.upperBound...].utf8.contains(UInt8(ascii: "/"))
  }

  private static func warn(of name: String, _ text: String, _ node: Node, _ doubts: inout Doubts) {
    let (bytes, placeholder) = (Array(text.utf8), Array("{\(name)}".utf8))
    let start = bytes.indices.first { bytes[$0...].starts(with: placeholder) && ($0 == 0 || bytes[$0 - 1] != UInt8(ascii: "{")) }
    let finding = Diagnostic.finding(
      .warning, .sentLiterally, "'{\(name)}' is not percent-encoded in a URL of a header; write '{*\(name)}'",
      at: start.map { node.range(of: $0..<$0 + placeholder.count) } ?? node.range, fix: "encode it as a path",
      with: start.map { _ in "{*\(name)}" })
    doubts.unencoded.append(Suspicion([name], ifKnown: finding))
  }
}

/// Warns of literal texts that probably mean something else: types, and misspelled `$uuid`.
enum LiteralMistakes {
  private static let words = GeneratedWord.allCases.map(\.rawValue)

  static func check(
    _ text: String, _ name: String?, in place: String, _ node: Node, _ findings: Findings, _ doubts: inout Doubts
  ) {
    if let name, isType(text) { return warn(ofType: text, name, in: place, at: node.range, findings) }
    // Arguments of a call to another endpoint must be complete.
    let isArgument = place.contains(".")
    if let first = text.utf8.first, ":$@<[%{".utf8.contains(first), name != nil, !isArgument, let meant = ForeignPlaceholder.name(in: text)
    {
      let finding = Diagnostic.finding(
        .warning, .sentLiterally, "'\(text)' is sent literally; for the argument '\(meant)', write \"{\(meant)}\"", at: node.range,
        fix: "make it a placeholder", with: "\"{\(meant)}\"")
      doubts.names.append(Suspicion([meant], ifKnown: finding))
    } else if !isArgument {
      checkOperators(text, node, &doubts)
    }
    guard text.utf8.contains(UInt8(ascii: "$")) else { return }
    if isArgument {
      guard words.contains(text) else { return }
      findings.warning(
        .sentLiterally, "'\(text)' is sent literally here; make it the default of a parameter of that endpoint", at: node.range)
    } else if !words.contains(text) {
      checkGenerated(text, node, findings)
    }
  }

  /// Warns of `a/{/to}` and `a{to?}`: in a text, only `{to}`, `{+to}` and `{*to}` are placeholders.
  private static func checkOperators(_ text: String, _ node: Node, _ doubts: inout Doubts) {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return }
    let bytes = Array(text.utf8)
    var left = 20
    var at = 0
    while left > 0, let open = bytes[at...].firstIndex(of: UInt8(ascii: "{")) {
      at = open + (Text.isEscape(bytes, at: open) ? 2 : 1)
      guard at == open + 1, let close = bytes[at...].firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "{") }),
        bytes[close] == UInt8(ascii: "}"), let name = ForeignPlaceholder.name(inOperators: bytes[at..<close])
      else { continue }
      left -= 1
      let range = node.range(of: open..<(close + 1))
      let shown = String(decoding: bytes[open...close], as: UTF8.self)
      let finding = Diagnostic.finding(
        .warning, .sentLiterally, "'\(shown)' is sent literally; for the argument '\(name)', write '{\(name)}'", at: range,
        fix: "make it a placeholder", with: "{\(name)}")
      doubts.names.append(Suspicion([name], ifKnown: finding))
    }
  }

  /// The names of generated values in other tools.
  private static let elsewhere = [
    "guid": "$uuid", "uuid4": "$uuid", "uuidv4": "$uuid", "randomuuid": "$uuid", "random": "$uuid", "isotimestamp": "$now",
    "datetime": "$now", "unixtime": "$timestamp", "epoch": "$timestamp",
  ]

  /// Warns of `$uuid-1`, `{$random}` and a lone `$uid`.
  private static func checkGenerated(_ text: String, _ node: Node, _ findings: Findings) {
    let bytes = Array(text.utf8)
    let mayBeGraphQL = text.contains("($")
    // Each finding of a text without quotes repeats it.
    var findingsLeft = 20
    for at in bytes.indices where bytes[at] == UInt8(ascii: "$") && findingsLeft > 0 {
      let name = bytes[(at + 1)...].prefix(while: Name.isPart).prefix { $0 != UInt8(ascii: "-") }
      guard !name.isEmpty, name.count < 16 else { continue }
      let word = "$" + String(decoding: name, as: UTF8.self)
      var part = at..<name.endIndex
      while part.lowerBound > 0, bytes[part.lowerBound - 1] == UInt8(ascii: "{"), part.upperBound < bytes.count,
        bytes[part.upperBound] == UInt8(ascii: "}")
      {
        part = (part.lowerBound - 1)..<(part.upperBound + 1)
      }
      let isBraced = part.lowerBound < at
      let isWhole = part == bytes.indices
      let isKnown = words.contains(word)
      // `{$uuid}` is correct, and `($uuid: ID)` is a variable of GraphQL.
      guard isBraced ? !isKnown : isWhole || isKnown && !mayBeGraphQL else { continue }
      var meant = isKnown ? word : elsewhere[word.dropFirst().lowercased()]
      if meant == nil, word.dropFirst().allSatisfy(\.isLowercase) { meant = Suggestion.nearest(to: word, among: words) }
      guard isBraced || meant != nil else { continue }
      findingsLeft -= 1
      let shown = String(decoding: bytes[part], as: UTF8.self)
      let fixed = meant.map { isWhole && !isBraced ? $0 : "{\($0)}" }
      let range = node.range(of: part)
      // Braces could end a text without quotes.
      let isPlain = node.scalar?.isPlain ?? false && !isWhole
      let whole =
        String(decoding: bytes[..<part.lowerBound], as: UTF8.self) + (fixed ?? "")
        + String(decoding: bytes[part.upperBound...], as: UTF8.self)
      findings.warning(
        .sentLiterally,
        "'\(shown)' is sent literally; "
          + (fixed.map { "did you mean '\($0)'?" } ?? "generated values are \(words.joined(separator: ", "))"),
        at: range,
        fixIts: fixed.map {
          [.init("replace the word", range: isPlain ? node.range : range, replacement: isPlain ? Scalar.quoted(whole) : $0)]
        } ?? [])
    }
  }

  private static func parameter(_ name: String, in place: String) -> String {
    name.utf8.allSatisfy(Name.isASCIIPart) && Name.isValid(name) ? "\(place).\(name)" : "\(place).x as \"\(name)\""
  }

  private static func isType(_ text: String) -> Bool {
    guard text.utf8.count <= 20, text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return false }
    var name = text[...]
    if name.hasSuffix("?") { name.removeLast() }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    return Shape.builtin(String(name)) != nil
  }

  private static func warn(ofType type: String, _ name: String, in place: String, at range: SourceRange, _ findings: Findings) {
    let isBody = place == "body"
    let parameter = isBody ? name : parameter(name, in: place)
    findings.warning(
      .sentLiterally,
      "'\(type)' is sent literally here; declare a parameter instead: '(\(parameter) \(type))'"
        + (isBody ? ", and write '{\(name)}' here" : ""),
      at: range)
  }
}
