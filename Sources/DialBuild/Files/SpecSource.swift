import Crypto
import DialMessage
import DialModel
import DialSyntax

/// A file of a spec that was read, or did not exist.
struct ReadFile: Sendable {
  /// The path relative to the folder of the spec.
  let path: String
  /// The state before it was read; nil if it did not exist.
  let identity: FileIdentity?
  let bytes: [UInt8]
  let file: SourceFile
}

/// A file of a stored spec, and its state when it was read.
struct SpecSource: Sendable, Equatable {
  /// The path relative to the folder of the spec.
  let path: String
  /// The SHA-256 of its bytes, as four words; empty if it did not exist.
  private let digest: [UInt64]
  /// nil if the file was changed just before it was read, so that a later change may have the same time.
  private var identity: FileIdentity?

  /// Returns nil if the file has changed since it was read.
  init?(_ read: ReadFile, in folder: String) {
    guard FileKind("\(folder)/\(read.path)")?.identity == read.identity else { return nil }
    path = read.path
    digest = read.identity == nil ? [] : Self.digest(read.bytes)
    identity = read.identity.flatMap { $0.isYoung ? nil : $0 }
  }

  /// Returns the bytes; nil if they are not those that were read.
  func bytes(in folder: String) -> [UInt8]? {
    let path = "\(folder)/\(path)"
    guard let kind = FileKind(path), kind.isRegular, case .success(let bytes) = File(path).contents(upTo: kind.size) else { return nil }
    return Self.digest(bytes) == digest ? bytes : nil
  }

  /// Returns whether the file still has the same bytes, and notes its state if only its times have changed.
  mutating func isCurrent(in folder: String) -> Bool {
    guard let now = FileKind("\(folder)/\(path)")?.identity else { return digest.isEmpty }
    if now == identity { return true }
    if digest.isEmpty { return false }
    guard bytes(in: folder) != nil, FileKind("\(folder)/\(path)")?.identity == now else { return false }
    identity = now.isYoung ? nil : now
    return true
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt64] { Array(SHA256.hash(data: bytes)).words(0..<SHA256.byteCount) }
}

extension SpecSource: SnapshotValue {
  private init(path: String, digest: [UInt64], words: [UInt64]?) {
    (self.path, self.digest, identity) = (path, digest, words.map { FileIdentity(words: $0) })
  }

  static func code(_ value: SpecSource!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> SpecSource {
    try SpecSource(path: coder(value.path), digest: coder(value.digest), words: coder(value.identity?.words))
  }
}

extension FileIdentity {
  /// Whether the file was changed in the last 2 seconds. Times of file systems are coarse, so another change may have the same time.
  fileprivate var isYoung: Bool { Double(max(words[3], words[4])) / 1e9 > WallClock.now() - 2 }
}
