import Crypto
import DialJSON
import DialLibc
package import DialMessage
import DialModel
import Synchronization

/// What a run is: a journal belongs to one.
package struct JournalHead: Sendable {
  /// The properties that a continued run must share, in their order: endpoint, base, arguments, selection.
  package var properties: [(name: String, value: String)]
  /// Random, from which the idempotency keys of the rows are made.
  package var run: String

  /// The properties that are digests, which messages do not show.
  fileprivate static let digests: Set = ["request"]

  package init(_ properties: [(name: String, value: String)], run: String) { (self.properties, self.run) = (properties, run) }

  /// Returns a new id of a run.
  package static func newRun() -> String {
    (0..<4).map { _ in String(UInt32.random(in: 0...(.max)), radix: 16) }.joined(separator: "-")
  }

  fileprivate var json: JSON {
    .object([("version", JSON(Journal.version)), ("run", .string(run))] + properties.map { ($0.name, .string($0.value)) })
  }
}

/// The record of a run: which rows were sent, and what came of each. It survives the process, so that the same command continues.
///
/// One process writes it; another one with the same journal waits. Records are appended and never changed.
package final class Journal: Sendable {
  static let version = 2

  /// What is known of a row.
  package enum Knowledge: Sendable {
    case new
    /// It was sent, or was about to be, and its end is unknown.
    case begun(JournalRecord)
    case ended(JournalRecord)
    /// An earlier row of this run has the same key.
    case taken(row: Int)
    /// It may have been sent: a record that cannot be read may be about it.
    case doubtful

    /// Whether it was not sent before, as far as is known.
    package var isNew: Bool { if case .new = self { true } else { false } }
  }

  package let path: String
  package let run: String
  /// The lines that cannot be read, by number.
  package let damaged: [Int]
  private let writer: Mutex<FileWriter>
  private let reader: OpenFile
  private let index: Mutex<KeyIndex?>
  /// The rows up to this one may have been sent if a record is damaged.
  private let lastDoubtful: Int
  /// Whether each row has a key of its own, which can occur twice.
  private let hasKeys: Bool

  /// Opens or creates a journal and waits until no other process has it.
  ///
  /// - Parameters:
  ///   - hasKeys: whether rows have keys of their own.
  ///   - isGivenRun: whether the caller chose the id of the run.
  ///   - waits: is called once if another process has the journal for a second.
  package init(
    _ path: String, _ head: JournalHead, hasKeys: Bool, isGivenRun: Bool, waits: @Sendable () -> Void
  ) async throws {
    self.path = path
    self.hasKeys = hasKeys
    // A pipe would be opened without end.
    if let kind = FileKind(path), !kind.isRegular { throw TransportError(.io, "the journal '\(path)' is not a regular file") }
    let writer = try FileWriter(path, flags: O_CREAT | O_NOFOLLOW | O_APPEND, mode: 0o600)
    var waited = 0
    while flock(writer.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw FileWriter.fault(path) }
      waited += 1
      if waited == 20 { waits() }
      try await Task.sleep(for: .milliseconds(50))
    }
    guard let reader = OpenFile(path, O_NOFOLLOW), reader.kind.isRegular else {
      throw TransportError(.io, "the journal '\(path)' is not a regular file")
    }
    self.reader = reader
    let index = try KeyIndex(folder: Disk.folder(of: path))
    var scan = JournalScan(path, reader, index)
    try scan.read()
    damaged = scan.damaged
    lastDoubtful = scan.lastRow + scan.hidden
    if let known = scan.head {
      run = try Self.continued(known, head, path, isGivenRun: isGivenRun)
      // The beginning of a record says nothing; more than that stays, as a line that cannot be read.
      if scan.isTorn { try writer.cut(to: scan.length) } else if scan.length < Int64(reader.size) { try writer.append([0x0A]) }
    } else {
      guard scan.isFresh else {
        throw TransportError(.io, "'\(path)' is no journal, or its first line is damaged; use another file")
      }
      fchmod(writer.number, 0o600)
      try writer.cut(to: 0)
      run = head.run
      var bytes: [UInt8] = []
      JournalRecord(.head, row: 0, text: JSONWriter.bytes(head.json)).write(into: &bytes)
      try writer.append(bytes)
      try writer.sync()
      Disk.syncFolder(of: path)
    }
    self.writer = Mutex(writer)
    self.index = Mutex(hasKeys || scan.isUsed ? index : nil)
  }

  /// Returns the id of the run that a head names. Throws if it is that of another run.
  private static func continued(
    _ known: JSON, _ head: JournalHead, _ path: String, isGivenRun: Bool
  ) throws(TransportError) -> String {
    guard known.version.asInt == version, let run = known.run.asString else {
      throw TransportError(.io, "the journal '\(path)' was written by another version of dial; use another file")
    }
    for (name, value) in head.properties where known[member: name].asString != value {
      if JournalHead.digests.contains(name) {
        throw TransportError(.io, "the journal '\(path)' is of another run: its \(name) differs; use another file")
      }
      let other = known[member: name].asString.map { "'\($0.prefix(80))'" } ?? "another one"
      throw TransportError(
        .io, "the journal '\(path)' is of another run: its \(name) is \(other), not '\(value.prefix(80))'; use another file")
    }
    if isGivenRun, run != head.run {
      throw TransportError(.io, "the journal '\(path)' has the id of another run; use another file")
    }
    return run
  }

  /// Returns what is known of a row. Its key counts as taken from now on.
  ///
  /// - Parameter mustKnow: whether a row whose record may be damaged is doubtful.
  package func knowledge(of key: String, row: Int, mustKnow: Bool) throws(TransportError) -> Knowledge {
    let entry: KeyIndex.Entry? = try index.withLock { index throws(TransportError) in
      guard let index else { return nil }
      let entry = try index[key]
      // A second row with this key must find the first one.
      if hasKeys, entry?.state != .seen { try index.set(key, .init(state: .seen, offset: UInt64(row), count: 0)) }
      return entry
    }
    guard let entry else { return mustKnow && !damaged.isEmpty && row <= lastDoubtful ? .doubtful : .new }
    if entry.state == .seen { return .taken(row: Int(entry.offset)) }
    guard let bytes = reader.bytes(Int(entry.offset)..<Int(entry.offset + entry.count)), let record = JournalRecord(bytes[...]) else {
      throw TransportError(.io, "the journal '\(path)' changed while it was read")
    }
    return entry.state == .ended ? .ended(record) : .begun(record)
  }

  /// Appends records.
  ///
  /// - Parameter syncs: whether they are on disk when it returns.
  package func append(_ bytes: [UInt8], syncs: Bool) throws(TransportError) {
    try writer.withLock { writer throws(TransportError) in
      try writer.append(bytes)
      if syncs { try writer.syncData() }
    }
  }

  /// Returns a UUID (RFC 9562 version 4) for a row: the same in each try of this run, and never that of another run.
  ///
  /// - Parameters:
  ///   - digest: of the row, because another row under the same key is another effect.
  ///   - name: of what it is for.
  package static func uuid(_ name: String, run: String, key: String, digest: String) -> String {
    var bytes = Array(SHA256.hash(data: Array("\(run)\n\(digest)\n\(key)\n\(name)".utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = PercentEncoding.hex(bytes)
    for place in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
    return text
  }

  /// Returns a digest of a row.
  package static func digest(_ bytes: [UInt8]) -> String { PercentEncoding.hex(Array(SHA256.hash(data: bytes).prefix(8))) }
}

/// Reads a whole journal in pieces, and notes where the last record of each key is.
private struct JournalScan {
  private static let piece = 1 << 20

  private let path: String
  private let file: OpenFile
  private let index: KeyIndex
  private(set) var head: JSON?
  private(set) var damaged: [Int] = []
  private(set) var lastRow = 0
  /// Whether there is a record of a row.
  private(set) var isUsed = false
  /// The length of all whole lines in bytes.
  private(set) var length: Int64 = 0
  /// How many rows the damaged parts can be about.
  private(set) var hidden = 0
  /// Whether the last line is only the beginning of a record.
  private(set) var isTorn = false
  /// Whether there is nothing but, at most, the beginning of the first line.
  private(set) var isFresh = false
  private var line = 0

  init(_ path: String, _ file: OpenFile, _ index: KeyIndex) { (self.path, self.file, self.index) = (path, file, index) }

  mutating func read() throws(TransportError) {
    var (rest, position): ([UInt8], Int) = ([], 0)
    while position < file.size {
      guard let piece = file.bytes(position..<min(position + Self.piece, file.size)) else {
        throw TransportError(.io, "the journal '\(path)' cannot be read")
      }
      position += piece.count
      rest += piece
      var start = 0
      while let end = rest[start...].firstIndex(of: 0x0A) {
        try take(rest[start..<end])
        length += Int64(end - start + 1)
        start = end + 1
      }
      rest.removeFirst(start)
    }
    isFresh = length == 0 && rest.count < JournalRecord.shortest * 100 && Self.beginsHead(rest)
    guard head != nil, !rest.isEmpty else { return }
    isTorn = rest.count < JournalRecord.shortest
    line += 1
    if !isTorn { note(damaged: rest[...]) }
  }

  private static func beginsHead(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(8).allSatisfy { "0123456789abcdef".utf8.contains($0) }
      && bytes.dropFirst(8).starts(with: " H 0 ".utf8.prefix(max(0, bytes.count - 8)))
  }

  private mutating func note(damaged bytes: ArraySlice<UInt8>) {
    damaged.append(line)
    hidden += bytes.count / JournalRecord.shortest + 1
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) throws(TransportError) {
    line += 1
    guard let record = JournalRecord(bytes) else { return note(damaged: bytes) }
    switch record.kind {
    case .head: head = try? JSON(parsing: record.text)
    case .begun, .ended:
      isUsed = true
      lastRow = max(lastRow, record.row)
      if record.kind == .begun, try index[record.key]?.state == .ended { return }
      try index.set(
        record.key, .init(state: record.kind == .ended ? .ended : .begun, offset: UInt64(length), count: UInt64(bytes.count)))
    }
  }
}
