package import DialJSON
package import DialSyntax
import Synchronization

/// A spec after reading: every endpoint contains the merged settings of its levels.
package struct ServiceModel: Sendable {
  package var file: SourceFile
  package var name: String
  package var doc: String?
  package var base: Text?
  /// The base as a target if it contains arguments: `https://{bucket}.example.com`.
  package var baseTarget: TargetModel? { level.base }
  package var vars: [String: Text] = [:]
  /// The servers of a document, of which a call can choose one instead of `base`.
  package var servers: [ServerModel] = []
  /// Whether a call has chosen one of them, so that it takes the place of the servers that operations have.
  package var isServerChosen = false
  package var types = TypeTable()
  package var endpoints = Endpoints()
  package var traits = ServiceTraits()
  /// The names of groups with their parents, such as `v2.admin`, in the order of the file.
  package var groups: [String] = []
  /// Variables that belong to the origin of `base`, because `auth` uses them.
  package var secretVariables: Set<String> = []
  /// The marks of variables in the spec: `vars: {PIN: {secret: true}}`.
  package var variableMarks: [String: Bool] = [:]
  /// The variables in the defaults of secret variables.
  private var secretParts: Set<String> = []
  /// The settings that endpoints inherit, including those of typed requests.
  package var level = InheritedSettings()

  /// Whether a call can choose a server: there are several, or none that it uses without a choice.
  package var hasServerChoice: Bool { servers.count > (base == nil ? 0 : 1) }

  /// Creates a service without endpoints, for the reader to fill.
  package init(file: SourceFile, name: String) {
    self.file = file
    self.name = name
  }

  /// Marks the variables in the defaults of secret variables as secret. `found` is called with each text and its default.
  package mutating func closeSecrets(_ found: (Text, String) -> Void = { _, _ in }) {
    var waiting = Array(secretVariables)
    while let name = waiting.popLast() {
      guard let text = vars[name] else { continue }
      found(text, name)
      for inner in text.variables where secretVariables.insert(inner).inserted { waiting.append(inner) }
    }
    waiting = vars.keys.filter(isSecret)
    while let name = waiting.popLast() {
      for inner in vars[name]?.variables ?? [] where secretParts.insert(inner).inserted { waiting.append(inner) }
    }
  }

  /// Whether the value of a variable is secret: `auth` uses it, the spec marks it, or its name is secret.
  package func isSecret(_ variable: String) -> Bool {
    if secretVariables.contains(variable) || secretParts.contains(variable) { return true }
    return variableMarks[variable] ?? SecretNames.contains(variable, in: .item)
  }

  /// Returns the secret variables in the value of a variable: itself, and those in its default.
  package func secrets(in variable: String) -> Set<String> {
    if vars[variable] == nil { return isSecret(variable) ? [variable] : [] }
    var (found, seen, waiting) = (Set<String>(), Set([variable]), [variable])
    while let name = waiting.popLast() {
      if isSecret(name) { found.insert(name) }
      for inner in vars[name]?.variables ?? [] where seen.insert(inner).inserted { waiting.append(inner) }
    }
    return found
  }

  package func holdsSecret(_ text: Text) -> Bool { text.variables.contains { !secrets(in: $0).isEmpty } }

  package var hasTokens: Bool { !level.auth.tokens.isEmpty || !tokens.isEmpty || traits.hasLateTokens }

  /// The tokens of all endpoints, without duplicates.
  package var tokens: [TokenModel] { traits.tokens }

  /// Returns the paths of tokens in the responses of an endpoint: if `auth` uses it to fetch or renew them, or takes them from its
  /// responses.
  package func tokenPaths(in endpoint: EndpointModel) -> [JMESPath] {
    let supplied = endpoint.auth.tokens.filter { $0.supply != nil && $0.paths.access.path != nil }
    return ((tokens + level.auth.tokens).filter { $0.endpoints.contains(endpoint.name) } + supplied).flatMap(\.paths.secret)
  }

  /// Whether the value of a header or a query item is secret, possibly because of a variable.
  package func isSecret(_ field: FieldModel) -> Bool { field.isSecret || holdsSecret(field.value) }

  /// The headers of responses that contain tokens.
  package var tokenHeaders: [String] { (tokens + level.auth.tokens).flatMap { [$0.paths.access, $0.paths.refresh].compactMap(\.header) } }

  /// Whether descriptions and pages hide the default of a parameter, and a bundle must not contain it.
  package func hides(_ parameter: ParameterModel) -> Bool { parameter.isHidden || isSecret(parameter) }

  /// Whether an argument is secret, possibly because of a variable in its default.
  package func isSecret(_ parameter: ParameterModel) -> Bool {
    if parameter.isSecret { return true }
    guard case .text(let text)? = parameter.defaultValue else { return false }
    return holdsSecret(text)
  }
}

package enum Encoding: Sendable, Hashable {
  case json, form, multipart, text, bytes
  /// A JSON value per line (NDJSON).
  case lines
  case named(String)

  private static let builtins: [(word: String, encoding: Encoding)] = [
    ("json", .json), ("form", .form), ("multipart", .multipart), ("text", .text), ("bytes", .bytes), ("lines", .lines),
  ]

  package static let words = builtins.map(\.word)

  /// Whether a body is passed as a whole, without members.
  package var isWhole: Bool { self == .text || self == .bytes || self == .lines }

  package init(_ word: String) {
    self = Self.builtins.first { $0.word == word }?.encoding ?? .named(word)
  }

  package var word: String {
    if case .named(let name) = self { return name }
    return Self.builtins.first { $0.encoding == self }?.word ?? ""
  }

  /// Returns the media type that a header must name; nil if the encoding already says it, or for a range of types.
  package func header(for written: String) -> String? {
    if written.contains("*") || self == .form || self == .multipart { return nil }
    // A file would have its own type in a body of bytes.
    let standard = [.json: "application/json", .text: "text/plain"] as [Encoding: String]
    return standard[self] == MediaType(written)?.essence && !written.contains(";") ? nil : written
  }
}

/// A header or a query item of the spec.
package struct FieldModel: Sendable {
  package var name: String
  package var value: Text
  /// Whether it belongs to the endpoint itself, where every placeholder must be a parameter.
  package var isOwn: Bool
  /// Whether its value is secret: always, or by its name if the value comes from a variable.
  package let isSecret: Bool

  /// - Parameter place: whether it is a header or a query item.
  init(name: String, value: Text, isOwn: Bool, isSecret: Bool) {
    (self.name, self.value, self.isOwn, self.isSecret) = (name, value, isOwn, isSecret)
  }

  package init(name: String, value: Text, isOwn: Bool, in place: SecretNames.Place) {
    self.name = name
    self.value = value
    self.isOwn = isOwn
    isSecret = place == .header && HeaderRules.isSensitive(name) || !value.variables.isEmpty && SecretNames.contains(name, in: place)
  }
}

extension [FieldModel] {
  /// Returns each name once: the nearest level wins. A field that an absent argument can remove does not hide the others.
  package func nearest() -> [FieldModel] {
    if areApart { return self }
    var kept: [FieldModel?] = []
    var places: [String: [Int]] = [:]
    for field in self {
      let name = HeaderRules.lowered(field.name)
      if field.value.arguments.isEmpty, let earlier = places[name], let first = earlier.first {
        for place in earlier { kept[place] = nil }
        kept[first] = field
        places[name] = [first]
      } else {
        places[name, default: []].append(kept.count)
        kept.append(field)
      }
    }
    return kept.compactMap(\.self)
  }

  /// Whether all names differ. Compares them pairwise if there are few, as usual.
  private var areApart: Bool {
    if count <= 8 {
      return indices.allSatisfy { one in !indices[..<one].contains { HeaderRules.isSame(self[$0].name, self[one].name) } }
    }
    var names = Set<String>()
    return allSatisfy { names.insert(HeaderRules.lowered($0.name)).inserted }
  }
}

package struct FileRules: Sendable {
  package var filename: String?
  package var mimeType: String?
  package var maxBytes: Int64?

  package init(filename: String? = nil, mimeType: String? = nil, maxBytes: Int64? = nil) {
    self.filename = filename
    self.mimeType = mimeType
    self.maxBytes = maxBytes
  }

  /// Returns these rules, completed from others.
  package func or(_ other: FileRules) -> FileRules {
    FileRules(filename: filename ?? other.filename, mimeType: mimeType ?? other.mimeType, maxBytes: maxBytes ?? other.maxBytes)
  }
}

package enum DefaultValue: Sendable {
  case json(JSON)
  case text(Text)
  case generated(GeneratedWord)
}

/// A body in the spec: a JSON value whose strings can contain placeholders.
package indirect enum BodyTemplate: Sendable {
  case literal(JSON)
  case text(Text)
  case array([BodyTemplate])
  case object([(name: Text, value: BodyTemplate)])

  /// All strings with placeholders.
  package var texts: [Text] {
    switch self {
    case .literal: []
    case .text(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap { [$0.name] + $0.value.texts }
    }
  }

  package var arguments: [String] { texts.flatMap(\.arguments) }

  package var variables: [String] { texts.flatMap(\.variables) }
}

package struct SelectionModel: Sendable {
  package var path: JMESPath
  package var range: SourceRange

  package init(path: JMESPath, range: SourceRange) {
    self.path = path
    self.range = range
  }
}

/// How an accepted response becomes the result.
package enum ResultModel: Sendable {
  /// Decoded by its media type.
  case inferred
  case shape(Shape)
  case void, text, bytes, headers
  case events(Shape?)
  case lines(Shape?)

  /// The words for results that have no type, or one type for each element.
  package static let modes = ["events", "lines", "bytes", "text", "headers"]
}

/// The endpoints of a service, in the order of its spec and by name. The sequence leaves out those that cannot be read.
package struct Endpoints: Sequence, Sendable {
  private let source: any EndpointSource

  package init(_ models: [EndpointModel] = []) { source = EndpointTable(models) }

  /// Creates a sequence whose endpoints are read on demand.
  package init(from source: any EndpointSource) { self.source = source }

  package var count: Int { source.count }
  package var names: [String] { source.names }
  /// What is wrong with endpoints that are built when they are asked for. It does not matter for the others.
  package var findings: [Diagnostic] { source.findings }
  /// The tags of a document, in its order.
  package var tags: [EndpointTag] { source.tags }
  /// What a list shows of all endpoints, including those that cannot be read.
  package var summaries: [EndpointSummary] { (0..<source.count).map(source.summary) }

  package func summary(at index: Int) -> EndpointSummary { source.summary(at: index) }

  /// Returns more names that an endpoint answers to.
  package func otherNames(at index: Int) -> [String] { source.otherNames(at: index) }

  package func makeIterator() -> some IteratorProtocol<EndpointModel> {
    let source = source
    return (0..<source.count).lazy.compactMap { try? source.model(at: $0) }.makeIterator()
  }

  /// Returns an endpoint, the same object each time. Throws if it cannot be read any more.
  package subscript(index: Int) -> EndpointModel { get throws(Diagnostic) { try source.model(at: index) } }

  /// Returns an endpoint; nil if it does not exist or cannot be read. For a call, use the index.
  package subscript(name: String) -> EndpointModel? { place(of: name).flatMap { try? self[$0] } }

  /// Returns the index of an endpoint. If a name is repeated, which is an error of the spec, it returns the first.
  package func place(of name: String) -> Int? { source.place(of: name) }
}

package protocol EndpointSource: Sendable {
  var count: Int { get }
  var names: [String] { get }
  func place(of name: String) -> Int?
  func model(at index: Int) throws(Diagnostic) -> EndpointModel
  /// What is wrong with endpoints that are built when they are asked for.
  var findings: [Diagnostic] { get }

  /// Returns more names that an endpoint answers to.
  func otherNames(at index: Int) -> [String]
  var tags: [EndpointTag] { get }
  func summary(at index: Int) -> EndpointSummary
}

extension EndpointSource {
  package var findings: [Diagnostic] { [] }
  package func otherNames(at index: Int) -> [String] { [] }

  package var tags: [EndpointTag] { [] }

  package func summary(at index: Int) -> EndpointSummary {
    do throws(Diagnostic) {
      return EndpointSummary(try model(at: index))
    } catch {
      var summary = EndpointSummary(name: names[index], method: "", target: "")
      summary.fault = error
      return summary
    }
  }
}

/// Endpoints that have already been read.
private final class EndpointTable: EndpointSource {
  private final class Places: Sendable {
    let places: [String: Int]

    init(_ models: [EndpointModel]) {
      places = Dictionary(zip(models.lazy.map(\.name), 0...), uniquingKeysWith: { first, _ in first })
    }
  }

  private let models: [EndpointModel]
  private let places = AtomicLazyReference<Places>()

  init(_ models: [EndpointModel]) { self.models = models }

  var count: Int { models.count }
  var names: [String] { models.map(\.name) }
  func place(of name: String) -> Int? { (places.load() ?? places.storeIfNil(Places(models))).places[name] }
  func model(at index: Int) -> EndpointModel { models[index] }
}

/// Facts about all endpoints together. A compiled spec stores them, so that a call does not need to read every endpoint.
package struct ServiceTraits: Sendable {
  /// The middlewares that `use:` names, in the order of their first use.
  package var middlewares: [String] = []
  /// Whether the responses of an endpoint are cached, so that unsafe calls must also use the cache.
  package var isCaching = false
  /// The indices of the endpoints that use each token of the spec for the first time.
  package var tokenHolders: [Int] = []
  /// The tokens of the endpoints, without duplicates.
  package var tokens: [TokenModel] = []
  /// The variables of all endpoints, including inherited ones, in the order of their first use.
  package var variables: [String] = []
  /// Whether endpoints that are read when they are asked for can have tokens.
  package var hasLateTokens = false

  package init() {}
}

/// Gathers the traits of a service while its endpoints are read, one after the other.
package struct ServiceTraitsBuilder {
  private var traits = ServiceTraits()
  private var seen: Set<ObjectIdentifier> = []
  // All endpoints of a level inherit the same values, so they are collected once.
  private var lastUsed: [String] = []
  private var lastAuth: SourceRange?
  /// The credentials of all endpoints; those that consecutive endpoints inherit are there once.
  package private(set) var auths: [AuthModel] = []

  package init() {}

  /// - Parameter index: the index of the endpoint in the service.
  package mutating func add(_ endpoint: EndpointModel, at index: Int) {
    if let names = endpoint.policy.middlewares, names != lastUsed {
      traits.middlewares += names
      lastUsed = names
    }
    traits.isCaching = traits.isCaching || endpoint.policy.isCaching
    if endpoint.auth.range != lastAuth {
      let fresh = endpoint.auth.tokens.filter { seen.insert(ObjectIdentifier($0)).inserted }
      if !fresh.isEmpty { traits.tokenHolders.append(index) }
      traits.tokens += fresh
      auths.append(endpoint.auth)
      traits.variables += endpoint.auth.variables
      lastAuth = endpoint.auth.range
    }
    traits.variables += endpoint.variables
  }

  /// Adds what endpoints inherit that are not read yet.
  package mutating func add(_ level: InheritedSettings) {
    traits.middlewares += level.policy.middlewares ?? []
    traits.isCaching = traits.isCaching || level.policy.isCaching
    auths.append(level.auth)
    traits.variables += level.auth.variables + (level.headers + level.query).flatMap(\.value.variables)
  }

  /// Adds endpoints that are read when they are asked for.
  package mutating func add(late variables: [String], hasTokens: Bool) {
    traits.variables += variables
    traits.hasLateTokens = hasTokens
  }

  package func finish() -> ServiceTraits {
    var traits = traits
    traits.middlewares = traits.middlewares.distinct()
    traits.variables = traits.variables.distinct()
    return traits
  }
}
