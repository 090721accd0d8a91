import Dial
import DialJSON
import DialSyntax
import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel

/// A model that is written to a snapshot and read again is the same.
struct SnapshotTests {
  /// What the specs of the repository and the pages do not have, and what a mistake of the coder would confuse.
  static let rest = #"""
    doc: Everything.
    base: https://{bucket}.api.test/v1
    vars: {KEY: "a${OTHER}", PIN: {secret: true, default: x}}
    tls:
      pins: {api.test: [sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=, sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=]}
      mode: both
      except: ["*.other.test"]
      min: "1.3"
      client: {cert: me.pem, password: "${KEY_PASSWORD}"}
    style: {arrays: csv, first: 1, single: list, objects: nest, nesting: dots, bools: numeric, strings: json, dates: unix, data: base64url,
      keys: kebab}
    types:
      Words: '"a" | "b"'
      Tree: {name: String, parts: "[Tree]", by: "[String: Tree?]", "one as two": Int?}
    endpoints:
      lengths: GET /{a:3}/{+b}{/c*}{?d,e} -> Words
      steps: {GET: "/a (skip Int = 0, n Int = 5)", paginate: {offset: skip, step: n, total: meta.total, items: data}}
      sizes: {GET: "/b (skip Int = 0)", paginate: {offset: skip, step: 10, short: true}}
      cursors: {GET: "/c (at?)", paginate: {cursor: meta.next, as: at, until: "done"}}
      urls: {GET: /d, paginate: {next: links.next, until: empty}}
      feed: {GET: /e -> events, mock: {events: [{event: a, data: {b: 1.50}, id: "1", retry: 100}, plain]}}
      lines: {GET: "/f -> lines [Tree]", auth: "digest ${USER} ${PASSWORD}"}
      body: {POST: "/g (a, b)", body: {a: [{x: "{b} {a}"}, 1, "${KEY}"], y: null}, auth: {any: ["basic ${USER} ${PASSWORD}", "query k ${KEY}", none?]}}
      limits:
        GET: /i
        params:
          n: {type: Int, min: -1, max: 9, above: -2, below: 1e2, multiple: 0.5, values: [1, 2]}
          t: {type: "[String]", length: {min: 1, max: 9}, pattern: "^a", items: {min: 2, max: 8}, unique: true}
      heads: {GET: "/h -> (status, tag header.ETag, size header.Content-Length Int)", limit: {rate: 9/m, share: .rates}}
    """#

  /// What only documents say.
  private static let document = """
    openapi: 3.1.0
    servers: [{url: "https://api.test"}]
    components: {securitySchemes: {key: {type: apiKey, in: header, name: Authorization}}}
    paths:
      /jobs:
        post:
          x-sunset: 2027-01-01
          security: [{key: []}]
          x-ms-long-running-operation: true
          x-ms-long-running-operation-options: {final-state-via: location}
          responses: {202: {description: later}}
    """

  /// The specs of the repository, and those in its pages.
  private static func texts() throws -> [(name: String, text: String)] {
    var texts = [("rest", rest), ("document", document)]
    for file in try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: "specs").path).sorted()
    where file.hasSuffix(".yaml") {
      texts.append((file, try String(contentsOf: repository.appending(path: "specs/\(file)"), encoding: .utf8)))
    }
    let pages = repository.appending(path: "Sources/Dial/Dial.docc")
    for page in try FileManager.default.contentsOfDirectory(atPath: pages.path).sorted() where page.hasSuffix(".md") {
      for block in try String(contentsOf: pages.appending(path: page), encoding: .utf8).components(separatedBy: "```yaml\n").dropFirst() {
        texts.append((page, String(block.components(separatedBy: "```")[0])))
      }
    }
    return texts
  }

  @Test func readsWhatWasWritten() throws {
    var (set, unset): (Set<String>, Set<String>) = ([], [])
    var count = 0
    for (name, text) in try Self.texts() {
      let reading = Spec.check(Array(text.utf8), name: "s.yaml", folder: ".")
      if reading.diagnostics.contains(where: { $0.severity == .error }) {
        #expect(name != "rest", "\(reading.diagnostics)")
        continue
      }
      let tables = SnapshotTables(files: [reading.service.file], folder: ".")
      let service = try reading.service.snapshot(tables)
      let endpoints = try reading.service.endpoints.map { try $0.snapshot(tables) }
      let read = SnapshotTables(files: [reading.service.file], folder: ".", objects: tables.objects)
      var whole = try ServiceModel(snapshot: service, read)
      whole.endpoints = Endpoints(try endpoints.map { try EndpointModel(snapshot: $0, read) })
      for (before, after) in zip(reading.service.endpoints, whole.endpoints) {
        #expect(outline(before) == outline(after), "\(name)")
        Self.note(before, &set, &unset)
      }
      var stored = reading.service
      stored.endpoints = Endpoints()
      // The types of a document are stored apart (ResponseStoreTests).
      stored.types.late = nil
      Self.note(stored, &set, &unset)
      whole.endpoints = reading.service.endpoints
      whole.types.late = reading.service.types.late
      #expect(outline(reading.service) == outline(whole), "\(name)")
      count += 1
    }
    #expect(count > 60)
    // Otherwise nothing shows that these are written.
    #expect(unset.subtracting(set).sorted() == ["JSON.layout", "TypeTable.late", "Union.tag"])
  }

  /// Notes which optional parts have a value.
  private static func note(_ value: Any, _ set: inout Set<String>, _ unset: inout Set<String>) {
    if value is SourceFile { return }
    let mirror = Mirror(reflecting: value)
    for child in mirror.children {
      let inner = Mirror(reflecting: child.value)
      if inner.displayStyle == .optional, let label = child.label {
        if inner.children.isEmpty { unset.insert("\(mirror.subjectType).\(label)") } else { set.insert("\(mirror.subjectType).\(label)") }
      }
      note(child.value, &set, &unset)
    }
  }

  /// Calls of endpoints with the same object share its limit; equal limits at two places are two.
  @Test func keepsTheIdentityOfLimits() throws {
    let service = try Spec.load(
      yaml: """
        base: https://api.test
        limit: 1/s
        endpoints: {a: GET /a, b: GET /b, c: {GET: /c, limit: {rate: 1/s, share: .rates}}}
        """
    ).service
    let tables = SnapshotTables(files: [service.file])
    let endpoints = try service.endpoints.map { try $0.snapshot(tables) }
    let read = SnapshotTables(files: [service.file], objects: tables.objects)
    let limits = try endpoints.map { try #require(EndpointModel(snapshot: $0, read).policy.limit) }
    #expect(limits[0] === limits[1] && limits[1] !== limits[2])
  }

  /// All bytes are part of a value, and no other bytes end the process.
  @Test func refusesOtherBytes() throws {
    let service = try Spec.load(yaml: Self.rest + "\n  long: POST /{a}/{*b} (a Int = 1, b, c [Tree]?, d (x Int)) @ a[?b > `1`] -> [Tree]\n")
      .service
    let tables = SnapshotTables(files: [service.file])
    for bytes in try [service.snapshot(tables), service.endpoints["long"]!.snapshot(tables)] {
      for at in bytes.indices {
        for bit in 0..<8 {
          var bad = bytes
          bad[at] ^= 1 << bit
          _ = try? ServiceModel(snapshot: bad, tables)
          _ = try? EndpointModel(snapshot: bad, tables)
        }
        #expect(throws: SnapshotFault.self) { try EndpointModel(snapshot: Array(bytes[..<at]), tables) }
      }
    }
    #expect(throws: SnapshotFault.self) { try Shape(snapshot: Array(repeating: 1, count: 100_000), tables) }
  }

  /// If this fails, the parts of the model have changed: increase `DialVersion.rules`, and write the new sum here.
  @Test func hasTheLayoutOfTheseRules() {
    var service = Spec.check(Array(Self.rest.utf8), name: "s.yaml", folder: nil).service
    var parts = service.endpoints.reduce(into: Set<String>()) { Self.collectParts($1, in: &$0) }
    service.endpoints = Endpoints()
    Self.collectParts(service, in: &parts)
    let text = parts.sorted().joined(separator: "\n")
    #expect([UInt64(DialVersion.rules), Checksum.of(Array(text.utf8)[...])] == [16, 9_549_392_655_691_338_353], "\(text)")
  }

  /// Collects the names of all parts, of which those of files and of JSON are not stored one by one.
  private static func collectParts(_ value: Any, in parts: inout Set<String>) {
    if value is SourceFile || value is JSON || value is JMESPath || value is Endpoints { return }
    let mirror = Mirror(reflecting: value)
    let isNamed = mirror.displayStyle == .struct || mirror.displayStyle == .class || mirror.displayStyle == .enum
    for child in mirror.children {
      if isNamed, let label = child.label { parts.insert("\(mirror.subjectType).\(label)") }
      collectParts(child.value, in: &parts)
    }
  }
}
