import Dial
import DialConsole
import Synchronization

/// The rows of a file or of standard input, read when they are needed.
///
/// `@unchecked` is safe: `RowLoop` asks for one row at a time, and while it does, others only call `read`, which is atomic, and `stop()`, whose
/// state has a lock.
final class RowFeed: @unchecked Sendable {
  /// What the rows are called in messages.
  let name: String
  private let piece: @Sendable () async throws -> [UInt8]?
  /// Whether a wait for a piece has no end.
  private let isEndless: Bool
  private var reader: RowReader
  private var peeked: SourceRow?
  private var isEnded = false
  private let count = Atomic<Int64>(0)
  private let stopping = Mutex<(isStopped: Bool, waiting: CheckedContinuation<Result<[UInt8]?, any Error>, Never>?)>((false, nil))
  /// The number of all bytes; nil if unknown.
  let size: Int64?

  init(_ path: String, _ format: RowFormat, columns: [String]?, _ context: Context) throws(Failure) {
    reader = RowReader(format, columns: columns)
    guard path != "-" else {
      (name, size, isEndless) = ("<stdin>", nil, true)
      piece = {
        let piece = try await context.piece()
        return piece.isEmpty ? nil : piece
      }
      return
    }
    guard let kind = FileKind(path) else { throw .io("cannot read '\(path)': it does not exist") }
    if kind.isFolder { throw .io("cannot read '\(path)': it is a folder") }
    (name, size, isEndless) = (path, kind.isRegular ? kind.size : nil, !kind.isRegular)
    if kind.isRegular {
      let file = Mutex(FileReader(path: path, from: 0, count: nil))
      piece = { try file.withLock { try $0.next() } }
    } else {
      // A pipe such as `<(…)` may have nothing to read for a long time.
      let number = try LocalFile(path).opened()
      piece = {
        let piece = try await FileDescriptor.piece(number)
        return piece.isEmpty ? nil : piece
      }
    }
  }

  /// The number of bytes that were read, which the progress line asks for at any time.
  var read: Int64 { count.load(ordering: .relaxed) }

  var columns: [String]? { reader.columns }
  var header: [UInt8]? { reader.header }

  /// Returns the next row without taking it.
  func peek() async throws -> SourceRow? {
    if peeked == nil { peeked = try await take() }
    return peeked
  }

  func next() async throws -> SourceRow? {
    if let row = peeked.take() { return row }
    return try await take()
  }

  /// Ends a wait for more rows, which a pipe may never have.
  func stop() {
    let waiting = stopping.withLock { state in
      state.isStopped = true
      return state.waiting.take()
    }
    waiting?.resume(returning: .success(nil))
  }

  /// Returns the next piece; nil at the end, or if no more rows are wanted.
  private func nextPiece() async throws -> [UInt8]? {
    guard isEndless else { return try await piece() }
    return try await withCheckedContinuation { continuation in
      let isStopped = stopping.withLock { state in
        if !state.isStopped { state.waiting = continuation }
        return state.isStopped
      }
      if isStopped { return continuation.resume(returning: .success(nil)) }
      // It goes on after a stop, until there is something to read or the program ends.
      Task { [piece] in
        let result: Result<[UInt8]?, any Error>
        do { result = .success(try await piece()) } catch { result = .failure(error) }
        stopping.withLock { $0.waiting.take() }?.resume(returning: result)
      }
    }.get()
  }

  private func take() async throws -> SourceRow? {
    do {
      while true {
        if let row = try reader.next() { return row }
        if isEnded { return nil }
        if let piece = try await nextPiece() {
          count.add(Int64(piece.count), ordering: .relaxed)
          reader.append(piece)
        } else {
          reader.end()
          isEnded = true
        }
      }
    } catch let error as RowError {
      throw Failure("rows", "\(name)\(error.line.map { ":\($0)" } ?? ""): \(error.message)", exit: ExitStatus.usage)
    }
  }
}
