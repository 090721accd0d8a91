import Crypto
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
  /// How far a spec is trusted (language section 6).
  public enum Trust: Sendable {
    /// It can read neither the environment nor files; the default for text, standard input and URLs.
    case untrusted
    /// It can read files below its folder, and the environment for `auth`, headers and query items.
    case folder
    /// It can also read the environment everywhere.
    case full
  }

  package let service: ServiceModel
  /// The trust that was set when the spec was loaded.
  public let trust: Trust
  package let folder: String?
  /// The warnings and notes. For a spec from a store, reading them reads the whole spec.
  public var findings: [Diagnostic] { found?.all ?? [] }
  private var found: SpecFindings? { isUnread ? Self.findings(in: service.file.name) : known }
  private let known: SpecFindings?
  /// Whether there are findings that require reading the whole file.
  private let isUnread: Bool

  /// Returns the warnings and notes of an endpoint, and those of shared parts.
  ///
  /// - Parameter readingAll: whether the whole file is read for them if only a part of it was read.
  package func findings(of endpoint: String, readingAll: Bool = true) -> [Diagnostic] {
    (readingAll ? found : known)?.of(endpoint) ?? []
  }

  /// The name of the service (`service:`).
  public var name: String { service.name }
  /// The description of the service (`doc:`); nil if there is none.
  public var doc: String? { service.doc }
  /// The names of all endpoints with their groups, in the order of the file.
  public var endpoints: [String] { service.endpoints.names }

  /// Reads and checks a file. Throws ``SpecError`` with all findings if one of them is an error, or if the file cannot be read.
  ///
  /// - Parameter store: stores a large spec in a compiled form that is faster to read, whatever its size.
  public static func load(_ path: String, trust: Trust = .folder, store: SpecStore? = nil) throws(SpecError) -> Spec {
    let folder = folder(of: path)
    let trust = trust == .folder && isText(path) ? .untrusted : trust
    guard let store, trust != .untrusted else { return try Spec(try contents(path), name: path, folder: folder, trust: trust) }
    if let kept = store.spec(path, trust: trust) { return kept }
    let identity = FileKind(path)?.identity
    let bytes = try contents(path)
    let document = SpecReader.read(bytes, name: path)
    let reading = SpecReader.read(document, folder: folder)
    let spec = try Spec(reading, folder: folder, trust: trust)
    if let identity { store.keep(bytes, document.root, reading, path, identity) }
    return spec
  }

  /// Whether a path leads to text from somewhere else: a pipe, as in `<(curl …)`, or an open file such as `/dev/stdin`.
  private static func isText(_ path: String) -> Bool {
    let folder = File.resolved(Disk.folder(of: path)) ?? ""
    return File.isEndless(path) || ["/dev", "/proc"].contains { folder == $0 || folder.hasPrefix($0 + "/") }
  }

  /// The maximum size that is read at all; the language allows less.
  private static let maxBytes: Int64 = 512 << 20

  private static func contents(_ path: String) throws(SpecError) -> [UInt8] {
    switch File(path).contents(upTo: maxBytes) {
    case .success(let bytes): return bytes
    case .failure(let fault):
      let start = Position(line: 1, column: 1)
      let place = SourceRange(file: SourceFile(name: path, text: ""), start: start, end: start)
      throw SpecError([.error("unreadable", "cannot read '\(path)': \(fault.reason)", at: place)])
    }
  }

  /// Reads and checks a text. Throws ``SpecError`` with all findings if one of them is an error.
  public static func load(yaml text: String, name: String = "spec.yaml", trust: Trust = .untrusted) throws(SpecError) -> Spec {
    try Spec(Array(text.utf8), name: name, folder: nil, trust: trust)
  }

  package init(_ bytes: [UInt8], name: String, folder: String?, trust: Trust) throws(SpecError) {
    try self.init(Self.check(bytes, name: name, folder: trust == .untrusted ? nil : folder), folder: folder, trust: trust)
  }

  init(_ reading: SpecReading, folder: String?, trust: Trust) throws(SpecError) {
    if reading.diagnostics.contains(where: { $0.severity == .error }) { throw SpecError(reading.diagnostics) }
    self.init(reading.service, trust: trust, folder: folder, known: SpecFindings(reading))
  }

  /// Creates a spec from a compiled one, which was checked as a whole when it was compiled.
  init(_ image: SpecImage, name: String, folder: String, trust: Trust) {
    let document = YAMLReader.read(part: image.shared, name: name, numbers: image.numbers)
    let reading = SpecReader.readShared(document, folder: folder)
    var service = reading.service
    service.endpoints = Endpoints(
      from: CompiledEndpoints(
        image, levels: reading.blocks.map(\.level), shared: document, folder: folder, aliases: service.types.aliases))
    service.traits = image.traits
    service.secretVariables = Set(image.secrets)
    service.closeSecrets()
    self.init(service, trust: trust, folder: folder, isUnread: image.head.hasFindings)
  }

  /// A spec without endpoints, for typed requests with their own endpoint, whose text is trusted.
  package static let empty = Spec(ServiceModel(file: SourceFile(name: "requests", text: ""), name: "requests"), trust: .full)

  private init(
    _ service: ServiceModel, trust: Trust, folder: String? = nil, known: SpecFindings? = nil, isUnread: Bool = false
  ) {
    (self.service, self.trust, self.folder, self.known, self.isUnread) = (service, trust, folder, known, isUnread)
  }

  /// Returns all findings of a text, including warnings. No other file is read: `include` and `overlay` are errors.
  public static func check(yaml bytes: [UInt8], name: String) -> [Diagnostic] { check(bytes, name: name, folder: nil).diagnostics }

  /// Returns all findings of a file and of those that it names.
  public static func check(_ path: String) -> [Diagnostic] {
    do throws(SpecError) {
      return check(try contents(path), name: path, folder: folder(of: path)).diagnostics
    } catch {
      return error.diagnostics
    }
  }

  private static func findings(in path: String) -> SpecFindings? {
    (try? contents(path)).flatMap { SpecFindings(check($0, name: path, folder: folder(of: path))) }
  }

  /// - Parameter folder: the folder of other files; nil if none may be read.
  package static func check(_ bytes: [UInt8], name: String, folder: String?) -> SpecReading {
    SpecReader.read(SpecReader.read(bytes, name: name), folder: folder)
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// A folder that stores large specs in a compiled form, so that a later start reads only the shared parts and the called endpoints.
///
/// A spec is checked as a whole before it is stored. If its text has changed or its compiled form is damaged, the whole spec is read and
/// checked again. Files in the folder can be removed at any time.
///
/// ```swift
/// let spec = try Spec.load("large.yaml", store: SpecStore("/home/ann/.cache/app/specs"))
/// ```
public struct SpecStore: Sendable {
  /// The minimum size in bytes. Smaller specs are read as a whole just as fast.
  static let minBytes = 8 << 10
  /// The maximum number of specs; the oldest are removed.
  static let maxSpecs = 64

  /// The folder, created when the first spec is stored.
  public let folder: String

  /// Creates a store. Nothing is read or created before the first lookup.
  public init(_ folder: String) { self.folder = folder }

  func spec(_ path: String, trust: Spec.Trust) -> Spec? {
    guard let file = FileKind(path), file.isRegular, file.size >= Self.minBytes, let place = place(of: path),
      let image = SpecImage(place), image.head.identity == file.identity && !image.head.isYoung || renew(image, path)
    else { return nil }
    return Spec(image, name: path, folder: Spec.folder(of: path), trust: trust)
  }

  /// Stores a valid spec if it can be divided. `identity` is that of the file before it was read.
  func keep(_ bytes: [UInt8], _ root: Node?, _ reading: SpecReading, _ path: String, _ identity: FileIdentity) {
    guard bytes.count >= Self.minBytes, let root, FileKind(path)?.identity == identity, let place = place(of: path),
      let cut = SpecSections(root, reading)
    else { return }
    var head = SpecImage.Head(identity: identity, digest: Self.digest(bytes))
    head.isYoung = identity.isYoung
    head.hasFindings = !reading.diagnostics.isEmpty
    guard CacheFolder(path: folder).make() else { return }
    prune()
    _ = CacheFolder.write(SpecImage.bytes(cut, reading, head), to: place)
  }

  /// Returns whether a file has the same content as before although its time is new or too recent. Then its time is updated.
  private func renew(_ image: SpecImage, _ path: String) -> Bool {
    guard let file = FileKind(path), case .success(let bytes) = File(path).contents(upTo: Int64(image.head.identity.size)),
      Self.digest(bytes) == image.head.digest, FileKind(path)?.identity == file.identity
    else { return false }
    var head = image.head
    (head.identity, head.isYoung) = (file.identity, file.identity.isYoung)
    if head != image.head, let bytes = image.bytes(with: head) { _ = CacheFolder.write(bytes, to: image.path) }
    return true
  }

  private func place(of path: String) -> String? {
    File.resolved(path).map { "\(folder)/\(CacheDigest.sum(Array($0.utf8)).prefix(32)).spec" }
  }

  private func prune() {
    let places = CacheFolder.names(in: folder).filter { $0.hasSuffix(".spec") || $0.hasSuffix(".part") }.map { "\(folder)/\($0)" }
    guard places.count >= Self.maxSpecs else { return }
    let oldest = places.sorted { FileKind(itself: $0)?.changed ?? 0 < FileKind(itself: $1)?.changed ?? 0 }
    for place in oldest.prefix(places.count - Self.maxSpecs + 1) { CacheFolder.remove(place) }
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt64] { Array(SHA256.hash(data: bytes)).words(0..<SHA256.byteCount) }
}

extension FileIdentity {
  var size: UInt64 { words[2] }

  /// Whether the file was changed in the last 2 seconds. Times of file systems are coarse, so another change may have the same time.
  fileprivate var isYoung: Bool { Double(max(words[3], words[4])) / 1e9 > WallClock.now() - 2 }
}
