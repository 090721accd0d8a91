import Crypto
import DialMessage
import DialModel
import DialSyntax

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
  /// Smaller specs are as fast to read as a whole.
  static let minBytes = 8 << 10
  /// The maximum number of specs; the oldest are removed.
  static let maxSpecs = 64

  /// The folder, created when the first spec is stored.
  public let folder: String

  /// Creates a store. Nothing is read or created before the first lookup.
  public init(_ folder: String) { self.folder = folder }

  /// Returns a stored spec; nil if there is none, or if it has changed.
  func spec(_ path: String, trust: Spec.Trust) -> Spec? {
    guard let file = FileKind(path), file.isRegular, file.size >= Self.minBytes, let place = place(of: path),
      let image = SpecImage(place), image.head.identity == file.identity && !image.head.isYoung || renew(image, path)
    else { return nil }
    return Spec(image, name: path, folder: Spec.folder(of: path), trust: trust)
  }

  /// Stores a valid spec, if it can be cut.
  ///
  /// - Parameter identity: the identity of the file before it was read.
  func keep(_ bytes: [UInt8], _ root: Node?, _ reading: SpecReading, _ path: String, _ identity: FileIdentity) {
    guard bytes.count >= Self.minBytes, let root, FileKind(path)?.identity == identity, let place = place(of: path),
      let cut = SpecCut(root, reading)
    else { return }
    var head = SpecImage.Head(identity: identity, digest: Self.digest(bytes))
    head.isYoung = identity.isYoung
    head.hasFindings = !reading.diagnostics.isEmpty
    guard CacheFolder(path: folder).make() else { return }
    prune()
    _ = CacheFolder.write(SpecImage.bytes(cut, reading, head), to: place)
  }

  /// Whether a file with another time, or that was too young when it was read, has the same content. Then its time is updated.
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

  /// Whether the file was changed just now. The clocks of file systems are coarse, so another change may have the same time.
  fileprivate var isYoung: Bool { Double(max(words[3], words[4])) / 1e9 > WallClock.now() - 2 }
}
