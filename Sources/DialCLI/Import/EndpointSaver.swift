import Dial
import DialConsole
import DialImport
import DialTesting

/// Adds the endpoint of a call without a spec to a spec, for `--save SPEC:NAME`.
struct EndpointSaver {
  private let flag: (text: String, url: String)
  private let finder: SpecFinder
  private let path: String
  private let name: String
  /// The text of the spec, and its base; nil for a new file.
  private let existing: (text: String, base: String)?

  /// Checks before the call that the endpoint can be added.
  ///
  /// - Parameter text: the value of the flag. Without a spec, it is the one with the base of the URL.
  init(_ text: String, url: String, _ finder: SpecFinder) throws(Failure) {
    (flag, self.finder) = ((text, url), finder)
    let colon = text.lastIndex(of: ":")
    name = String(colon.map { text[text.index(after: $0)...] } ?? text[...])
    guard Name.isValid(name) else {
      throw .usage("--save must be a spec and a name for the endpoint, such as users.yaml:getUser, but is '\(text)'")
    }
    let word = if let colon { String(text[..<colon]) } else { try Self.specAt(url, finder) }
    switch finder.source(word) {
    case .file(let file): path = file
    case .stdin, .builtIn: throw .usage("--save requires a file, but '\(word)' is not one")
    case nil where word.hasSuffix(".yaml") || word.hasSuffix(".yml"):
      (path, existing) = (word, nil)
      try FileTarget(word).check()
      return
    case nil: throw finder.missing(word)
    }
    let spec = try finder.load(path)
    if spec.service.endpoints[name] != nil { throw .usage("--save: '\(path)' already has an endpoint '\(name)'") }
    guard let base = Self.base(of: spec), Self.rest(of: url, below: base) != nil else {
      let known = Self.base(of: spec)
      let what = if let known { "the base of '\(path)' is \(known)" } else { "'\(path)' has no base, or one with variables" }
      throw .usage(
        "--save: \(what), so the URL is not below it", hint: "save the endpoint to another file, such as --save new.yaml:\(name)")
    }
    existing = (String(decoding: try LocalFile(path).read(), as: UTF8.self), base)
  }

  private static func base(of spec: Spec) -> String? {
    spec.service.base?.literal?.trimmingSlashes()
  }

  /// Returns what follows a base in a URL; nil if the URL is elsewhere.
  private static func rest(of url: String, below base: String) -> String? {
    guard url.hasPrefix(base) else { return nil }
    let rest = url.dropFirst(base.count)
    return rest.isEmpty || rest.first.map("/?#".contains) == true ? String(rest) : nil
  }

  private static func specAt(_ url: String, _ finder: SpecFinder) throws(Failure) -> String {
    let fitting = finder.names.filter { word in
      guard case .file? = finder.source(word), let base = (try? finder.load(word)).flatMap(base) else { return false }
      return rest(of: url, below: base) != nil
    }
    if fitting.count == 1 { return fitting[0] }
    throw .usage(
      fitting.isEmpty ? "--save: no available spec has the base of the URL" : "--save: several specs have the base of the URL",
      hint: "name the spec, as in --save users.yaml:getUser")
  }

  /// Writes the endpoint of a request that was sent.
  ///
  /// - Parameter followsLinks: whether the call read several pages, by the header Link.
  func save(_ draft: Draft, _ arguments: Arguments, followsLinks: Bool, _ console: Console) async throws {
    let lock = try await Self.lock(finder.context)
    defer { lock?.release() }
    // Another command may have changed the file during the call.
    try EndpointSaver(flag.text, url: flag.url, finder).write(draft, arguments, followsLinks, console)
  }

  /// Excludes other commands with `--save`, if there is a folder for what excludes them.
  private static func lock(_ context: Context) async throws -> FileLock? {
    guard let folder = context.cacheFolder, (try? PrivateFolder.make(folder)) != nil else { return nil }
    return try await FileLock(folder + "/save.lock")
  }

  private func write(_ draft: Draft, _ arguments: Arguments, _ followsLinks: Bool, _ console: Console) throws(Failure) {
    var request = Self.request(draft.request, arguments)
    request.name = name
    // Without arguments, the saved endpoint must not change again what this call changed.
    request.requiresArguments = true
    if followsLinks { request.settings.append(("paginate", "link")) }
    request.path = .init(draft.endpoint.target) { draft.argument($0).flatMap(ValueText.plain) }
    if let base = existing?.base, let origin = Origin(base)?.text, let rest = Self.rest(of: request.url, below: base) {
      request.url = origin + rest
    }
    let imported: ImportedSpec
    do throws(ImportError) { imported = try ImportedSpec([request], taken: known) } catch {
      throw Failure("spec", "--save: the request cannot be written as an endpoint", exit: ExitStatus.failure)
    }
    if let omission = imported.omissions.first {
      throw Failure("spec", "--save: the call cannot be an endpoint: \(omission.reason)", exit: ExitStatus.failure)
    }
    let text = if let existing { try added(imported.text, to: existing.text) } else { imported.text }
    // The file has literal values of the request, and not every secret has the name or the shape of one.
    try FileTarget(path).write(Array(text.utf8), isPrivate: true)
    for note in imported.allNotes { console.note("save", note, name) }
    let words = "\(ShellWord.quoted(path)) \(name)"
    if let given = given(arguments, draft.request.url) {
      console.note("saved", "saved the endpoint: dial \(([words] + given).joined(separator: " "))", name)
    } else {
      console.note("saved", "saved the endpoint; to see its arguments, run: dial describe \(words)", name)
    }
  }

  /// Returns the arguments that the saved endpoint requires, with the values of the call; nil if a line cannot have one of them.
  private func given(_ arguments: Arguments, _ url: String) -> [String]? {
    guard let model = (try? finder.load(path))?.service.endpoints[name] else { return nil }
    func segments(_ text: String) -> [Substring] { text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/") }
    // The base of the spec is before the target.
    let inPath = Dictionary(
      zip(segments(model.target.text).reversed(), segments(url).reversed()).map { ("\($0)", PercentEncoding.decode(String($1))) }
    ) { first, _ in first }
    var words: [String] = []
    for parameter in model.parameters where parameter.isRequired {
      let value = arguments.items.first { $0.name == parameter.name }?.value.json ?? inPath["{\(parameter.name)}"].map(JSON.string)
      guard !parameter.isHidden, let value, !value.holdsSecret else { return nil }
      words.append(ShellWord.quoted(parameter.name + Self.written(value, isTyped: !parameter.shape.isUntyped)))
    }
    return words
  }

  /// Returns a value as the line of a call has it, behind the name.
  private static func written(_ value: JSON, isTyped: Bool) -> String {
    if let text = value.asString {
      let isPlain = !text.hasPrefix("@") && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      return isPlain ? "=" + text : ":=" + JSONWriter.text(value)
    }
    let isScalar = value.asDouble != nil || value.asBool != nil
    return (isScalar && isTyped ? "=" : ":=") + JSONWriter.text(value)
  }

  /// The variables that the spec uses, with their values in the environment.
  private var known: [String: String?] {
    guard let existing else { return [:] }
    let start = Position(line: 1, column: 1)
    let range = SourceRange(file: SourceFile(name: path, text: ""), start: start, end: start)
    let names = Text(existing.text, range: range, arguments: false).variables
    return Dictionary(names.map { ($0, Console.environment($0)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func request(_ sent: PreparedRequest, _ arguments: Arguments) -> RecordedRequest {
    var request = RecordedRequest(method: sent.method.rawValue, url: sent.url)
    request.headers = sent.headers.map { ($0.name.rawName, $0.value) }
    if sent.headers[.contentType].flatMap({ MediaType($0) })?.type == "multipart" {
      request.parts = arguments.items.flatMap { item in
        guard let json = item.value.json else { return [RecordedRequest.Part(name: item.name, value: nil)] }
        let values = json.asArray.map(Array.init) ?? [json]
        return values.map { RecordedRequest.Part(name: item.name, value: ValueText.plain($0) ?? JSONWriter.text($0)) }
      }
    } else if let bytes = sent.body.whole {
      request.body = String(validating: bytes, as: UTF8.self)
      request.isUpload = request.body == nil
    } else {
      request.isUpload = true
    }
    return request
  }

  /// Returns the text of the spec with the endpoint of another one, behind its last endpoint.
  private func added(_ imported: String, to text: String) throws(Failure) -> String {
    let new = imported.split(separator: "\n").drop { $0 != "endpoints:" }.dropFirst()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let start = lines.firstIndex(where: { $0.prefix { $0 != "#" }.trimmed == "endpoints:" && $0.hasPrefix("endpoints") }) {
      let end = lines[(start + 1)...].firstIndex { $0.first.map { !" \t\r#".contains($0) } ?? false } ?? lines.endIndex
      let last = lines[start..<end].lastIndex { $0.first == " " && !$0.trimmed.isEmpty } ?? start
      let first = lines[(start + 1)..<end].first { !$0.trimmed.isEmpty && !$0.trimmed.hasPrefix("#") } ?? "  "
      let indent = String(first.prefix { $0 == " " })
      lines.insert(contentsOf: new.map { indent + String($0.dropFirst(2)) }, at: last + 1)
      let whole = lines.joined(separator: "\n")
      let findings = Spec.check(Array(whole.utf8), name: path, folder: Spec.folder(of: path)).diagnostics
      if !findings.contains(where: { $0.severity == .error }) { return whole }
    }
    var failure = Failure("spec", "--save: the endpoint cannot be added to '\(path)'; add these lines to its 'endpoints':", exit: 1)
    failure.listing = new.map(String.init)
    throw failure
  }
}
