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
  /// Returns the number of bytes to send, nil if it is unknown before reading, or why the file cannot be sent.
  package func measure() -> Result<Int64?, FileFault> {
    if let bytes { return .success(Int64(bytes.count)) }
    if let stream { return .success(stream.length) }
    var info = stat()
    guard stat(path, &info) == 0 else { return fault(errno == ENOENT ? "it does not exist" : "it cannot be read") }
    let kind = info.st_mode & S_IFMT
    guard kind != S_IFDIR else { return fault("it is a folder") }
    guard kind != S_IFSOCK else { return fault("it is a socket") }
    guard access(path, R_OK) == 0 else { return fault("permission denied") }
    guard kind == S_IFREG else {
      // A pipe or a device has no known length.
      return range == nil ? .success(nil) : fault("it is not a regular file, so a range of it cannot be read")
    }
    let size = Int64(info.st_size)
    guard let range else { return .success(size) }
    guard range.lowerBound >= 0, range.upperBound <= size else {
      return fault("bytes \(range.lowerBound) to \(range.upperBound) were requested, but it has \(size) bytes")
    }
    return .success(range.upperBound - range.lowerBound)
  }

  private func fault<Value>(_ reason: String) -> Result<Value, FileFault> { .failure(FileFault(path: path, reason: reason)) }

  /// The path, if the content is read from there.
  package var pathOnDisk: String? { bytes == nil && stream == nil ? path : nil }

  /// Whether the content can be read again, for a redirect or a retry. False for streams, pipes and devices.
  package var isReplayable: Bool {
    if bytes != nil { return true }
    if stream != nil { return false }
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the bytes in pieces of 64 KiB. If the length was unknown, more than `limit` bytes are an error.
  package func body(length: Int64?, limit: Int64? = nil) -> RequestBody {
    let make: @Sendable () -> ResponseBody = { [self] in
      if let bytes { return ResponseBody(bytes) }
      let pieces = stream?.body() ?? ResponseBody(FilePieces(path: path, from: range?.lowerBound ?? 0, count: length))
      guard length == nil, let limit else { return pieces }
      return ResponseBody(LimitedPieces(pieces: pieces, limit: limit, path: path))
    }
    return .stream(length: length, replay: isReplayable ? make : nil, make())
  }

  /// Returns all bytes, for locations that need text.
  package func contents(upTo limit: Int64) -> Result<[UInt8], FileFault> {
    let count: Int64?
    switch measure() {
    case .failure(let fault): return .failure(fault)
    case .success(let measured): count = measured
    }
    if stream != nil { return fault("a stream can be sent only as a part or as the whole body") }
    if let count, count > limit { return fault("it has \(ByteCount.text(count, over: limit))") }
    if let bytes { return .success(bytes) }
    var reader = FileReader(path: path, from: range?.lowerBound ?? 0, count: count)
    var bytes: [UInt8] = []
    do throws(TransportError) {
      while let piece = try reader.next() {
        bytes += piece
        if bytes.count > limit { return fault("it has more than the maximum of \(ByteCount.text(limit))") }
      }
    } catch {
      return fault("it cannot be read completely")
    }
    return .success(bytes)
  }

  /// Whether a path is below a folder after following links; true if it does not exist.
  package static func isReally(_ path: String, below folder: String) -> Bool {
    guard let real = resolved(path), let root = resolved(folder) else { return true }
    return real.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  /// Returns why a file that a spec names must not be read, without opening it; nil if it may be. Pipes and devices are refused, because
  /// reading them may never end.
  package static func fault(ofNamed path: String, below folder: String) -> String? {
    guard isReally(path, below: folder) else { return "it is outside of the folder of the spec" }
    return isEndless(path) ? "it is not a regular file" : nil
  }

  /// Whether the path is a pipe or a device, which may never end.
  package static func isEndless(_ path: String) -> Bool {
    var info = stat()
    guard stat(path, &info) == 0 else { return false }
    let kind = info.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// Returns the path without links, `.` and `..`; nil if it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
