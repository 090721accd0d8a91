import DialMessage
import DialModel
import DialSyntax

/// A folder that stores large specs in a compiled form, so that a later start reads only the shared parts and the called endpoints.
///
/// A spec is checked as a whole before it is stored. If one of its files has changed or its compiled form is damaged, the whole spec is read
/// and checked again. Files in the folder can be removed at any time.
///
/// ```swift
/// let spec = try Spec.load("large.yaml", store: SpecStore("/home/ann/.cache/app/specs"))
/// ```
public struct SpecStore: Sendable {
  /// The minimum size of the files of a spec in bytes. Smaller specs are read as a whole just as fast.
  static let minBytes = 8 << 10
  /// The maximum number of specs; the oldest are removed.
  static let maxSpecs = 64

  /// The folder, created when the first spec is stored.
  public let folder: String
  /// Runs what stores a spec.
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a store. Nothing is read or created before the first lookup.
  public init(_ folder: String) { self.init(folder) { $0() } }

  /// - Parameter run: runs what stores a spec, which can take longer than a call: a program gives its answer first.
  package init(_ folder: String, run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    (self.folder, self.run) = (folder, run)
  }

  /// Returns a stored spec whose files have not changed.
  func spec(_ path: String, trust: Spec.Trust, _ loader: SpecLoader) -> Spec? {
    guard let place = place(of: path), let snapshot = SpecSnapshot(place) else { return nil }
    let folder = Spec.folder(of: path)
    var head = snapshot.head
    for index in head.sources.indices where !head.sources[index].isCurrent(in: folder) { return nil }
    if head.sources != snapshot.head.sources, let bytes = snapshot.bytes(with: head) { _ = CacheFolder.write(bytes, to: place) }
    let shownFolder = path.dropLast(Spec.name(of: path).count)
    let files = head.sources.map { source in SourceFile(name: shownFolder + source.path) { source.bytes(in: folder) } }
    let tables = SnapshotTables(files: files, folder: folder, objects: head.objects.map(\.bytes))
    guard var service = try? ServiceModel(snapshot: head.service.bytes, tables) else { return nil }
    if snapshot.hasTypes { service.types.late = SnapshotTypes(snapshot, tables) }
    service.endpoints = Endpoints(from: SnapshotEndpoints(snapshot, service.file, tables, loader))
    return Spec(service, isUnread: head.hasFindings, folder: folder, files: head.sources.dropFirst().map(\.path), trust: trust, loader)
  }

  /// Stores a valid spec, unless it is small or a file has changed since it was read.
  func keep(_ reading: SpecReading, _ path: String, _ file: ReadFile) {
    // Endpoints that are built when they are asked for read more files.
    for index in 0..<reading.service.endpoints.count { _ = try? reading.service.endpoints[index] }
    let files = [file] + (reading.folder?.read ?? [])
    guard files.reduce(0, { $0 + $1.bytes.count }) >= Self.minBytes, let place = place(of: path) else { return }
    run { write(reading, path, files, to: place) }
  }

  private func write(_ reading: SpecReading, _ path: String, _ files: [ReadFile], to place: String) {
    var read: [ReadFile] = []
    for file in files where !read.contains(where: { $0.path == file.path }) { read.append(file) }
    let sources = read.compactMap { SpecSource($0, in: Spec.folder(of: path)) }
    guard sources.count == read.count, let bytes = try? SpecSnapshot.bytes(reading, sources, read.map(\.file)),
      CacheFolder(path: folder).make()
    else { return }
    prune()
    _ = CacheFolder.write(bytes, to: place)
  }

  /// A link to a spec has files of its own folder.
  private func place(of path: String) -> String? {
    File.resolved(Spec.folder(of: path)).map { "\(folder)/\(CacheDigest.sum(Array("\($0)/\(Spec.name(of: path))".utf8)).prefix(32)).spec" }
  }

  private func prune() {
    let places = CacheFolder.names(in: folder).filter { $0.hasSuffix(".spec") || $0.hasSuffix(".part") }.map { "\(folder)/\($0)" }
    guard places.count >= Self.maxSpecs else { return }
    let oldest = places.sorted { FileKind(itself: $0)?.changed ?? 0 < FileKind(itself: $1)?.changed ?? 0 }
    for place in oldest.prefix(places.count - Self.maxSpecs + 1) { CacheFolder.remove(place) }
  }
}
