import DialMessage
import DialModel
import DialSyntax
import Synchronization

/// A compiled spec: a file with a snapshot of the model, of which a start reads the shared parts and the endpoints that it needs.
///
/// Everything before the endpoints has one checksum and is read at once; each endpoint has its own. To read and compare all of 10,000
/// endpoints would take as long as the rest of a start. Numbers are little-endian: words of 64 bits, and ends of 32 bits.
///
/// | part | content |
/// | --- | --- |
/// | words | mark of the format and of the rules, size of the head, number of endpoints, size of the names, checksum |
/// | head | ``Head`` |
/// | ends | where each endpoint ends |
/// | names | the name of each endpoint, and a line end |
/// | endpoints | for each one its checksum and its bytes |
/// | types | the same for all types of a document together, as one more endpoint |
struct SpecSnapshot: Sendable {
  /// What all endpoints share.
  struct Head: SnapshotValue {
    var sources: [SpecSource]
    /// Whether there are warnings, which require reading the spec.
    var hasFindings: Bool
    var objects: [SnapshotBytes]
    /// The service without its endpoints.
    var service: SnapshotBytes

    static func code(_ value: Head!, _ coder: inout SnapshotCoder) throws(SnapshotFault) -> Head {
      try Head(
        sources: coder(value.sources), hasFindings: coder(value.hasFindings), objects: coder(value.objects), service: coder(value.service))
    }
  }

  private static let mark = Checksum.of(Array("spec snapshot, rules \(DialVersion.number) \(DialVersion.rules)".utf8)[...])
  private static let wordsSize = 5 * 8
  /// The maximum size of a stored spec. A spec can use a long text often.
  private static let maxBytes = 128 << 20

  let path: String
  let head: Head
  /// The number of endpoints.
  let count: Int
  private let file: OpenFile
  private let ends: ArraySlice<UInt8>
  private let nameLines: ArraySlice<UInt8>
  /// Where the endpoints begin in the file.
  private let start: Int

  /// Returns nil if there is no file, or if it has another version or is damaged.
  init?(_ path: String) {
    guard let file = CacheFolder.open(path), file.size <= Self.maxBytes, let first = file.bytes(0..<Self.wordsSize) else { return nil }
    let words = first.words(0..<Self.wordsSize)
    guard words[0] == Self.mark, words[1...3].allSatisfy({ $0 <= UInt64(file.size) }) else { return nil }
    let (headEnd, count) = (Int(words[1]), Int(words[2]))
    let endsEnd = headEnd + (count + 1) * 4
    start = Self.wordsSize + endsEnd + Int(words[3])
    guard start <= file.size, let bytes = file.bytes(Self.wordsSize..<start), Self.checksum(first, bytes[...]) == words[4],
      let head = try? Head(snapshot: Array(bytes[..<headEnd]), SnapshotTables())
    else { return nil }
    (self.path, self.head, self.count, self.file) = (path, head, count, file)
    (ends, nameLines) = (bytes[headEnd..<endsEnd], bytes[endsEnd...])
    guard start + end(count) == file.size else { return nil }
  }

  /// Each line has the name of an endpoint, and after tabs the others that it answers to.
  var names: [String] {
    nameLines.split(separator: UInt8(ascii: "\n")).map { line in String(decoding: line.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self) }
  }

  /// Compares one name after the other, which takes less time than to read a table of them.
  func place(of name: String) -> Int? {
    var (number, from) = (0, nameLines.startIndex)
    for at in nameLines.indices where nameLines[at] < 0x20 {
      if at - from == name.utf8.count, nameLines[from..<at].elementsEqual(name.utf8) { return number }
      if nameLines[at] == UInt8(ascii: "\n") { number += 1 }
      from = at + 1
    }
    return nil
  }

  /// Whether it is a document with types.
  var hasTypes: Bool { end(count) > (count == 0 ? 0 : end(count - 1)) + 8 }

  /// The types of a document, of which each is read on demand; nil if they are damaged.
  func types(_ tables: SnapshotTables) -> (any LateTypes)? {
    part(count).flatMap { try? StoredTypes(snapshot: $0, tables) }
  }

  /// Returns the bytes of an endpoint; nil if they are damaged.
  func part(_ number: Int) -> [UInt8]? {
    let (from, to) = (start + (number == 0 ? 0 : end(number - 1)), start + end(number))
    guard from + 8 <= to, let bytes = file.bytes(from..<to), bytes.words(0..<8) == [Checksum.of(bytes[8...])] else { return nil }
    return Array(bytes[8...])
  }

  private func end(_ number: Int) -> Int { Int(ends.number(ends.startIndex + number * 4)) }

  /// Throws if the spec is too large or something in it cannot be stored.
  static func bytes(_ reading: SpecReading, _ sources: [SpecSource], _ files: [SourceFile]) throws(SnapshotFault) -> [UInt8] {
    let tables = SnapshotTables(files: files, folder: Spec.folder(of: reading.service.file.name))
    var (count, ends, names, parts): (Int, [UInt8], [UInt8], [UInt8]) = (0, [], [], [])
    let endpoints = reading.service.endpoints
    for (index, name) in endpoints.names.enumerated() {
      // An endpoint with a fault has no model; whoever asks for it gets the fault from the source.
      let part = try (try? endpoints[index])?.snapshot(tables) ?? []
      parts += [Checksum.of(part[...])].bytes + part
      let all = [name] + endpoints.otherNames(at: index)
      guard !all.contains(where: { $0.utf8.contains { $0 < 0x20 } }) else { throw SnapshotFault() }
      names += all.joined(separator: "\t").utf8 + [UInt8(ascii: "\n")]
      ends += [UInt32(parts.count)].bytes
      count += 1
      guard names.count + parts.count < maxBytes else { throw SnapshotFault() }
    }
    let types = try reading.service.types.late.map { late throws(SnapshotFault) in try StoredTypes(late, tables).snapshot(tables) } ?? []
    parts += [Checksum.of(types[...])].bytes + types
    ends += [UInt32(parts.count)].bytes
    guard parts.count < maxBytes else { throw SnapshotFault() }
    let service = SnapshotBytes(try reading.service.snapshot(tables))
    let head = Head(
      sources: sources, hasFindings: !reading.diagnostics.isEmpty, objects: tables.objects.map { SnapshotBytes($0) }, service: service)
    return try bytes(head, count, ends, names) + parts
  }

  private static func bytes(
    _ head: Head, _ count: Int, _ ends: some Collection<UInt8>, _ names: some Collection<UInt8>
  ) throws(SnapshotFault) -> [UInt8] {
    let head = try head.snapshot(SnapshotTables())
    let words = [mark, UInt64(head.count), UInt64(count), UInt64(names.count)].bytes
    let rest = head + ends + names
    return words + [checksum(words, rest[...])].bytes + rest
  }

  private static func checksum(_ words: [UInt8], _ rest: ArraySlice<UInt8>) -> UInt64 { Checksum.of(words[..<32]) &+ Checksum.of(rest) }

  /// Returns the whole file with another head; nil if it cannot be read.
  func bytes(with head: Head) -> [UInt8]? {
    guard let parts = file.bytes(start..<file.size) else { return nil }
    return (try? Self.bytes(head, count, ends, nameLines)).map { $0 + parts }
  }
}

/// The types of a stored document. All of them are found when the first is asked for, and each is read when it is.
final class SnapshotTypes: LateTypes {
  private let snapshot: SpecSnapshot
  private let tables: SnapshotTables
  private let stored = Mutex<(any LateTypes)??>(nil)

  init(_ snapshot: SpecSnapshot, _ tables: SnapshotTables) { (self.snapshot, self.tables) = (snapshot, tables) }

  private var types: (any LateTypes)? {
    stored.withLock { stored in
      if let stored { return stored }
      let types = snapshot.types(tables)
      stored = .some(types)
      return types
    }
  }

  var names: [String] { types?.names ?? [] }

  func shape(named name: String) -> Shape? { types?.shape(named: name) }
}

/// The endpoints of a stored spec, each read on demand.
final class SnapshotEndpoints: EndpointSource {
  private let snapshot: SpecSnapshot
  private let file: SourceFile
  private let tables: SnapshotTables
  private let loader: SpecLoader
  private let models = Mutex<[Int: EndpointModel]>([:])

  init(_ snapshot: SpecSnapshot, _ file: SourceFile, _ tables: SnapshotTables, _ loader: SpecLoader) {
    (self.snapshot, self.file, self.tables, self.loader) = (snapshot, file, tables, loader)
  }

  var count: Int { snapshot.count }

  var names: [String] { snapshot.names }

  func place(of name: String) -> Int? { snapshot.place(of: name) }

  func model(at index: Int) throws(Diagnostic) -> EndpointModel {
    if let model = models.withLock({ $0[index] }) { return model }
    let part = snapshot.part(index)
    let stored = part.flatMap { try? EndpointModel(snapshot: $0, tables) }
    let model = if let stored { stored } else if part?.isEmpty ?? false { try fault(of: index) } else { try readAgain(index) }
    return models.withLock { $0.value(index) { model } }
  }

  /// Throws the fault of an endpoint that the spec cannot build.
  private func fault(of index: Int) throws(Diagnostic) -> EndpointModel {
    guard let service = (try? loader.load(file.name, trust: .folder))?.service, index < service.endpoints.count else {
      return try readAgain(index)
    }
    return try service.endpoints[index]
  }

  /// Reads an endpoint from the spec itself. Removes the compiled form, so that the next start compiles the spec again.
  private func readAgain(_ index: Int) throws(Diagnostic) -> EndpointModel {
    CacheFolder.remove(snapshot.path)
    let (name, folder) = (names[index], Spec.folder(of: file.name))
    let model = (try? loader.load(file.name, trust: .folder))?.service.endpoints[name]
    var sources = snapshot.head.sources
    if let model, sources.indices.allSatisfy({ sources[$0].isCurrent(in: folder) }) { return model }
    let start = Position(line: 1, column: 1)
    throw .error(
      "unreadable", "'\(file.name)' was changed after it was loaded, and the stored form of '\(name)' is damaged; load it again",
      at: SourceRange(file: file, start: start, end: start))
  }
}

/// FNV-1a over 64-bit words, to detect damage. It does not protect against an attacker.
enum Checksum {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x0000_0100_0000_01B3
      // A product affects only higher bits; without this, the high bits of a word would affect no others.
      sum ^= sum >> 32
    }
    let raw = bytes.span.bytes
    var at = 0
    while at + 8 <= raw.byteCount {
      add(raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian)
      at += 8
    }
    while at < raw.byteCount {
      add(UInt64(raw.unsafeLoad(fromByteOffset: at, as: UInt8.self)))
      at += 1
    }
    add(UInt64(bytes.count))
    return sum
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the little-endian number in the four bytes at an index.
  func number(_ at: Int) -> UInt32 {
    UInt32(self[at]) | UInt32(self[at + 1]) << 8 | UInt32(self[at + 2]) << 16 | UInt32(self[at + 3]) << 24
  }

  /// Returns the little-endian numbers of eight bytes each in a range.
  func words(_ range: Range<Int>) -> [UInt64] {
    stride(from: range.lowerBound, to: range.upperBound, by: 8).map { UInt64(number($0)) | UInt64(number($0 + 4)) << 32 }
  }
}

extension Sequence where Element: FixedWidthInteger {
  /// The bytes of the numbers, the lowest first.
  var bytes: [UInt8] {
    flatMap { number in (0..<Element.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }
}
