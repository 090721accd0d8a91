import CBench
import Foundation

/// `dial call --dry-run` with specs of several sizes: the first call, which checks and stores the whole spec, and a later one.
final class SpecStarts {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dial-growth-\(UUID().uuidString)")
  private let dial = ProcessInfo.processInfo.environment["DIAL"] ?? ".build/release/dial"

  init(_ sizes: [Int]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for size in sizes { try Data(SpecText.endpoints(size).utf8).write(to: file(size)) }
    // A spec that was just changed is read again, because its time is too coarse.
    sleep(3)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ size: Int) -> URL { folder.appending(path: "\(size).yaml") }

  /// Measures elapsed time, because a start includes the kernel.
  func sample(_ size: Int, isKept: Bool) throws -> GrowthSample {
    let cache = folder.appending(path: "cache")
    setenv("XDG_CACHE_HOME", cache.path, 1)
    defer { unsetenv("XDG_CACHE_HOME") }
    let words = [dial, "call", file(size).path, "getItem0", "id=7", "--var", "API_TOKEN=none", "--dry-run"]
    forget(isKept, cache)
    // The first run stores the spec.
    let seconds = try Command(words, trial: isKept).seconds(of: isKept ? 10 : 1)
    forget(isKept, cache)
    return GrowthSample(seconds: seconds, peak: try Self.peak(words))
  }

  private func forget(_ isKept: Bool, _ cache: URL) {
    if !isKept { try? FileManager.default.removeItem(at: cache) }
  }

  /// Returns the peak memory of a program in bytes.
  static func peak(_ words: [String]) throws -> Int {
    let arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    let peak = cbench_peak(arguments)
    guard peak > 0 else { throw PeerError(description: "'\(words.joined(separator: " "))' failed") }
    return peak
  }
}
