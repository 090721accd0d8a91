import Dial

/// A command line with options of other tools, converted to Dial.
struct ForeignLine {
  private var written: [String] = []
  private var notes: [String] = []
  private var isRewritten = false
  private var hasBody = false
  /// Whether everything in the line was converted.
  private var isWhole = true
  /// The file of `--args`.
  private var args: String?
  private var writer: ArgumentWriter?

  private var model: EndpointModel? { writer?.model }

  /// Returns nil if the option is unknown.
  init?(_ option: String, in words: [String], _ finder: SpecFinder) {
    guard words.first == "call" || words.first == "wait", let command = CommandTable.current.command("call"),
      Self.cluster(option) != nil || Self.foreign(option, before: nil) != nil
        || words.contains(where: { Self.foreign($0, before: nil) != nil && $0.hasPrefix(option) })
    else { return nil }
    let line = words.dropFirst().flatMap { Self.cluster($0) ?? [$0] }
    let places = Self.positional(line, command)
    let spec = places.count > 1 && places[0] != "-" ? (try? finder.load(places[0], inPart: true)) : nil
    if let spec { writer = spec.service.endpoints[places[1]].map { ArgumentWriter(model: $0, types: spec.service.types) } }
    if words[0] == "wait" { written.append("wait") }
    read(line, command)
    guard isRewritten, isWhole, let spec, let model else { return }
    // A line that would fail because of a converted argument is not shown.
    let own = CommandLineWords(written.first == "wait" ? Array(written.dropFirst()) : written, command).positional.dropFirst(2)
    let added = finder.faults(of: Array(own), args: args, spec, model.name)
    if !added.isEmpty, !added.isSubset(of: finder.faults(of: Array(places.dropFirst(2)), args: nil, spec, model.name)) { refuse() }
  }

  /// Leaves out the line, and says how the arguments of the endpoint are written.
  private mutating func refuse() {
    isWhole = false
    let note = writer.map(takes) ?? ForeignFlag.arguments
    if !notes.contains(note) { notes.append(note) }
  }

  /// The hint of a failure: the converted line and the reasons.
  var hint: String? {
    let line = (["dial"] + written).map(ShellWord.quoted).joined(separator: " ")
    if !isRewritten || !isWhole { return notes.isEmpty ? nil : notes.joined(separator: "; ") }
    let told = notes + (written.contains { $0.hasSuffix("…") } ? ["replace … with the hidden value"] : [])
    return told.isEmpty ? line : told.joined(separator: "; ") + "; run: " + line
  }

  /// Returns the options of curl in a word without values: `-fsSL`.
  private static func cluster(_ word: String) -> [String]? {
    let letters = word.dropFirst()
    guard word.hasPrefix("-"), letters.count > 1, letters.allSatisfy("fsSkLgiIvNJ".contains) else { return nil }
    return letters.map { $0 == "s" ? "--silent" : "-\($0)" }
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
    case .flag("--base") where !value.contains("://"):
      return notes.append("to call another server, write a URL: --base https://…")
    case .flag(let name):
      if name == "--all" || name == "--max-items", let model, model.pagination == nil {
        return notes.append("\(name) requires 'paginate' in the spec, which '\(model.name)' does not declare")
      }
      words = flag.takesValue ? [name, name == "--var" ? value.prefix { $0 != "=" } + "=…" : value] : [name]
    case .selection(let list):
      guard let path = Self.jmespath(value) else {
        return notes.append(JQExpression.advice(value, "-s") ?? "to select from the result with JMESPath, use -s EXPRESSION")
      }
      words = list + ["-s", path]
    case .credentials: return notes.append(credentials)
    case .words(let list): words = list.map { $0.replacing("%", with: value) }
    case .needless(let why):
      notes.append(why)
      words = []
    case .told(let text): return notes.append(text)
    case .data: words = data(value)
    case .file: words = data("@" + value)
    case .part: words = part(value)
    case .upload: words = upload(value == "." ? "-" : value).map { [$0] }
    case .cookie: words = cookies(value)
    case .field: words = field(value).map { [$0] }
    }
    guard let words else { return refuse() }
    if case .data = flag.meaning, words.isEmpty, let model, !model.hasBody { return notes.append("'\(model.name)' sends no body") }
    isRewritten = true
    switch flag.meaning {
    case .data, .part, .upload, .file: hasBody = true
    default: break
    }
    written += words
  }

  /// An expression of jq or JMESPath in JMESPath; nil if it cannot be converted.
  private static func jmespath(_ text: String) -> String? {
    text.hasPrefix(".") || JQExpression.functions[text] != nil || (try? JMESPath(text)) == nil ? JQExpression(text).jmespath : text
  }

  private var credentials: String {
    guard let model, model.auth.variables.isEmpty else {
      return "the spec declares credentials in 'auth'; set its variables with --var NAME=value"
    }
    return
      "'\(model.name)' has no credentials; add 'auth' to the spec, such as auth: basic ${USER} ${PASSWORD}, or pass -H 'Authorization: …'"
  }

  private func takes(_ writer: ArgumentWriter) -> String {
    let model = writer.model
    let names = model.parameters.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
    let others = "sends any other argument in the \(model.hasBody ? "body" : "query")"
    if !model.isOpen, names.isEmpty { return "'\(model.name)' accepts no arguments" }
    let what =
      !model.isOpen
      ? "accepts \(names)" : names.isEmpty ? others.replacing("any other argument", with: "arguments") : "accepts \(names), and \(others)"
    return "\(ForeignFlag.arguments); '\(model.name)' \(what)"
  }

  private var takesFields: Bool {
    guard let model else { return false }
    return model.parameters.contains { $0.place == .field } || model.isOpen
  }

  /// Converts a body: JSON, `name=value&…`, a text or `@file`.
  private mutating func data(_ text: String) -> [String]? {
    guard let writer else { return nil }
    if text.hasPrefix("@") {
      let path = String(text.dropFirst())
      if let word = upload(path) { return [word] }
      if takesFields { args = path }
      return args.map { ["--args", $0] }
    }
    if writer.body == nil, takesFields, let members = (try? JSON(parsing: text))?.asObject {
      return all(members.map { member(wire: $0.name, $0.value) })
    }
    if let word = writer.body(.text(text)) {
      guard !UndeclaredSecrets.body(Array(text.utf8), nil).isEmpty else { return [word] }
      return [word.prefix { $0 != "=" } + "=…"]
    }
    // A form is percent-encoded, and has no blanks.
    guard text.contains("="), !text.contains(" ") else { return nil }
    return all(FormCoding.decode(text).map { member(wire: $0.0, .string($0.1)) })
  }

  private func all(_ words: [String?]) -> [String]? { words.contains(nil) ? nil : words.compactMap(\.self) }

  /// Returns a member of a body as an argument; nil if the endpoint has none for it.
  private func member(wire: String, _ value: JSON) -> String? {
    guard let (name, known) = target(wire) else { return nil }
    if isSecret(name) || isSecret(wire) { return name + "=…" }
    guard let writer, let known else {
      return value.asString.flatMap { writer?.word(.text($0), nil, name) } ?? "\(name):=\(JSONWriter.text(value))"
    }
    if let text = ValueText.plain(value), ArgumentText(types: writer.types).value(text, of: known) == value || value.asString != nil {
      return writer.word(.text(text), known, name)
    }
    return "\(name):=\(JSONWriter.text(value))"
  }

  /// Returns the argument for a member of a body, and its parameter: a declared one, a member of the whole form, or any in an open endpoint.
  private func target(_ wire: String) -> (name: String, parameter: ParameterModel?)? {
    guard let model else { return nil }
    if let known = model.parameters.first(where: { $0.wire == wire && $0.place != .body })
      ?? model.parameters.first(where: { $0.name == wire })
    {
      return (known.name, known)
    }
    if model.encoding == .form || model.encoding == .multipart, let body = writer?.body { return ("\(body.name)[\(wire)]", nil) }
    return model.isOpen ? (wire, nil) : nil
  }

  /// Converts `name=value`, or `name@file` of curl's --data-urlencode.
  private func field(_ text: String) -> String? {
    let name = String(text.prefix { $0 != "=" && $0 != "@" })
    let rest = text.dropFirst(name.count + 1)
    guard name.count < text.count, let target = target(name) else { return nil }
    if text.dropFirst(name.count).hasPrefix("@") { return writer?.word(.file(String(rest)), target.parameter, target.name) }
    return member(wire: name, .string(String(rest)))
  }

  /// Converts a part of a form: `name=value`, `name=@file;type=image/png`, `name=<file`.
  private mutating func part(_ text: String) -> [String]? {
    let wire = String(text.prefix { $0 != "=" })
    let value = text.dropFirst(wire.count + 1)
    guard wire.count < text.count, let (name, known) = target(wire) else { return nil }
    if value.hasPrefix("@"), known == nil, let model, model.encoding != .multipart {
      notes.append("'\(model.name)' sends no parts; to upload a file, write 'multipart' after the method in the spec")
      return nil
    }
    guard value.hasPrefix("@") || value.hasPrefix("<") else { return member(wire: wire, .string(String(value))).map { [$0] } }
    let path = value.dropFirst().prefix { $0 != ";" }
    if path.endIndex != value.endIndex { notes.append("the spec declares the media type of a file") }
    if value.hasPrefix("<"), known?.shape.isUntyped != false { return ["\(name)=@\(path)"] }
    return writer?.word(.file(String(path)), known, name).map { [$0] }
  }

  /// Converts a file that is the whole body, or the only file of the endpoint.
  private func upload(_ path: String) -> String? {
    writer?.body(.file(path)) ?? writer?.file.map { "\($0.name)@\(path)" }
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
