#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a file cannot be sent.
package struct FileFault: Error, Sendable {
  package var path: String
  package var reason: String
  package var message: String { "cannot send the file '\(path)': \(reason)" }
}

extension File {
  /// The number of bytes that will be sent, nil where only reading tells; a message where the file cannot be sent.
  package func measure() -> Result<Int64?, FileFault> {
    if let bytes { return .success(Int64(bytes.count)) }
    if let stream { return .success(stream.length) }
    var info = stat()
    guard stat(path, &info) == 0 else { return fault(errno == ENOENT ? "there is no such file" : "it cannot be read") }
    let kind = info.st_mode & S_IFMT
    guard kind != S_IFDIR else { return fault("it is a folder") }
    guard kind != S_IFSOCK else { return fault("it is a socket") }
    guard access(path, R_OK) == 0 else { return fault("permission denied") }
    guard kind == S_IFREG else {
      // A pipe or a device: its end is found by reading.
      return range == nil ? .success(nil) : fault("it is no regular file, and a part of it cannot be read")
    }
    let size = Int64(info.st_size)
    guard let range else { return .success(size) }
    guard range.lowerBound >= 0, range.upperBound <= size else {
      return fault("bytes \(range.lowerBound) to \(range.upperBound) are asked for, it has \(size)")
    }
    return .success(range.upperBound - range.lowerBound)
  }

  private func fault<Value>(_ reason: String) -> Result<Value, FileFault> { .failure(FileFault(path: path, reason: reason)) }

  /// The path, where the content is read from there.
  package var pathOnDisk: String? { bytes == nil && stream == nil ? path : nil }

  /// Whether the content can be read again, as a redirect or a dead connection wants it: not that of a stream, a pipe or a device.
  package var isReplayable: Bool {
    if bytes != nil { return true }
    if stream != nil { return false }
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// The bytes, in pieces of 64 KiB. More than `limit` are an error while they are read, where no length told it before.
  package func body(length: Int64?, limit: Int64? = nil) -> RequestBody {
    let make: @Sendable () -> ResponseBody = { [self] in
      if let bytes { return ResponseBody(bytes) }
      let pieces = stream?.body() ?? ResponseBody(FilePieces(path: path, from: range?.lowerBound ?? 0, count: length))
      guard length == nil, let limit else { return pieces }
      return ResponseBody(LimitedPieces(pieces: pieces, limit: limit, path: path))
    }
    return .stream(length: length, replay: isReplayable ? make : nil, make())
  }

  /// All bytes at once, for places that need them as text.
  package func contents(upTo limit: Int64) -> Result<[UInt8], FileFault> {
    let count: Int64?
    switch measure() {
    case .failure(let fault): return .failure(fault)
    case .success(let measured): count = measured
    }
    if stream != nil { return fault("a stream is sent as a part or as the whole body") }
    if let count, count > limit { return fault("it has \(count) bytes, \(limit) fit here") }
    if let bytes { return .success(bytes) }
    var reader = FileReader(path: path, from: range?.lowerBound ?? 0, count: count)
    var bytes: [UInt8] = []
    do throws(TransportError) {
      while let piece = try reader.next() {
        bytes += piece
        if bytes.count > limit { return fault("it has more than the \(limit) bytes that fit here") }
      }
    } catch {
      return fault("it cannot be read to its end")
    }
    return .success(bytes)
  }

  /// Whether a path stays below a folder once its links are followed; true for one that is not there.
  package static func isReally(_ path: String, below folder: String) -> Bool {
    guard let real = resolved(path), let root = resolved(folder) else { return true }
    return real.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  /// Why a file that a spec names is not read; nil where nothing is wrong with what can be told without opening it. A pipe or a device is
  /// none of its files: reading one may never end.
  package static func fault(ofNamed path: String, below folder: String) -> String? {
    guard isReally(path, below: folder) else { return "it leads out of the folder of the spec" }
    return isEndless(path) ? "it is no regular file" : nil
  }

  /// Whether a path leads to something that may give bytes without end, or none for ever: a pipe, a device.
  package static func isEndless(_ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0 else { return false }
    let kind = info.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// The path without links, `.` and `..`; nil where nothing is.
  package static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
