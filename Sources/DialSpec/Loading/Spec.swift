import Crypto
import DialMessage
package import DialModel
public import DialSyntax

/// What an HTTP service offers: read from YAML, checked and ready to be called.
///
/// ```swift
/// let spec = try Spec.load("specs/users.yaml")
/// let users = Client(spec, variables: .environment)
/// ```
public struct Spec: Sendable {
  /// How far the text of a spec is trusted (language section 6).
  public enum Trust: Sendable {
    /// Reads neither environment nor file; what a spec from standard input or a URL gets.
    case untrusted
    /// Files below the spec's folder; the environment for `auth`, headers and query items.
    case folder
    /// The environment everywhere.
    case full
  }

  package let service: ServiceModel
  /// How far the text is trusted, as it was given when the spec was loaded.
  public let trust: Trust
  /// The folder that files of the spec are below, or nil where it came from no file.
  package let folder: String?
  /// Warnings and notes of a spec that may be used. Of one that was loaded from a store the whole is read for them.
  public var findings: [Diagnostic] { found?.all ?? [] }
  /// nil where there are none.
  private var found: SpecFindings? { isUnread ? Self.findings(in: service.file.name) : known }
  private let known: SpecFindings?
  /// Whether there are findings that only the whole file tells.
  private let isUnread: Bool

  /// Warnings and notes of an endpoint, and those of what all endpoints share.
  package func findings(of endpoint: String) -> [Diagnostic] { found?.of(endpoint) ?? [] }

  /// The name of the service (`service:`).
  public var name: String { service.name }
  /// What the service says of itself (`doc:`); nil where it says nothing.
  public var doc: String? { service.doc }
  /// Names of all endpoints with their groups, in the order of the file.
  public var endpoints: [String] { service.endpoints.names }

  /// Reads, checks and compiles a file. Throws ``SpecError`` with every finding when one of them is an error, or when the file
  /// cannot be read.
  ///
  /// - Parameter store: where a large spec is kept in a form that is read faster the next time, whatever its size.
  public static func load(_ path: String, trust: Trust = .folder, store: SpecStore? = nil) throws(SpecError) -> Spec {
    let folder = folder(of: path)
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

  /// What is larger is not read at all; what the language takes is less.
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

  /// Reads, checks and compiles a text.
  public static func load(yaml text: String, name: String = "spec.yaml", trust: Trust = .untrusted) throws(SpecError) -> Spec {
    try Spec(Array(text.utf8), name: name, folder: nil, trust: trust)
  }

  package init(_ bytes: [UInt8], name: String, folder: String?, trust: Trust) throws(SpecError) {
    try self.init(Self.check(bytes, name: name, folder: trust == .untrusted ? nil : folder), folder: folder, trust: trust)
  }

  init(_ reading: SpecReading, folder: String?, trust: Trust) throws(SpecError) {
    if reading.diagnostics.contains(where: { $0.severity == .error }) { throw SpecError(reading.diagnostics) }
    service = reading.service
    self.folder = folder
    self.trust = trust
    known = SpecFindings(reading)
    isUnread = false
  }

  /// A compiled spec. It was checked as a whole when it was compiled.
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
    self.service = service
    self.folder = folder
    self.trust = trust
    known = nil
    isUnread = image.head.hasFindings
  }

  /// No endpoints at all: they come with the requests of a program, whose text is trusted.
  package static let empty = Spec(ServiceModel(file: SourceFile(name: "requests", text: ""), name: "requests"), trust: .full)

  private init(_ service: ServiceModel, trust: Trust) {
    self.service = service
    self.trust = trust
    folder = nil
    known = nil
    isUnread = false
  }

  /// Every finding of a text, warnings included; nothing is thrown. No other file is read: `include` and `overlay` are errors in it.
  public static func check(yaml bytes: [UInt8], name: String) -> [Diagnostic] { check(bytes, name: name, folder: nil).diagnostics }

  /// Every finding of a file and of those that it names; nothing is thrown.
  public static func check(_ path: String) -> [Diagnostic] {
    do throws(SpecError) {
      return check(try contents(path), name: path, folder: folder(of: path)).diagnostics
    } catch {
      return error.diagnostics
    }
  }

  /// nil where the file cannot be read any more.
  private static func findings(in path: String) -> SpecFindings? {
    (try? contents(path)).flatMap { SpecFindings(check($0, name: path, folder: folder(of: path))) }
  }

  /// - Parameter folder: where other files of the spec are; nil where none may be read.
  package static func check(_ bytes: [UInt8], name: String, folder: String?) -> SpecReading {
    SpecReader.read(SpecReader.read(bytes, name: name), folder: folder)
  }

  /// The folder that a file stands in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// A folder in which large specs are kept in a compiled form, so that a later start reads what all endpoints share and the endpoints
/// that it calls, and no more, however many there are.
///
/// A spec is checked as a whole before it is kept, and its text decides: one that was changed is read, and checked, as a whole again. So is
/// one whose compiled form was damaged.
/// What is in the folder may be removed at any time.
///
/// ```swift
/// let spec = try Spec.load("large.yaml", store: SpecStore("/home/ann/.cache/app/specs"))
/// ```
public struct SpecStore: Sendable {
  /// Of smaller specs the whole is read as fast.
  static let minBytes = 8 << 10
  /// So many specs are kept; of more, those that were written first go.
  static let maxSpecs = 64

  /// The folder, which is made when the first spec is kept.
  public let folder: String

  /// The specs of a folder. Nothing is read or made before a spec is looked for.
  public init(_ folder: String) { self.folder = folder }

  /// A spec as it was kept; nil where it was not, or was changed since.
  func spec(_ path: String, trust: Spec.Trust) -> Spec? {
    guard let file = FileKind(path), file.isRegular, file.size >= Self.minBytes, let place = place(of: path),
      let image = SpecImage(place), image.head.identity == file.identity && !image.head.isYoung || renew(image, path)
    else { return nil }
    return Spec(image, name: path, folder: Spec.folder(of: path), trust: trust)
  }

  /// Keeps a spec that is right, where it can be taken apart.
  ///
  /// - Parameter identity: the file before it was read.
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

  /// Whether a file that has another time, or was too young when it was read, has the same content. Then its time is kept, too.
  private func renew(_ image: SpecImage, _ path: String) -> Bool {
    guard let file = FileKind(path), case .success(let bytes) = File(path).contents(upTo: Int64(image.head.identity.size)),
      Self.digest(bytes) == image.head.digest, FileKind(path)?.identity == file.identity
    else { return false }
    var head = image.head
    (head.identity, head.isYoung) = (file.identity, file.identity.isYoung)
    if head != image.head { _ = CacheFolder.write(image.bytes(with: head), to: image.path) }
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

  /// Whether it was changed just now: clocks of file systems are coarse, and a change right behind that may show no other time.
  fileprivate var isYoung: Bool { Double(max(words[3], words[4])) / 1e9 > WallClock.now() - 2 }
}
