import Dial
import DialConsole
import DialDemo

/// Finds a spec of the command line: a file, `-`, or NAME.yaml in `$DIAL_PATH`, `./specs` or `~/.config/dial/specs`.
struct SpecFinder {
  enum Source: Equatable {
    case file(String)
    case stdin
    case builtIn(String)
  }

  let context: Context

  func exists(_ word: String) -> Bool { source(word) != nil }

  func source(_ word: String) -> Source? {
    if word == "-" { return .stdin }
    if context.prefersBuiltIn, context.builtIn[word] != nil { return .builtIn(word) }
    if LocalFile(word).exists { return .file(word) }
    guard Self.isName(word) else { return nil }
    for folder in context.folders {
      for ending in [".yaml", ".yml", ".json"] where LocalFile("\(folder)/\(word)\(ending)").exists {
        return .file(Self.tidy("\(folder)/\(word)\(ending)"))
      }
    }
    return context.builtIn[word] == nil ? nil : .builtIn(word)
  }

  /// Loads a spec. Throws all its findings. With `inPart`, for an endpoint, only the needed ones of a large cached spec are read, and a URL
  /// is a spec, too.
  func load(_ word: String, isTrusted: Bool = false, inPart: Bool = false) throws(Failure) -> Spec {
    if inPart, let url = URLSpec(word) { return try url.spec() }
    guard let source = source(word) else { throw missing(word) }
    let stdin = source == .stdin ? try context.stdin() : []
    do throws(SpecError) {
      switch source {
      case .stdin: return try Spec(stdin, name: "<stdin>", folder: nil, trust: isTrusted ? .full : .untrusted)
      case .builtIn(let name): return try Spec(Array((context.builtIn[name] ?? "").utf8), name: name, folder: nil, trust: .full)
      case .file(let path):
        let store = inPart ? context.cacheFolder.map { SpecStore($0 + "/specs", run: context.afterwards.add) } : nil
        return try Spec.load(path, trust: isTrusted ? .full : .folder, store: store)
      }
    } catch {
      guard let first = error.diagnostics.first, first.id == "unreadable" else { throw Failure(error) }
      throw Failure("spec", first.message, exit: ExitStatus.spec)
    }
  }

  /// Returns the failure of an unknown spec, with the nearest name, the searched folders and the available specs.
  ///
  /// - Parameter what: the message about a name.
  func missing(_ word: String, what: String? = nil) -> Failure {
    let absent = what ?? "spec '\(word)' does not exist"
    func failure(_ message: String, hint: String) -> Failure { Failure("spec", message, exit: ExitStatus.spec, hint: hint) }
    if LocalFile(word).isFolder {
      let first = Self.specs(in: word).first ?? "users.yaml"
      let path = (word.hasSuffix("/") ? word : word + "/") + first
      return failure("'\(word)' is a folder", hint: "pass the path of a spec, such as \(path)")
    }
    if URLSpec.isURL(word) {
      return failure(
        "'\(word.prefix(100))' is a URL, not a spec",
        hint: "to call it without a spec, run: dial get URL; to download an OpenAPI document, run: dial fetch URL -O FILE")
    }
    guard Self.isName(word) else {
      let folder = String(word[..<LocalFile.name(in: word)])
      let neighbours = Self.specs(in: folder.isEmpty ? "." : folder).map { folder + $0 }
      return failure("'\(word)' does not exist\(Suggestion.question(for: word, among: neighbours))", hint: known)
    }
    if let file = [".yaml", ".yml"].map({ word + $0 }).first(where: { LocalFile($0).exists }) {
      return failure("\(absent); did you mean the file '\(file)'?", hint: known)
    }
    if let nearest = Suggestion.nearest(to: word, among: names) {
      return failure("\(absent); did you mean '\(nearest)'?", hint: known)
    }
    let places = ["'\(word)'"] + context.folders.map { "'\(Self.tidy("\($0)/\(word).yaml"))'" }
    return failure("\(absent); searched \(places.joined(separator: ", "))", hint: known)
  }

  /// The available specs: `specs found: demo, users`.
  var known: String {
    let all = names.distinct()
    let shown = all.prefix(8).joined(separator: ", ") + (all.count > 8 ? ", …" : "")
    if all == [DemoSpec.name], context.folders.allSatisfy({ Self.specs(in: $0).isEmpty }) {
      return "pass the path of a spec, such as users.yaml; to try Dial, run: dial demo"
    }
    return "available specs: \(shown)"
  }

  /// The names of the available specs.
  var names: [String] {
    context.folders.flatMap { Self.specs(in: $0).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) } }
      + context.builtIn.keys.sorted()
  }

  static func specs(in folder: String) -> [String] {
    CacheFolder.names(in: folder).sorted().filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
  }

  static func isName(_ word: String) -> Bool { !word.contains("/") && ![".yaml", ".yml", ".json"].contains(where: word.hasSuffix) }

  private static func tidy(_ path: String) -> String { path.hasPrefix("./") ? String(path.dropFirst(2)) : path }
}

/// All variables of a spec in the order of their first use.
struct SpecVariables {
  let names: [String]

  /// - Parameter endpoint: one that is called, whose server can have variables of its own.
  init(_ service: ServiceModel, _ endpoint: EndpointModel? = nil) {
    var texts = service.base.map { [$0] } ?? []
    texts += service.vars.sorted { $0.key < $1.key }.map(\.value)
    let own = endpoint.map { EndpointVariables($0, of: service, trust: .full).ofFields } ?? []
    names = (texts.flatMap(\.variables) + service.vars.keys.sorted() + service.traits.variables + own).distinct()
  }

  /// Returns a warning if a name in a flag is not a variable of the spec.
  func doubt(_ name: String, _ flag: String) -> String? {
    guard !names.contains(name) else { return nil }
    let known = names.isEmpty ? "the spec has no variables" : "available: \(names.prefix(8).map { "'\($0)'" }.joined(separator: ", "))"
    let nearest = Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" } ?? known
    return "\(flag): unknown variable '\(name)'; \(nearest)"
  }
}

/// The variables without a value that a call of an endpoint needs.
struct EndpointVariables {
  /// Variables that can come from the environment.
  var ofFields: [String]
  /// Variables that must be passed: with `--var`, or `--env` for the environment.
  var ofStructure: [String]

  init(_ endpoint: EndpointModel, of service: ServiceModel, trust: Spec.Trust) {
    var seen: Set<String> = Set(service.vars.keys)
    func fresh(_ names: [String]) -> [String] { names.filter { seen.insert($0).inserted } }
    let whole = endpoint.target.of(isBaseChosen: service.isServerChosen)
    let target = whole.template.parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    let base = whole.isAbsolute ? [] : service.base?.variables ?? []
    let defaults = endpoint.parameters.flatMap { parameter -> [String] in
      if case .text(let text)? = parameter.defaultValue { text.variables } else { [] }
    }
    let structure = fresh(base + target + (endpoint.body?.variables ?? []) + defaults)
    let fields = fresh(endpoint.auth.variables + (endpoint.headers + endpoint.query).flatMap(\.value.variables))
    switch trust {
    case .untrusted: (ofFields, ofStructure) = ([], structure + fields)
    case .folder: (ofFields, ofStructure) = (fields, structure)
    case .full: (ofFields, ofStructure) = (fields + structure, [])
    }
  }
}
