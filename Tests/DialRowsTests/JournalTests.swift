import DialMessage
import TestSupport
import Testing

@testable import DialRows

/// A journal that was cut, changed or is of another run never leads to a row that is sent twice without a word.
@Suite struct JournalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/j" }

  private func open(
    _ properties: [(name: String, value: String)] = [("endpoint", "create")], run: String = "r1", hasKeys: Bool = false, given: Bool = false
  ) async throws -> Journal {
    try await Journal(path, JournalHead(properties, run: run), hasKeys: hasKeys, isGivenRun: given) {}
  }

  private func lines(_ records: JournalRecord...) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records { record.write(into: &bytes) }
    return bytes
  }

  private func shown(_ journal: Journal, _ key: String, row: Int, mustKnow: Bool = true) throws -> String {
    switch try journal.knowledge(of: key, row: row, mustKnow: mustKnow) {
    case .new: "new"
    case .begun(let record): "begun \(record.digest)"
    case .ended(let record): "ended \(record.code)\(String(decoding: record.text, as: UTF8.self))"
    case .taken(let row): "taken by \(row)"
    case .doubtful: "doubtful"
    }
  }

  @Test func recordsAreReadAsTheyWereWritten() {
    for record in [
      JournalRecord(.begun, row: 1, digest: "d", key: "a b%c\n", code: ""),
      JournalRecord(.ended, row: 2, digest: "d", key: "", code: "status", text: Array("{\"a\": \"b \\n c\"}\n\\n x".utf8)),
    ] {
      let line = lines(record).dropLast()
      #expect(!line.contains(0x0A))
      #expect(JournalRecord(line) == record)
      for index in line.indices {
        var changed = Array(line)
        changed[index] ^= 1
        #expect(JournalRecord(changed[...]) == nil, "bit \(index)")
      }
    }
  }

  @Test func aRowIsNewBegunOrEnded() async throws {
    do {
      let journal = try await open()
      #expect(try shown(journal, "1", row: 1) == "new")
      try journal.append(
        lines(
          .init(.begun, row: 1, digest: "a", key: "1"), .init(.begun, row: 2, digest: "b", key: "2"),
          .init(.ended, row: 1, digest: "a", key: "1", text: Array("x".utf8))), syncs: true)
    }
    let journal = try await open(run: "other")
    #expect(journal.run == "r1")
    #expect(try shown(journal, "1", row: 1) == "ended x")
    #expect(try shown(journal, "2", row: 2) == "begun b")
    #expect(try shown(journal, "3", row: 3) == "new")
  }

  @Test func aTornLineIsCutOff() async throws {
    do { try await open().append(lines(.init(.begun, row: 1, digest: "a", key: "1")), syncs: true) }
    let whole = folder.bytes("j") ?? []
    try folder.write("j", whole + lines(.init(.ended, row: 1, digest: "0123456789abcdef", key: "1", text: [0x78])).prefix(33))
    let journal = try await open()
    #expect(try shown(journal, "1", row: 1) == "begun a")
    #expect(journal.damaged.isEmpty)
    #expect(folder.bytes("j") == whole)
  }

  @Test func aLineWithoutItsBreakMayHideARow() async throws {
    do {
      try await open().append(
        lines(.init(.begun, row: 1, digest: "0123456789abcdef", key: "1"), .init(.begun, row: 2, digest: "0123456789abcdef", key: "2")),
        syncs: true)
    }
    var bytes = folder.bytes("j") ?? []
    bytes[bytes.count - 1] = 0x58
    try folder.write("j", bytes)
    #expect(try await shown(open(), "2", row: 2) == "doubtful")
    // It stays so.
    #expect(try await shown(open(), "2", row: 2) == "doubtful")
  }

  @Test func aFileThatIsNoJournalStaysAsItIs() async throws {
    for text in ["precious", "line\nprecious", "base: https://a.test"] {
      try folder.write("j", text)
      await #expect(throws: TransportError.self) { _ = try await open() }
      #expect(try folder.read("j") == text)
    }
    // The first line of a run that was killed at once.
    try folder.write("j", "0123abcd H 0")
    #expect(try await open().run == "r1")
  }

  @Test func rowsAreDoubtfulWhereALineIsDamaged() async throws {
    do {
      try await open().append(
        lines(.init(.begun, row: 1, digest: "a", key: "1"), .init(.begun, row: 2, digest: "b", key: "2")), syncs: true)
    }
    var bytes = folder.bytes("j") ?? []
    bytes[bytes.count - 4] ^= 1
    try folder.write("j", bytes)
    let journal = try await open()
    #expect(journal.damaged == [3])
    #expect(try shown(journal, "2", row: 2) == "doubtful")
    #expect(try shown(journal, "2", row: 2, mustKnow: false) == "new")
    #expect(try shown(journal, "3", row: 3) == "new")
  }

  @Test(
    arguments: [
      ([("endpoint", "delete")], "r1", false, "is of another run: its endpoint is 'create', not 'delete'; use another file"),
      ([("endpoint", "create")], "r2", true, "has the id of another run; use another file"),
    ] as [([(name: String, value: String)], String, Bool, String)])
  func theJournalOfAnotherRunIsRefused(
    _ properties: [(name: String, value: String)], _ run: String, _ isGiven: Bool, _ expected: String
  ) async throws {
    _ = try await open()
    do {
      _ = try await open(properties, run: run, given: isGiven)
      Issue.record("expected an error")
    } catch let error as TransportError {
      #expect(error.message == "the journal '\(path)' \(expected)")
    }
  }

  @Test func anotherFileIsNotOverwritten() async throws {
    try folder.write("j", "name,age\nAnn,3\n")
    await #expect(throws: TransportError.self) { _ = try await open() }
    #expect(try folder.read("j") == "name,age\nAnn,3\n")
  }

  @Test func aKeyCanBeUsedOnce() async throws {
    let journal = try await open(hasKeys: true)
    #expect(try shown(journal, "a", row: 1) == "new")
    #expect(try shown(journal, "b", row: 2) == "new")
    #expect(try shown(journal, "a", row: 3) == "taken by 1")
  }

  @Test func manyKeysAreFound() throws {
    let index = try KeyIndex(folder: folder.path)
    for number in 0..<60_000 { try index.set("k\(number)", .init(state: .ended, offset: UInt64(number), count: 7)) }
    for number in stride(from: 0, to: 60_000, by: 97) {
      #expect(try index["k\(number)"] == .init(state: .ended, offset: UInt64(number), count: 7))
    }
    #expect(try index["k60000"] == nil)
    #expect(folder.names == [])
  }

  @Test func generatedKeysAreThoseOfARunAndARow() throws {
    let uuid = Journal.uuid("", run: "r", key: "1", digest: "d")
    #expect(uuid == Journal.uuid("", run: "r", key: "1", digest: "d"))
    #expect(uuid != Journal.uuid("", run: "s", key: "1", digest: "d"))
    #expect(uuid != Journal.uuid("", run: "r", key: "2", digest: "d"))
    #expect(uuid != Journal.uuid("", run: "r", key: "1", digest: "e"))
    #expect(uuid != Journal.uuid("header.key", run: "r", key: "1", digest: "d"))
    #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
  }

  @Test func aSecondProcessWaits() async throws {
    var first: Journal? = try await open()
    let second = Task { try await open() }
    try await Task.sleep(for: .milliseconds(120))
    try first?.append(lines(.init(.ended, row: 1, digest: "a", key: "1", text: [0x78])), syncs: false)
    first = nil
    let journal = try await second.value
    #expect(try shown(journal, "1", row: 1) == "ended x")
  }
}
