import CBench
import Dial
import Foundation

/// Reading, checking and compiling a spec, next to the bare loop over libyaml's events in C.
struct SpecSuite {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  func run() throws {
    guard table.wants("spec") else { return }
    try compare("1,000 endpoints", SpecText.endpoints(1_000))
    try compare("specs/github.yaml", try String(contentsOfFile: "specs/github.yaml", encoding: .utf8))
  }

  private func compare(_ name: String, _ text: String) throws {
    let bytes = Array(text.utf8)
    guard cbench_yaml_events(bytes, bytes.count) > 0 else { throw PeerError(description: "libyaml refuses '\(name)'") }
    try table.compare("spec", name, bytes: bytes.count, against: "libyaml's events, in C") {
      use(try Spec.load(yaml: text))
    } _: {
      use(cbench_yaml_events(bytes, bytes.count))
    }
  }
}
