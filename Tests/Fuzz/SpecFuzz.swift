import Dial
import DialBuild
import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialPolicies
import DialStreams
import DialSyntax

/// Reads and checks a spec; if it is valid, each endpoint is planned and called with arguments that fit.
enum SpecFuzz {
  static func take(_ bytes: [UInt8]) {
    yaml(bytes)
    let findings = Spec.check(yaml: bytes, name: "spec.yaml")
    Claims.findings(findings)
    claim(findings == findings.inOrder(), "findings out of order")
    do {
      let spec = try Spec(bytes, name: "spec.yaml", folder: nil, trust: .untrusted)
      claim(!findings.contains { $0.severity == .error }, "accepted with an error")
      Calls.each(of: spec)
      for endpoint in spec.service.endpoints.prefix(50) { snapshot(endpoint, spec.service.file) }
    } catch {
      claim(error.diagnostics.contains { $0.severity == .error }, "refused without an error")
      claim(!error.description.isEmpty, "an error without words")
    }
  }

  /// What is written is read again, and other bytes do not end the process.
  private static func snapshot(_ endpoint: EndpointModel, _ file: SourceFile) {
    let tables = SnapshotTables(files: [file])
    guard var bytes = try? endpoint.snapshot(tables) else { return claim(false, "'\(endpoint.name)' cannot be stored") }
    let read = SnapshotTables(files: [file], objects: tables.objects)
    claim((try? EndpointModel(snapshot: bytes, read))?.name == endpoint.name, "'\(endpoint.name)' cannot be read again")
    let place = (file.bytes.count &* 2_654_435_761) % bytes.count
    bytes[place] ^= 1 << (place & 7)
    _ = try? EndpointModel(snapshot: bytes, read)
  }

  static func yaml(_ bytes: [UInt8]) {
    let document = YAMLReader.read(bytes, name: "spec.yaml")
    Claims.findings(document.diagnostics)
    guard let root = document.root else { return }
    var pending = [root]
    var left = 20_000
    while left > 0, let node = pending.popLast() {
      left -= 1
      Claims.range(node.range)
      if let text = node.text { Claims.range(node.range(of: 0..<text.utf8.count)) }
      pending += node.sequence ?? []
      pending += node.mapping?.flatMap { [$0.key, $0.value] } ?? []
    }
    if let json = try? YAMLText.json(document) { Claims.json(json) }
  }
}

/// A line of an endpoint, with and without quotes.
enum SignatureFuzz {
  static func take(_ bytes: [UInt8]) {
    guard let line = text(bytes) else { return }
    for written in [JSONWriter.quote(line), line] {
      let yaml =
        "base: https://api.test/v1\ntypes: {User: (id Int), Patch: {note: String?}, APIError: {code: Int}}\nendpoints:\n  e: \(written)\n"
      let findings = Spec.check(yaml: Array(yaml.utf8), name: "spec.yaml")
      Claims.findings(findings)
      if let spec = try? Spec.load(yaml: yaml) { Calls.each(of: spec) }
    }
  }
}
