import Dial

/// The files in a bundle, of which each is read and checked when it is needed.
package final class BundleArchive: FileArchive {
  package let manifest: BundleManifest
  package let digest: [UInt8]
  private let file: OpenFile
  private let start: Int
  private let entries: [String: BundleManifest.Entry]

  /// Reads the manifest. Throws if it is damaged.
  init(_ file: OpenFile, end: Int, _ mark: BundleMark) throws(BundleFault) {
    start = end - mark.archiveSize
    guard start >= 0, mark.manifest.upperBound <= mark.commentStart,
      let bytes = file.bytes(start + mark.manifest.lowerBound..<start + mark.commentStart), CacheDigest.sum(bytes) == mark.digest,
      let manifest = BundleManifest(Array(bytes.prefix(mark.manifest.count)))
    else { throw .damaged }
    self.file = file
    self.manifest = manifest
    digest = stride(from: 0, to: mark.digest.utf8.count - 1, by: 2).map { at in
      let digits = mark.digest.dropFirst(at).prefix(2)
      return UInt8(digits, radix: 16) ?? 0
    }
    entries = Dictionary(manifest.files.map { ($0.path, $0) }) { first, _ in first }
  }

  package var paths: [String] { manifest.files.map(\.path) }

  package func size(of path: String) -> Int? { entries[path]?.size }

  package func bytes(of path: String) -> [UInt8]? {
    guard let entry = entries[path], entry.offset >= 0, entry.size >= 0,
      let bytes = file.bytes(start + entry.offset..<start + entry.offset + entry.size), CacheDigest.sum(bytes) == entry.digest
    else { return nil }
    return bytes
  }
}
