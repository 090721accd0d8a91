import Dial

/// A command line with options of other tools, converted to Dial.
struct ForeignLine {
  private var written: [String] = []
  private var notes: [String] = []
  private var isRewritten = false
  private var hasBody = false
  private var model: EndpointModel?
  private var types = TypeTable()

  /// Returns nil if the option is unknown.
  init?(_ option: String, in words: [String], _ finder: SpecFinder) {
    guard words.first == "call" || words.first == "wait", let command = CommandTable.current.command("call"),
      Self.foreign(option, before: nil) != nil || words.contains(where: { Self.foreign($0, before: nil) != nil && $0.hasPrefix(option) })
    else { return nil }
    let line = Array(words.dropFirst())
    let places = Self.positional(line, command)
    if places.count > 1, places[0] != "-", let spec = try? finder.load(places[0], inPart: true),
      let index = spec.service.endpoints.place(of: places[1])
    {
      (model, types) = (spec.service.endpoints[index], spec.service.types)
    }
    if words[0] == "wait" { written.append("wait") }
    read(line, command)
  }

  /// The hint of a failure: the converted line and the reasons.
  var hint: String? {
    let line = (["dial"] + written).map(ShellWord.quoted).joined(separator: " ")
    if !isRewritten { return notes.isEmpty ? nil : notes.joined(separator: "; ") }
    return notes.isEmpty ? line : notes.joined(separator: "; ") + "; run: " + line
  }

  /// Returns the option in a word, with its value if that is in the same word: `--max-time=5`, `-XPOST`.
  private static func foreign(_ word: String, before next: String?) -> (flag: ForeignFlag, value: String?)? {
    guard word.hasPrefix("-"), word.count > 1 else { return nil }
    if word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      let value = name.count < word.count ? String(word.dropFirst(name.count + 1)) : nil
      return ForeignFlag.named(name, before: value ?? next).map { ($0, value) }
    }
    if let flag = ForeignFlag.named(word, before: next) { return (flag, nil) }
    guard let flag = ForeignFlag.named(String(word.prefix(2)), before: String(word.dropFirst(2))), flag.takesValue else { return nil }
    return (flag, String(word.dropFirst(2)))
  }

  /// Returns the flag of Dial in a word.
  private static func own(_ word: String, _ command: CommandTable.Command) -> CommandTable.Flag? {
    let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
    return command.flags.first { $0.names.contains(name) }
  }

  private static func positional(_ words: [String], _ command: CommandTable.Command) -> [String] {
    var places: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        places.append(word)
        continue
      }
      if let flag = own(word, command) {
        if flag.takesValue, flag.names.contains(word) { rest = rest.dropFirst() }
      } else if let (flag, value) = foreign(word, before: rest.first), flag.takesValue, value == nil {
        rest = rest.dropFirst()
      }
    }
    return places
  }

  private mutating func read(_ words: [String], _ command: CommandTable.Command) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { written += [word] + rest; break }
      guard word.hasPrefix("-"), word != "-" else {
        written.append(shown(word))
        continue
      }
      if let flag = Self.own(word, command) {
        let takesNext = flag.takesValue && flag.names.contains(word)
        keep(word, flag, takesNext ? rest.popFirst() : nil)
      } else if let (flag, value) = Self.foreign(word, before: rest.first) {
        translate(flag, value ?? (flag.takesValue ? rest.popFirst() : nil) ?? "")
      } else {
        written.append(word)
      }
    }
    // The encoding of the body already sets the media type.
    guard hasBody, let type = model.flatMap({ Self.mediaType($0.encoding) }) else { return }
    while let index = written.indices.dropLast().first(where: { written[$0] == "-H" && Self.isType(written[$0 + 1], type) }) {
      written.removeSubrange(index...index + 1)
    }
  }

  private static func mediaType(_ encoding: Encoding) -> String? {
    switch encoding {
    case .json: "application/json"
    case .form: "application/x-www-form-urlencoded"
    case .multipart: "multipart/form-data"
    case .lines: "application/x-ndjson"
    case .text, .bytes, .named: nil
    }
  }

  private static func isType(_ header: String, _ type: String) -> Bool {
    header.lowercased().filter { $0 != " " }.hasPrefix("content-type:\(type)")
  }

  /// Adds a flag of Dial, without secrets.
  private mutating func keep(_ word: String, _ flag: CommandTable.Flag, _ value: String?) {
    let mayBeSecret = flag.names.contains("--var") || flag.names.contains("-H")
    guard let value else { return written.append(flag.takesValue && mayBeSecret ? "\(flag.names[0])=…" : word) }
    written.append(word)
    if flag.names.contains("--var") {
      written.append(value.prefix { $0 != "=" } + "=…")
    } else if flag.names.contains("-H"), HeaderWord.isSecret(String(value.prefix { $0 != ":" })) {
      written.append(value.prefix { $0 != ":" } + ": …")
    } else {
      written.append(value)
    }
  }

  /// Returns an argument without secrets.
  private func shown(_ word: String) -> String {
    guard let mark = word.firstIndex(of: "=") else { return word }
    let name = String(word[..<mark].prefix { $0 != ":" })
    return isSecret(name) ? word[...mark] + "…" : word
  }

  private func isSecret(_ name: String) -> Bool {
    model?.parameters.first { $0.name == name }?.isSecret ?? false || SecretNames.contains(name)
  }

  private mutating func translate(_ flag: ForeignFlag, _ value: String) {
    let words: [String]?
    switch flag.meaning {
    case .flag(let name):
      if name == "--all" || name == "--max-items", let model, model.pagination == nil {
        notes.append("\(name) requires 'paginate' in the spec, which '\(model.name)' does not declare")
        return
      }
      words = flag.takesValue ? [name, value] : [name]
    case .selection(let list):
      guard let path = Self.jmespath(value) else {
        notes.append("to select from the result with JMESPath, use -s EXPRESSION")
        return
      }
      words = list + ["-s", path]
    case .credentials:
      notes.append(credentials)
      return
    case .words(let list): words = list.map { $0.replacing("%", with: value) }
    case .needless(let why):
      notes.append(why)
      words = []
    case .told(let text):
      notes.append(text)
      return
    case .data: words = data(value)
    case .part: words = part(value)
    case .upload: words = upload(value)
    case .cookie: words = cookies(value)
    case .field: words = value.contains("=") ? [shown(value)] : nil
    }
    guard let words else { return notes.append(model.map(takes) ?? ForeignFlag.arguments) }
    if case .data = flag.meaning, words.isEmpty, let model, !model.hasBody { return notes.append("'\(model.name)' sends no body") }
    isRewritten = true
    switch flag.meaning {
    case .data, .part, .upload: hasBody = true
    default: break
    }
    written += words
  }

  /// An expression of jq or JMESPath in JMESPath; nil if it cannot be converted.
  private static func jmespath(_ text: String) -> String? {
    text.hasPrefix(".") || (try? JMESPath(text)) == nil ? JQExpression(text).jmespath : text
  }

  private var credentials: String {
    guard let model, model.auth.variables.isEmpty else {
      return "the spec declares credentials in 'auth'; set its variables with --var NAME=value"
    }
    return
      "'\(model.name)' has no credentials; add 'auth' to the spec, such as auth: basic ${USER} ${PASSWORD}, or pass -H 'Authorization: …'"
  }

  private func takes(_ model: EndpointModel) -> String {
    let names = model.parameters.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
    let others = "sends any other argument in the \(model.hasBody ? "body" : "query")"
    if !model.isOpen, names.isEmpty { return "'\(model.name)' accepts no arguments" }
    let what =
      !model.isOpen
      ? "accepts \(names)" : names.isEmpty ? others.replacing("any other argument", with: "arguments") : "accepts \(names), and \(others)"
    return "\(ForeignFlag.arguments); '\(model.name)' \(what)"
  }

  /// The parameter for the whole body; any name in an open endpoint.
  private var wholeBody: String? {
    guard let model else { return nil }
    if let parameter = model.parameters.first(where: { $0.place == .body }) { return parameter.name }
    return model.isOpen && model.hasBody && !model.parameters.contains { $0.place == .field } ? "_" : nil
  }

  private var takesFields: Bool {
    guard let model else { return false }
    return model.parameters.contains { $0.place == .field } || model.isOpen
  }

  private func data(_ text: String) -> [String]? {
    if text.hasPrefix("@") {
      if let name = wholeBody { return [name + (model?.encoding == .json ? "=" : "") + text] }
      return takesFields ? ["--args", String(text.dropFirst())] : nil
    }
    if let json = try? JSON(parsing: text) {
      if let members = json.asObject, takesFields, model?.parameters.contains(where: { $0.place == .body }) == false {
        let words = members.compactMap { member(wire: $0.name, $0.value) }
        return words.count == members.count ? words : nil
      }
      return wholeBody.map { ["\($0):=\(text)"] }
    }
    guard text.contains("="), !text.contains(" ") else {
      return model?.encoding == .json ? nil : wholeBody.map { ["\($0)=\(text)"] }
    }
    let words = FormCoding.decode(text).compactMap { member(wire: $0.0, .string($0.1)) }
    return words.count == text.split(separator: "&").count ? words : nil
  }

  /// Returns a member of a body as an argument; nil if the endpoint has none for it.
  private func member(wire: String, _ value: JSON) -> String? {
    guard let model else { return nil }
    let known = model.parameters.first { $0.wire == wire && $0.place != .body } ?? model.parameters.first { $0.name == wire }
    guard let name = known?.name ?? (model.isOpen ? wire : nil) else { return nil }
    if isSecret(name) { return name + "=…" }
    let text = ValueText.plain(value)
    let fits = known.map { parameter in text.map { ArgumentText(types: types).value($0, of: parameter) == value } ?? false }
    if let text, !text.hasPrefix("@"), fits ?? (value.asString != nil) || known != nil && value.asString != nil { return "\(name)=\(text)" }
    return "\(name):=\(JSONWriter.text(value))"
  }

  /// Converts a part of a form: `name=value`, `name=@file;type=image/png`, `name=<file`.
  private func part(_ text: String) -> [String]? {
    guard let mark = text.firstIndex(of: "="), let model else { return nil }
    let (wire, value) = (String(text[..<mark]), String(text[text.index(after: mark)...]))
    let known = model.parameters.first { $0.wire == wire } ?? model.parameters.first { $0.name == wire }
    guard let name = known?.name ?? (model.isOpen ? wire : nil) else { return nil }
    let path = value.dropFirst().prefix { $0 != ";" }
    if value.hasPrefix("@") { return ["\(name)@\(path)"] }
    if value.hasPrefix("<") { return ["\(name)=@\(path)"] }
    return [isSecret(name) ? name + "=…" : "\(name)=\(value)"]
  }

  private func upload(_ path: String) -> [String]? {
    let file = path == "." ? "-" : path
    if let name = wholeBody { return [name + (model?.encoding == .json ? "=@" : "@") + file] }
    let files = (model?.parameters ?? []).filter { $0.shape.isFile }
    return files.count == 1 ? ["\(files[0].name)@\(file)"] : nil
  }

  private func cookies(_ text: String) -> [String]? {
    var (words, others): ([String], [String]) = ([], [])
    for pair in text.split(separator: ";").map({ String($0.drop { $0 == " " }) }) {
      let name = String(pair.prefix { $0 != "=" })
      guard name.count < pair.count else { return ["-H", "Cookie: …"] }
      let value = SecretNames.contains(name) ? "…" : String(pair.dropFirst(name.count + 1))
      if let parameter = model?.parameters.first(where: { $0.place == .cookie && $0.wire == name }) {
        words.append("\(parameter.name)=\(parameter.isSecret ? "…" : value)")
      } else {
        others.append("\(name)=\(value)")
      }
    }
    return words + (others.isEmpty ? [] : ["-H", "Cookie: " + others.joined(separator: "; ")])
  }
}
