import DialMessage
package import DialModel
public import DialSyntax

/// A description of an HTTP service, read from YAML and checked.
///
/// ```swift
/// let spec = try Spec.load("specs/users.yaml")
/// let users = Client(spec, variables: .environment)
/// ```
public struct Spec: Sendable {
  /// How far a spec is trusted (VariablesAndTrust.md#What-a-spec-can-read).
  public enum Trust: Sendable {
    /// It can read neither the environment nor files; the default for text, standard input and URLs.
    case untrusted
    /// It can read files below its folder, and the environment for `auth`, headers and query items.
    case folder
    /// It can also read the environment everywhere.
    case full
  }

  package private(set) var service: ServiceModel
  /// The trust that was set when the spec was loaded.
  public let trust: Trust
  package let folder: String?
  /// The paths of the other files that it was read from, relative to its folder.
  package let files: [String]
  private let loader: SpecLoader
  private let known: SpecFindings?
  /// Whether there are findings that require reading the whole spec.
  private let isUnread: Bool
  private var found: SpecFindings? { isUnread ? SpecFindings(loader.reading(service.file.name)) : known }

  /// The warnings and notes. For a spec from a store, reading them reads the whole spec.
  public var findings: [Diagnostic] { found?.all ?? [] }

  /// Returns the warnings and notes of an endpoint, and those of shared parts.
  ///
  /// - Parameter readingAll: whether the whole spec is read for them if only a part of it was read.
  package func findings(of endpoint: String, readingAll: Bool = true) -> [Diagnostic] {
    (readingAll ? found : known)?.of(endpoint) ?? []
  }

  /// The name of the service (`service:`).
  public var name: String { service.name }
  /// The description of the service (`doc:`); nil if there is none.
  public var doc: String? { service.doc }
  /// The names of all endpoints with their groups, in the order of the file.
  public var endpoints: [String] { service.endpoints.names }

  /// Creates a spec without endpoints, for typed requests with their own endpoint, whose text is trusted.
  package init(emptyFor loader: SpecLoader) {
    service = ServiceModel(file: SourceFile(name: "requests", text: ""), name: "requests")
    (trust, folder, files, known, isUnread, self.loader) = (.full, nil, [], nil, false, loader)
  }

  init(_ reading: SpecReading, folder: String?, trust: Trust, _ loader: SpecLoader) throws(SpecError) {
    if reading.diagnostics.contains(where: { $0.severity == .error }) { throw SpecError(reading.diagnostics) }
    (service, known, isUnread) = (reading.service, SpecFindings(reading), false)
    (self.trust, self.folder, self.loader) = (trust, folder, loader)
    files = reading.folder?.read.map(\.path) ?? []
  }

  /// Creates a spec from a stored one, which was checked as a whole when it was stored.
  init(_ service: ServiceModel, isUnread: Bool, folder: String, files: [String], trust: Trust, _ loader: SpecLoader) {
    (self.service, self.files, known, self.isUnread) = (service, files, nil, isUnread)
    (self.trust, self.folder, self.loader) = (trust, folder, loader)
  }

  /// Returns this spec with another server of its document as its base.
  package func served(by server: ServerModel) -> Spec {
    var spec = self
    (spec.service.base, spec.service.level.base, spec.service.isServerChosen) = (server.base, nil, true)
    let usual = service.servers.sorted { $0.isUsual && !$1.isUsual }
    for (name, own) in server.vars {
      // What an overlay says of a variable holds for all servers.
      let shared = usual.lazy.compactMap { $0.vars[name] }.first
      if service.vars[name]?.spelling == shared?.spelling { spec.service.vars[name] = own }
    }
    return spec
  }

  /// Returns an endpoint in a text of its own, and the service with its secrets. Throws ``SpecError`` with all findings.
  package func endpoint(
    signature: String, name: String
  ) throws(SpecError) -> (endpoint: EndpointModel, service: ServiceModel) {
    try loader.endpoint(signature, name: name, in: service)
  }

  static func name(of path: String) -> String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension SpecLoader {
  /// Reads and checks a file. Throws ``SpecError`` with all findings if one of them is an error, or if the file cannot be read.
  package func load(_ path: String, trust: Spec.Trust, store: SpecStore? = nil) throws(SpecError) -> Spec {
    let trust = trust == .folder && Self.isText(path) ? .untrusted : trust
    let folder = Spec.folder(of: path)
    guard let store, trust != .untrusted else { return try load(try contents(path), name: path, folder: folder, trust: trust) }
    let kind = FileKind(path)
    let isLarge = kind.map { $0.size >= SpecStore.minBytes } ?? false
    if isLarge, let stored = store.spec(path, trust: trust, self) { return stored }
    let bytes = try contents(path)
    let document = frontEnds.document(bytes, name: path)
    // A small file can name large ones.
    let namesFiles = !isLarge && frontEnds.namesFiles(document)
    if namesFiles, let stored = store.spec(path, trust: trust, self) { return stored }
    let reading = check(document, folder: folder)
    let spec = try Spec(reading, folder: folder, trust: trust, self)
    if let identity = kind?.identity, isLarge || namesFiles {
      store.keep(reading, path, ReadFile(path: Spec.name(of: path), identity: identity, bytes: bytes, file: document.file))
    }
    return spec
  }

  /// Reads and checks a text.
  package func load(_ bytes: [UInt8], name: String, folder: String?, trust: Spec.Trust) throws(SpecError) -> Spec {
    try Spec(check(bytes, name: name, folder: trust == .untrusted ? nil : folder), folder: folder, trust: trust, self)
  }

  /// Returns all findings of a file and of those that it names.
  package func check(_ path: String) -> [Diagnostic] {
    do throws(SpecError) {
      return check(try contents(path), name: path, folder: Spec.folder(of: path)).all
    } catch {
      return error.diagnostics
    }
  }

  /// Reads a file with those that it names; nil if it cannot be read.
  fileprivate func reading(_ path: String) -> SpecReading? {
    (try? contents(path)).map { check($0, name: path, folder: Spec.folder(of: path)) }
  }

  /// Whether a path leads to text from somewhere else: a pipe, as in `<(curl …)`, or an open file such as `/dev/stdin`.
  private static func isText(_ path: String) -> Bool {
    let folder = File.resolved(Disk.folder(of: path)) ?? ""
    return File.isEndless(path) || ["/dev", "/proc"].contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }
}

/// The findings of a spec, and the places of its endpoints.
struct SpecFindings: Sendable {
  let all: [Diagnostic]
  /// By file, in the order of the text.
  private let places: [String: [EndpointPlace]]

  init?(_ reading: SpecReading?) {
    guard let reading, !reading.diagnostics.isEmpty else { return nil }
    all = reading.diagnostics
    places = Dictionary(grouping: reading.places) { $0.range.file.name }.mapValues { $0.sorted { $0.range.start < $1.range.start } }
  }

  /// Returns the findings of one endpoint and of the shared parts.
  func of(_ endpoint: String) -> [Diagnostic] {
    all.filter { found in
      guard let places = places[found.range.file.name] else { return true }
      let next = places.partitioningIndex { $0.range.start > found.range.start }
      return next == 0 || found.range.start > places[next - 1].end.end || places[next - 1].name == endpoint
    }
  }
}
