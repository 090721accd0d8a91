import CBench
import Dial
import DialBuild
import DialEngine
import DialMessage
import DialModel
import DialPolicies
import DialStreams
import Foundation

/// Reads and checks a spec and creates its endpoints, compared with the events of libyaml in C.
struct SpecSuite {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  func run() throws {
    guard table.wants("spec") else { return }
    try compare("1,000 endpoints", SpecText.endpoints(1_000))
    try compare("1,000 endpoints, all of them asked for", SpecText.endpoints(1_000)) { Self.model($0) }
    try compare("specs/github.yaml", try String(contentsOfFile: "specs/github.yaml", encoding: .utf8))
    for path in ProcessInfo.processInfo.environment["DOCUMENTS"]?.split(separator: " ") ?? [] { try document(String(path)) }
  }

  /// Loads an OpenAPI document and lists its operations, which needs no schema.
  private func document(_ path: String) throws {
    let name = "load and list \(URL(fileURLWithPath: path).lastPathComponent)"
    guard table.wants("spec", name) else { return }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard cbench_yaml_events(bytes, bytes.count) > 0 else { throw PeerError(description: "libyaml refuses '\(path)'") }
    let rounds = try Rounds {
      try Stopwatch.seconds { try Self.list(path) }
    } _: {
      Stopwatch.seconds { use(cbench_yaml_events(bytes, bytes.count)) }
    }
    var notes = table.speed(rounds, bytes.count)
    notes.ours += try Self.memory(path, bytes.count)
    table.row("spec", name, against: "libyaml's events, in C", rounds, notes)
  }

  static func list(_ path: String, times: Int = 1) throws {
    for _ in 0..<times {
      for endpoint in try Spec.load(path).service.endpoints.summaries { use(endpoint.firstLine) }
    }
  }

  /// What `dial list` needs for a document beyond what it needs for a spec of a few lines.
  private static func memory(_ path: String, _ size: Int) throws -> String {
    let dial = ProcessInfo.processInfo.environment["DIAL"] ?? ".build/release/dial"
    let peak = try SpecStarts.peak([dial, "list", path]) - SpecStarts.peak([dial, "list", "demo"])
    return String(format: ", %.1f MB: %.1f of the text", Double(peak) / 1e6, Double(peak) / Double(size))
  }

  static func load(_ what: String, times: Int, _ body: (Spec) -> Void = { _ in }) throws {
    let text = try Int(what).map(SpecText.endpoints) ?? String(contentsOfFile: what, encoding: .utf8)
    for _ in 0..<times { body(try Spec.load(yaml: text)) }
  }

  static func model(_ spec: Spec) {
    for endpoint in spec.service.endpoints { use(endpoint.method) }
  }

  private func compare(_ name: String, _ text: String, _ body: (Spec) -> Void = { _ in }) throws {
    let bytes = Array(text.utf8)
    guard cbench_yaml_events(bytes, bytes.count) > 0 else { throw PeerError(description: "libyaml refuses '\(name)'") }
    try table.compare("spec", name, bytes: bytes.count, against: "libyaml's events, in C") {
      body(try Spec.load(yaml: text))
    } _: {
      use(cbench_yaml_events(bytes, bytes.count))
    }
  }
}
