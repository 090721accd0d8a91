import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// The schema accepts everything that the reader accepts, and rejects what is wrong at a single place.
struct SchemaAgreementTests {
  /// The schema rejects no text that the reader accepts.
  private static func expectNoFalseAlarm(_ texts: [String]) async throws {
    let accepted = await texts.filterGivingWay(isAccepted)
    let verdicts = try await SchemaValidator.verdicts(accepted.compactMap(SchemaValidator.json))
    #expect(!accepted.isEmpty)
    try #require(verdicts.count == accepted.count)
    let alarms = zip(accepted, verdicts).filter { $1 != "ok" }.map { "\($1)\n\($0)" }
    #expect(alarms.isEmpty, "\(alarms.count):\n\(alarms.prefix(20).joined(separator: "\n"))")
  }

  @Test func ofEveryValueInEveryPlace() async throws {
    let texts = (SchemaSlot.keys + SchemaSlot.others).flatMap { slot in SchemaSlot.values.map(slot.spec) }
    try await Self.expectNoFalseAlarm(texts)
  }

  /// Each place has at least one accepted value.
  @Test(arguments: SchemaSlot.keys + SchemaSlot.others)
  func somethingFitsEveryPlace(slot: SchemaSlot) {
    #expect(SchemaSlot.values.contains { isAccepted(slot.spec($0)) })
  }

  @Test func ofEveryName() async throws {
    let texts = SchemaSlot.names.flatMap { slot in
      SchemaSlot.keyTexts.flatMap { name in SchemaSlot.afterName.map { slot.head + "\(name)\n" + slot.indent + "\($0)\n" } }
    }
    try await Self.expectNoFalseAlarm(texts)
  }

  @Test func ofLines() async throws {
    let lines = GrammarTests.lines.map(\.text) + StrayTextTests.mutated(GrammarTests.lines.map(\.text), 3000, seed: 21)
    try await Self.expectNoFalseAlarm(lines.map { GrammarTests.Line(sign: "+", text: $0).spec })
  }

  @Test func ofStraySpecs() async throws {
    let specs = try GoldenTests.names.map { try fixtures.text("bad/\($0).yaml") }
    let seeds = try Self.files("Tests/Fuzz/Seeds/spec")
    try await Self.expectNoFalseAlarm(seeds.map(\.text) + StrayTextTests.mutated(specs + seeds.map(\.text), 3000, seed: 22))
  }

  @Test func ofSpecs() async throws {
    let files = try Self.files("specs")
    // An overlay is read with its document.
    #expect(await files.filterGivingWay { !isAccepted($0.text) && !$0.text.contains("\noverlay: ") }.map(\.name) == [])
    let documents = files.compactMap { SchemaValidator.json($0.text) }
    try #require(documents.count == files.count)
    #expect(try await zip(files, SchemaValidator.verdicts(documents)).filter { $1 != "ok" }.map { "\($0.name): \($1)" } == [])
  }

  @Test func ofTheDocumentation() async throws {
    let pages =
      ["README.md"]
      + (try FileManager.default.subpathsOfDirectory(atPath: repository.path + "/Sources/Dial/Dial.docc"))
      .filter { $0.hasSuffix(".md") }.map { "Sources/Dial/Dial.docc/\($0)" }
    let samples = try pages.flatMap { page in
      try String(contentsOf: repository.appending(path: page), encoding: .utf8).split(separator: "```yaml\n").dropFirst()
        .map { String($0.prefix(upTo: $0.firstRange(of: "```")!.lowerBound)) }
    }
    // A document of another format has a schema of its own.
    let specs = samples.filter { !$0.contains("openapi: ") && !$0.contains("actions:") }
    #expect(specs.filter(isAccepted).count > 10)
    try await Self.expectNoFalseAlarm(specs)
  }

  /// Fixtures with errors of rules between parts or inside a line.
  private static let semantic = [
    "absolute-target", "body-conflict", "body-unasked", "connect-parameter", "crossed-brackets",
    "default-value", "duplicate-parameter", "duplicate-wire-name", "encoding-conflict", "endless-type", "flag-type", "head-result",
    "header-owned",
    "json-value", "named-body", "parameter", "parameter-brackets", "parameter-list", "params-twice", "place", "placeholder-as-mapping",
    "poll", "sent-braces", "shape-wire-name", "slips-shape", "too-many-items", "too-many-parameters", "two-defaults", "type-of-itself",
    "unions",
    "unknown-placeholder", "unknown-type", "unread-selection", "void-parameter", "wire-name-empty", "wire-type",
  ]

  @Test func ofFixtures() async throws {
    let texts = try GoldenTests.names.map { ($0, try fixtures.text("bad/\($0).yaml")) }
    let readable = texts.compactMap { name, text in SchemaValidator.json(text).map { (name: name, text: text, json: $0) } }
    let verdicts = try await SchemaValidator.verdicts(readable.map(\.json))
    let passed = zip(readable, verdicts).filter { $1 == "ok" && !isAccepted($0.text) }.map(\.0.name)
    #expect(passed == Self.semantic)
  }

  private static func files(_ folder: String) throws -> [(name: String, text: String)] {
    let path = repository.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: path.path).filter { $0.hasSuffix(".yaml") }.sorted()
    try #require(!names.isEmpty)
    return try names.compactMap { name in
      let bytes = try Data(contentsOf: path.appending(path: name))
      return String(data: bytes, encoding: .utf8).map { (name, $0) }
    }
  }
}
