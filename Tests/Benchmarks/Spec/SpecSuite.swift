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
