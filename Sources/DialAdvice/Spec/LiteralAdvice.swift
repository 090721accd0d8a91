import DialBuild
import DialModel
import DialSyntax

/// Texts of a spec that are sent as they are, but look like a placeholder, a variable or a type: `Bearer $TOKEN`, `X-Id: ':id'`.
struct LiteralAdvice {
  /// The maximum number of findings in one text, because each place in a text costs as much as the text is long.
  private static let maximum = 20
  private static let generated = GeneratedWord.allCases.map(\.rawValue)

  var findings: [Diagnostic] = []
  let isType: (String) -> Bool
  /// The endpoint that contains a text.
  private var endpoint: Shared<EndpointDeclaration>?

  init(_ declaration: ServiceDeclaration, isType: @escaping (String) -> Bool) {
    self.isType = isType
    check(declaration.level)
  }

  private mutating func check(_ level: LevelDeclaration) {
    for entry in level.settings { check(entry) }
    for shared in level.endpoints {
      let declared = shared.value
      endpoint = shared
      for entry in declared.settings { check(entry) }
      if let target = declared.line?.value.target { checkQuotes(target.text, at: target.range) }
      if let line = declared.line?.value, Self.holds(":<[*$\\%@!)", line.target.text) { check(line.target, in: line) }
      for parameter in declared.line?.value.parameters ?? [] { check(parameter) }
      for parameter in declared.parameters ?? [] { check(parameter) }
      endpoint = nil
    }
    for group in level.groups { check(group) }
  }

  private mutating func check(_ parameter: ParameterDeclaration) {
    guard let (text, range) = parameter.value, parameter.shape == nil || text.contains(where: { "; '$".contains($0) }) else { return }
    check(text, of: parameter, at: range)
  }

  private mutating func check(_ entry: Entry) {
    switch entry.name {
    case "service", "base": checkQuotes(entry.value)
    case "headers", "query":
      for field in entry.value.mapping ?? [] {
        for node in field.value.sequence ?? [field.value] { checkField(node, field.name, in: entry.name == "query" ? "query" : "header") }
      }
    case "body": checkBody(entry.value, nil)
    case "auth": checkCredentials(entry.value)
    case "vars":
      checkBraces(in: entry.value)
      for variable in entry.value.mapping ?? [] { checkQuotes(variable.value) }
    case "poll": checkBraces(in: entry.value)
    default: break
    }
  }

  /// Whether the endpoint has a parameter of this name. Of an open endpoint, nothing is known.
  func isParameter(_ name: String) -> Bool {
    guard let endpoint = endpoint?.value else { return false }
    let (listed, others) = (endpoint.line?.value.parameters, endpoint.parameters)
    guard listed != nil || others != nil else { return false }
    return listed?.contains { $0.name == name } ?? false || others?.contains { $0.name == name } ?? false
      || endpoint.line?.value.target.template.names.contains(name) ?? false
  }

  mutating func warn(
    _ id: FindingID, _ message: String, at range: SourceRange, fix: String = "", with text: String? = nil, hidesLine: Bool = false
  ) {
    findings.append(.finding(.warning, id, message, at: range, fix: fix, with: text, hidesLine: hidesLine))
  }

  // MARK: Headers, query items and bodies

  private mutating func checkField(_ node: Node, _ name: String, in place: String) {
    guard let text = node.text, Self.isMarked(text) else { return }
    if checkVariables(text, node) { return }
    checkText(text, node, name, in: place)
  }

  private mutating func checkBody(_ node: Node, _ name: String?) {
    switch node.content {
    case .scalar(let scalar):
      guard Self.isMarked(scalar.text) else { return }
      if checkBraces(scalar.text, node) { return }
      if checkQuotes(node, isSecret: name.map { SecretNames.contains($0) } ?? false) {
      } else if "$%<".contains(scalar.text.prefix(1)), checkWord(scalar.text, at: node.range) {
        return
      }
      checkText(scalar.text, node, name, in: "body")
    case .sequence(let items): for item in items { checkBody(item, name) }
    case .mapping(let entries): for entry in entries { checkBody(entry.value, entry.name) }
    }
  }

  /// Warns of typographic quotes around a value. Returns whether there are any.
  @discardableResult
  private mutating func checkQuotes(_ node: Node, isSecret: Bool = false) -> Bool {
    guard let scalar = node.scalar, scalar.isPlain else { return false }
    return checkQuotes(scalar.text, at: node.range, isSecret: isSecret)
  }

  @discardableResult
  mutating func checkQuotes(_ text: String, at range: SourceRange, isSecret: Bool = false) -> Bool {
    guard let inner = TypographicQuotes.inner(of: text) else { return false }
    warn(
      .sentLiterally, "'\(text.prefix(1))' is not a quote in YAML and is part of the value; write '\"'", at: range,
      fix: "use straight quotes", with: Scalar.quoted(inner), hidesLine: isSecret)
    return true
  }

  /// Whether a text contains a sign of a placeholder or is a type; nothing can be said about others.
  private static func isMarked(_ text: String) -> Bool {
    holds(":<[*$\\%@{", text) || Shape.plain(text) != nil || text.utf8.contains { $0 >= 0x80 }
  }

  /// Whether a text contains one of some signs, which are no part of a name.
  private static func holds(_ signs: String, _ text: String) -> Bool {
    text.utf8.contains { !Name.isASCIIPart($0) && $0 != UInt8(ascii: "/") && signs.utf8.contains($0) }
  }

  /// Warns of a whole text that is an argument or a type, and of a misspelled generated value.
  private mutating func checkText(_ text: String, _ node: Node, _ name: String?, in place: String) {
    if let name, let type = type(in: text) { return warn(ofType: type, name, in: place, at: node.range) }
    let whole = ForeignPlaceholder(text)
    let isBraced = whole?.open == "{" || whole?.open == "{{" || whole?.open == "${"
    if name != nil, let meant = isBraced ? nil : whole?.name, isParameter(meant) {
      warn(
        .sentLiterally, "'\(text)' is sent literally; for the argument '\(meant)', write \"{\(meant)}\"", at: node.range,
        fix: "make it a placeholder", with: "\"{\(meant)}\"")
    }
    if text.contains("$"), !Self.generated.contains(text) { checkGenerated(text, node) }
  }

  /// Warns of a lone `$uid`, and of `{$random}`.
  private mutating func checkGenerated(_ text: String, _ node: Node) {
    guard let start = text.firstRange(of: "{$")?.lowerBound ?? (text.hasPrefix("$") ? text.startIndex : nil) else { return }
    let isBraced = text[start] == "{"
    let part = isBraced ? text[start...].prefix { $0 != "}" } + "}" : text[start...]
    let word = String(isBraced ? part.dropFirst().dropLast() : part)
    guard text[start...].hasPrefix(part), word.utf8.count < 16, Name.isValid(String(word.dropFirst())), !Self.generated.contains(word)
    else {
      return
    }
    let isLower = word.dropFirst().allSatisfy(\.isLowercase)
    let near =
      ForeignWords.generated[word.dropFirst().lowercased()] ?? (isLower ? Suggestion.nearest(to: word, among: Self.generated) : nil)
    guard isBraced || near != nil else { return }
    let meant = near.map { isBraced ? "{\($0)}" : $0 }
    let advice = meant.map { "did you mean '\($0)'?" } ?? "generated values are \(Self.generated.joined(separator: ", "))"
    warn(
      .sentLiterally, "'\(part)' is sent literally; \(advice)", at: Self.range(of: text[start...].prefix(part.count), in: text, node),
      fix: "replace the word", with: meant)
  }

  private func type(in text: String) -> String? {
    var name = text.hasSuffix("?") ? text.dropLast() : text[...]
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    return Shape.builtin(String(name)) == nil || !name.contains(where: \.isUppercase) ? nil : text
  }

  private mutating func warn(ofType type: String, _ name: String, in place: String, at range: SourceRange) {
    let isName = Name.isASCII(name)
    let parameter = place == "body" ? name : isName ? "\(place).\(name)" : "\(place).x as \"\(name)\""
    let use = place == "body" ? ", and write '{\(name)}' here" : ""
    warn(.sentLiterally, "'\(type)' is sent literally here; declare a parameter instead: '(\(parameter) \(type))'\(use)", at: range)
  }

  // MARK: Variables

  private mutating func checkCredentials(_ node: Node, isLine: Bool = true) {
    switch node.content {
    case .scalar(let scalar):
      if checkBraces(scalar.text, node) { return }
      var words = scalar.text.split(separator: " ")
      if isLine, !words.isEmpty { words.removeFirst() }
      for word in isLine ? words : [scalar.text[...]] {
        let range = Self.range(of: word, in: scalar.text, node)
        if !scalar.isPlain || !checkQuotes(String(word), at: range, isSecret: true) { checkWord(String(word), at: range) }
      }
    case .sequence(let items): for item in items { checkCredentials(item) }
    case .mapping(let entries):
      for entry in entries {
        // A call has placeholders of its own.
        let isCall = entry.name == "login" || entry.name == "refresh"
        if isCall { checkBraces(in: entry.value) } else { checkCredentials(entry.value, isLine: entry.name == "any") }
      }
    }
  }

  private static func range(of word: Substring, in text: String, _ node: Node) -> SourceRange {
    let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
    return node.range(of: start..<(start + word.utf8.count))
  }

  /// Warns of each word that is a variable in the syntax of another tool. Returns whether there are any.
  private mutating func checkVariables(_ text: String, _ node: Node) -> Bool {
    if checkBraces(text, node) { return true }
    let before = findings.count
    guard text.contains(where: { "$%<".contains($0) }) else { return false }
    for word in text.split(separator: " ") where "$%<".contains(word.prefix(1)) && findings.count < before + Self.maximum {
      checkWord(String(word), at: Self.range(of: word, in: text, node))
    }
    return findings.count > before
  }

  /// Warns of a whole word such as `$TOKEN`. Returns whether it is one. Finding the place takes time in a long text,
  /// so it is done only for such a word.
  @discardableResult
  private mutating func checkWord(_ word: String, at range: @autoclosure () -> SourceRange) -> Bool {
    guard !word.hasPrefix("${"), let name = ForeignPlaceholder(word)?.variable else { return false }
    warn(
      .sentLiterally, "'\(word)' is sent literally; to make it a variable, write '${\(name)}'", at: range(), fix: "make it a variable",
      with: "${\(name)}")
    return true
  }

  private mutating func checkBraces(in node: Node) {
    if let text = node.text { _ = checkBraces(text, node) }
    for item in node.sequence ?? node.mapping?.map(\.value) ?? [] { checkBraces(in: item) }
  }

  /// Warns of the first `${env.NAME}`, `${{ vars.NAME }}` or `${ NAME }`. Returns whether there is one.
  private mutating func checkBraces(_ text: String, _ node: Node) -> Bool {
    guard text.contains("${"), let range = Text.strayVariable(in: text) else { return false }
    let bytes = Array(text.utf8)[range.lowerBound...]
    let (open, close) = bytes.starts(with: "${{".utf8) ? (3, "}}") : (2, "}")
    guard let end = bytes.dropFirst(open).firstRange(of: close.utf8),
      let name = ForeignPlaceholder.lastName(of: String(decoding: bytes.dropFirst(open)[..<end.lowerBound], as: UTF8.self))
    else { return false }
    let part = bytes.startIndex..<end.upperBound
    warn(
      .sentLiterally, "'\(String(decoding: bytes[part], as: UTF8.self))' is not a valid variable and is sent literally; write '${\(name)}'",
      at: node.range(of: part), fix: "make it a variable", with: "${\(name)}")
    return true
  }
}
