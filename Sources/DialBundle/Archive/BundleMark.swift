import Dial

/// The end of a bundle: the end of its ZIP archive, whose comment says where the manifest is, and the SHA-256 of
/// everything from there to the comment.
///
/// ```text
/// dial-bundle 1 SIZE OFFSET SIZE SHA256
/// ```
///
/// The numbers have 16 hexadecimal digits each: the size of the archive, then the place and the size of the manifest in it.
struct BundleMark: Equatable {
  private static let start = "dial-bundle \(BundleManifest.format) "
  private static let commentSize = start.utf8.count + 3 * 17 + 64 + 1
  /// The number of bytes at the end of a bundle that contain the mark.
  static let size = ZipWriter.endSize + commentSize

  var archiveSize: Int
  var manifest: Range<Int>
  var digest: String

  init(archiveSize: Int, manifest: Range<Int>, digest: String) {
    (self.archiveSize, self.manifest, self.digest) = (archiveSize, manifest, digest)
  }

  /// Reads the end of a file; nil if it is not that of a bundle.
  init?(_ end: [UInt8]) {
    guard end.count == Self.size, end.number(at: 0, 4) == 0x0605_4B50, end.number(at: ZipWriter.endSize - 2, 2) == Self.commentSize,
      let comment = String(validating: end.dropFirst(ZipWriter.endSize), as: UTF8.self), comment.hasPrefix(Self.start)
    else { return nil }
    let words = comment.dropFirst(Self.start.count).dropLast().split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.prefix(3).compactMap { Int($0, radix: 16) }
    guard words.count == 4, numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }), numbers[0] >= Self.size,
      numbers[1] <= numbers[0], numbers[2] <= numbers[0] - numbers[1]
    else { return nil }
    self.init(archiveSize: numbers[0], manifest: numbers[1]..<numbers[1] + numbers[2], digest: String(words[3]))
  }

  /// Where the comment begins in the archive.
  var commentStart: Int { archiveSize - Self.commentSize }

  /// The comment of the archive.
  var comment: [UInt8] {
    let numbers = [archiveSize, manifest.lowerBound, manifest.count].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return Array((Self.start + numbers.joined(separator: " ") + " \(digest)\n").utf8)
  }

  /// Returns the archive of these files.
  static func archive(_ manifest: BundleManifest, _ contents: [[UInt8]]) -> [UInt8] {
    var (zip, manifest) = (ZipWriter(), manifest)
    for (index, content) in contents.enumerated() {
      manifest.files[index].offset = zip.add(BundleManifest.folder + manifest.files[index].path, content)
    }
    let bytes = manifest.bytes
    let start = zip.add(BundleManifest.path, bytes)
    zip.finish(commentSize: commentSize) { all in
      BundleMark(
        archiveSize: all.count + commentSize, manifest: start..<start + bytes.count, digest: CacheDigest.sum(Array(all[start...]))
      ).comment
    }
    return zip.bytes
  }
}
