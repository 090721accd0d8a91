import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// The branch of the schema for files with `overlay`.
struct SchemaOverlayTests {
  private static func verdicts(_ texts: [String]) async throws -> [String] {
    let documents = texts.compactMap(SchemaValidator.json)
    try #require(documents.count == texts.count)
    return try await SchemaValidator.verdicts(documents)
  }

  /// Invalid overlays, and keys that only an overlay can have.
  static let refused = [
    "overlay: v.yaml\ntimout: 3s\n", "overlay: v.yaml\ntimeout: soon\n", "overlay: v.yaml\nendpoints: {get: {heders: {X-A: b}}}\n",
    "overlay: v.yaml\nendpoints: {get: [a]}\n", "overlay: v.yaml\nendpoints: {get: GTE /a}\n",
    "overlay: v.yaml\ncache: standart\n", "overlay: v.yaml\naccept: [null]\n", "overlay: ../v.yaml\n", "overlay: [v.yaml]\n", "overlay\n",
    "endpoints: {get: null}\n", "endpoints: {get: {timeout: 3s}}\n", "endpoints: {get: GET /a}\ntimeout: null\n",
    "endpoints: {get: GET /a}\nheaders: {X-A: [null]}\n", "base: https://a.test\n", "null\n",
  ]

  @Test func refuses() async throws {
    let passed = zip(Self.refused, try await Self.verdicts(Self.refused)).filter { $1 == "ok" }.map(\.0)
    #expect(passed == [])
  }

  /// Null removes every key.
  @Test func nullRemovesEveryKey() async throws {
    let kept = ["spec.overlay", "spec.include", "spec.base", "spec.service"]
    let slots = SchemaSlot.keys.filter { !kept.contains($0.testDescription) }
    let verdicts = try await Self.verdicts(slots.map { "overlay: v.yaml\n" + $0.spec("null") })
    #expect(zip(slots, verdicts).filter { $1 != "ok" }.map { "\($0.testDescription): \($1)" } == [])
  }

  @Test func takesTheOverlaysOfTheReader() async throws {
    let parts =
      ["headers: null", "timeout: {read: null}", "endpoints: {get: null}", "endpoints: {get: {timeout: 3s, retry: null}}"]
      // The names of a document.
      + ["endpoints: {repos/list: {timeout: 3s}, 2fa: null, GET /users: null}"]
    let texts = (parts + OverlayTests.overlays + [""]).map { "overlay: lib/vendor.yaml\n\($0)\n" }
    #expect(zip(texts, try await Self.verdicts(texts)).filter { $1 != "ok" }.map { "\($1)\n\($0)" } == [])
  }

  /// An overlay accepts everything that a whole spec accepts.
  @Test func isNoStricterThanTheSchemaOfWholeSpecs() async throws {
    let slots = (SchemaSlot.keys + SchemaSlot.others).filter { !["spec.overlay", "spec"].contains($0.testDescription) }
    let accepted = await slots.flatMap { slot in SchemaSlot.values.map(slot.spec) }.filterGivingWay(isAccepted).map {
      "overlay: v.yaml\n\($0)"
    }
    let alarms = zip(accepted, try await Self.verdicts(accepted)).filter { $1 != "ok" }.map { "\($1)\n\($0)" }
    #expect(alarms == [])
  }
}
