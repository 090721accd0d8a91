import Dial
import DialSyntax
import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel

/// `Spec.load(_:store:)`: a compiled spec is the same as the file, and is used while the file is unchanged.
struct SpecStoreTests {
  /// Long enough to be stored.
  private static func large(_ head: String, _ line: String = "  e%: GET /things/{id}/%", count: Int = 300) -> String {
    head + (0..<count).map { line.replacing("%", with: "\($0)") + "\n" }.joined()
  }

  /// Loads `api.yaml` with trusted times three times: as text, first with the store, and compiled.
  private func kept(_ folder: TemporaryFolder) throws -> (whole: Spec, kept: Spec, store: SpecStore) {
    let (file, store) = ("\(folder.path)/api.yaml", SpecStore("\(folder.path)/cache"))
    let whole = try Spec.load(file)
    for name in folder.names where name.hasSuffix(".yaml") { try age("\(folder.path)/\(name)") }
    _ = try Spec.load(file, store: store)
    return (whole, try Spec.load(file, store: store), store)
  }

  private func age(_ file: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file)
  }

  private func images(_ folder: TemporaryFolder) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/cache")) ?? []).map { "\(folder.path)/cache/\($0)" }
  }

  private func expectSame(_ a: Spec, _ b: Spec, _ location: Testing.SourceLocation = #_sourceLocation) {
    #expect(a.endpoints == b.endpoints, sourceLocation: location)
    for name in a.endpoints {
      let (x, y) = (a.service.endpoints.place(of: name), b.service.endpoints.place(of: name))
      #expect(x == y, sourceLocation: location)
      guard let x, let y else { continue }
      let (left, right) = ((try? a.service.endpoints[x]).map(outline), (try? b.service.endpoints[y]).map(outline))
      #expect(left == right, sourceLocation: location)
      if left != right { break }
    }
    var (left, right) = (a.service, b.service)
    (left.endpoints, right.endpoints) = (Endpoints(), Endpoints())
    #expect(outline(left) == outline(right), sourceLocation: location)
    #expect(a.findings == b.findings, sourceLocation: location)
  }

  @Test func smallSpecsAreNotKept() throws {
    let folder = try TemporaryFolder(["api.yaml": "include: other.yaml\nendpoints:\n  e: GET /a\n", "other.yaml": "types: {T: Int}\n"])
    let found = try kept(folder)
    #expect(images(folder).isEmpty)
    expectSame(found.whole, found.kept)
  }

  @Test func faultsAreTold() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n  a: GIT /a\n")])
    #expect(throws: SpecError.self) { try kept(folder) }
    #expect(images(folder).isEmpty)
  }

  static let styles: [(String, String)] = [
    ("an anchor used by another endpoint", large("endpoints:\n  a: &a {GET: /a, timeout: 3s}\n  b: {<<: *a, GET: /b}\n")),
    ("flow style", "endpoints: {\n" + (0..<300).map { "  e\($0): 'GET /things/{id}/\($0)',\n" }.joined() + "}\n"),
    ("an included file", large("include: other.yaml\nendpoints:\n", "  e%: GET /things/{id}/% -> T")),
    ("an overlay", large("overlay: base.yaml\nendpoints:\n  x: {headers: {X-A: b}, timeout: 3s}\n")),
    ("a small overlay of a large file", "overlay: large.yaml\nauth: bearer ${TOKEN}\nendpoints:\n  e7: {timeout: 3s}\n  e8: null\n"),
    ("keys that do not begin their lines", large("endpoints:\n  ? z\n  : GET /z\n")),
    ("lines", large("base: https://api.test\nendpoints:\n")),
    ("a text behind the endpoints", large("endpoints:\n") + "types:\n  T: {a: Int}\nbase: https://api.test\n# end"),
    (
      "groups",
      large(
        "base: https://api.test\nheaders: {A: x}\ngroups:\n  one:\n    prefix: /one\n    groups:\n      two:\n        endpoints:\n",
        "          e%: GET /things/a%")
        + "    headers: {A: y}\n    endpoints:\n      last:\n        doc: |\n          long\n\n          text\n\n        GET: /z\n"
        + "endpoints:\n  own: GET /own\n"
    ),
    ("comments and blank lines", large("# top\n\nendpoints:\n  # first\n\n", "  # before %\n  e%: GET /a%  # behind\n\n")),
    ("what is no endpoint", large("endpoints:\n  x-note: {any: thing}\n") + "  x-last: 1\n"),
    ("letters of other scripts", large("service: größe\nendpoints:\n", "  é%: GET /straße/{größe} (größe Int = %)")),
    ("odd line ends", large("doc: \"a\u{85}b\"\nendpoints:\n", "  e%: {GET: /a%, doc: \"c\u{2028}d\"}")),
    ("no line end at the end", String(large("endpoints:\n").dropLast())),
    (
      "tokens, caches, middlewares, variables",
      large(
        "base: https://api.test\nvars: {K: a}\nauth: {bearer: t, login: {call: enter, args: {u: '${K}'}}}\nendpoints:\n"
          + "  enter: {POST: /in, auth: none}\n  kept: {GET: /k, cache: standard, use: [sign]}\n  own: {GET: /o, auth: 'header X-Key ${S}'}\n"
      )
    ),
    ("warnings", large("base: https://api.test\nendpoints:\n  a: {GET: /a, poll: {until: 'state == \"done\"'}}\n")),
    ("anchors that all share", large("x-t: &t 3s\nbase: https://api.test\ntimeout: *t\nendpoints:\n")),
    (
      "anchors above the endpoints",
      large("x-slow: &slow {timeout: 5m, accept: [2xx, 404]}\nx-t: &t 3s\nendpoints:\n", "  e%: {GET: '/things/{id}', <<: *slow, doc: *t}")
    ),
    ("one endpoint", "base: https://api.test\nendpoints:\n  e:\n    GET: /a\n    doc: " + String(repeating: "long ", count: 2000) + "\n"),
  ]

  @Test(arguments: styles) func keepsTheSame(_ title: String, _ text: String) throws {
    let folder = try TemporaryFolder([
      "api.yaml": text, "other.yaml": "types: {T: Int}\nheaders: {X-Other: a}\n",
      "base.yaml": "base: https://api.test\nendpoints: {x: GET /x}\n", "large.yaml": Self.large("base: https://api.test\nendpoints:\n"),
    ])
    let found = try kept(folder)
    #expect(images(folder).count == 1)
    #expect(found.store.spec("\(folder.path)/api.yaml", trust: .folder, .standard) != nil)
    expectSame(found.whole, found.kept)
  }

  @Test(arguments: ["\r\n", "\r"]) func otherLineEnds(_ end: String) throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("# é\nbase: https://api.test\nendpoints:\n").replacing("\n", with: end)])
    let found = try kept(folder)
    #expect(images(folder).count == 1)
    expectSame(found.whole, found.kept)
  }

  @Test func otherEncodings() throws {
    let text = Self.large("service: é\nendpoints:\n")
    let folder = try TemporaryFolder(["api.yaml": text])
    let utf16 = Data([0xFF, 0xFE]) + text.utf16.reduce(into: Data()) { $0 += [UInt8($1 & 255), UInt8($1 >> 8)] }
    for data in [Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8), utf16] {
      try data.write(to: URL(filePath: "\(folder.path)/api.yaml"))
      let found = try kept(folder)
      #expect(found.store.spec("\(folder.path)/api.yaml", trust: .folder, .standard) != nil)
      expectSame(found.whole, found.kept)
    }
  }

  /// Valid specs of the fixtures, repeated until they are long enough.
  @Test func specsOfTheRepository() throws {
    let specs = repository.appending(path: "specs")
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: specs.path) where file.hasSuffix(".yaml") {
      let folder = try TemporaryFolder([
        "api.yaml": try String(contentsOf: specs.appending(path: file), encoding: .utf8) + "# " + String(repeating: "-", count: 9000)
      ])
      guard let found = try? kept(folder) else { continue }
      if !images(folder).isEmpty { count += 1 }
      expectSame(found.whole, found.kept)
    }
    #expect(count > 20)
  }

  @Test func makesEachOnce() throws {
    let endpoints = try kept(try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])).kept.service.endpoints
    #expect(try endpoints[7] === endpoints[7])
    #expect(try endpoints["e7"] === endpoints[7])
  }

  @Test func unknownNames() throws {
    let found = try kept(try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")]))
    #expect(found.kept.service.endpoints.place(of: "e300") == nil)
    #expect(found.kept.service.endpoints.place(of: "") == nil)
  }

  @Test func changesAreSeen() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let store = try kept(folder).store
    let file = "\(folder.path)/api.yaml"
    let changed = Self.large("endpoints:\n").replacing("/things/", with: "/thongs/")
    try Data(changed.utf8).write(to: URL(filePath: file))
    let spec = try Spec.load(file, store: store)
    #expect(try spec.service.endpoints[7].target.text == "/thongs/{id}/7")
    // Stored, but the text is compared until its time can be trusted.
    #expect(try Spec.load(file, store: store).service.endpoints[7].target.text == "/thongs/{id}/7")
    try Data(changed.replacing("/thongs/", with: "/thungs/").utf8).write(to: URL(filePath: file))
    #expect(try Spec.load(file, store: store).service.endpoints[7].target.text == "/thungs/{id}/7")
    try Data("endpoints:\n  a: GIT /a\n".utf8).write(to: URL(filePath: file))
    #expect(throws: SpecError.self) { try Spec.load(file, store: store) }
  }

  @Test func anotherTimeAlone() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let store = try kept(folder).store
    try age("\(folder.path)/api.yaml")
    #expect(store.spec("\(folder.path)/api.yaml", trust: .folder, .standard) != nil)
  }

  /// A spec of three files, in the order in which they are read.
  private static let files: KeyValuePairs = [
    "api.yaml": "overlay: base.yaml\nendpoints:\n  e7: {timeout: 3s}\n", "base.yaml": large("include: types.yaml\nendpoints:\n"),
    "types.yaml": "types: {T: Int}\nbase: https://api.test\n".replacing("base: https://api.test\n", with: "headers: {X-A: b}\n"),
  ]

  @Test(arguments: ["api.yaml", "base.yaml", "types.yaml"], ["changed", "removed", "unreadable", "replaced by a folder"])
  func everyFileIsCompared(_ name: String, _ change: String) throws {
    let folder = try TemporaryFolder(Self.files)
    let store = try kept(folder).store
    let (file, path) = ("\(folder.path)/api.yaml", "\(folder.path)/\(name)")
    switch change {
    case "changed": try folder.write(name, folder.read(name) + "vars: {NEW: a}\n")
    case "removed": try FileManager.default.removeItem(atPath: path)
    case "unreadable": try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    default:
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    // Whoever may read everything reads the same bytes.
    if change == "unreadable", FileManager.default.isReadableFile(atPath: path) { return }
    #expect(store.spec(file, trust: .folder, .standard) == nil)
    let (whole, found) = (Result { try Spec.load(file) }, Result { try Spec.load(file, store: store) })
    switch (whole, found) {
    case (.success(let whole), .success(let found)):
      #expect(change == "changed" && found.service.vars["NEW"]?.literal == "a")
      expectSame(whole, found)
    default: #expect("\(whole)" == "\(found)" && change != "changed")
    }
  }

  /// The text of a line is read when it is printed, while the file is unchanged.
  @Test func printsLines() throws {
    let folder = try TemporaryFolder(Self.files)
    let spec = try kept(folder).kept
    let range = try #require(spec.service.endpoints["e9"]).range
    let text = DiagnosticPrinter(color: false).text(.error("x", "y", at: range))
    #expect(text == "\(folder.path)/base.yaml:12:3: error: y [x]\n  e9: GET /things/{id}/9\n  ^~")
    try folder.write("api.yaml", "endpoints: {}\n")
    let changed = try #require(spec.service.endpoints["e7"]).policy
    #expect(changed.totalTimeout == .seconds(3))
    let start = Position(line: 3, column: 3)
    let place = SourceRange(file: spec.service.file, start: start, end: start)
    #expect(DiagnosticPrinter(color: false).text(.error("x", "y", at: place)) == "\(folder.path)/api.yaml:3:3: error: y [x]")
  }

  /// The same spec by another path has the names of that path.
  @Test func namesFilesAsTheCallerDoes() throws {
    let folder = try TemporaryFolder(Self.files)
    let store = try kept(folder).store
    let other = "\(folder.path)/../\(folder.path.split(separator: "/").last ?? "")/api.yaml"
    let spec = try #require(store.spec(other, trust: .folder, .standard))
    #expect(spec.service.file.name == other)
    #expect(try spec.service.endpoints[9].range.file.name == other.replacing("api.yaml", with: "base.yaml"))
  }

  /// A damaged or shortened file is never used, whatever the damage: the spec is read again.
  @Test func damage() async throws {
    let text = Self.large("base: https://api.test\nendpoints:\n", count: 5) + "# " + String(repeating: "-", count: 9000)
    let folder = try TemporaryFolder(["api.yaml": text])
    let (whole, _, store) = try kept(folder)
    let file = "\(folder.path)/api.yaml"
    let image = try #require(images(folder).first)
    let good = try Data(contentsOf: URL(filePath: image))
    for at in good.indices where at < 200 || at % 97 == 0 {
      await Task.yield()
      var bad = good
      bad[at] ^= UInt8(1 << (at & 7))
      for damaged in [bad, good.prefix(at), bad + [0]] {
        try damaged.write(to: URL(filePath: image))
        expectSame(try Spec.load(file, store: store), whole)
        // It was stored again, or removed for the next time.
        #expect(images(folder).isEmpty || store.spec(file, trust: .folder, .standard) != nil, "byte \(at)")
      }
    }
  }

  /// A file of other rules is not used.
  @Test func otherRules() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let store = try kept(folder).store
    let image = try #require(images(folder).first)
    var bytes = try Data(contentsOf: URL(filePath: image))
    let other = Checksum.of(Array("spec snapshot, rules \(DialVersion.number) \(DialVersion.rules + 1)".utf8)[...])
    let (old, new) = (Checksum.of(Array(bytes[..<32])[...]), [other].bytes + bytes[8..<32])
    let sum = Array(bytes).words(32..<40)[0] &- old &+ Checksum.of(new[...])
    bytes.replaceSubrange(0..<40, with: new + [sum].bytes)
    try bytes.write(to: URL(filePath: image))
    #expect(SpecSnapshot(image) == nil)
    _ = try Spec.load("\(folder.path)/api.yaml", store: store)
    #expect(SpecSnapshot(image) != nil)
  }

  /// An endpoint that is damaged after the spec was loaded is read from the spec, unless that has changed.
  @Test(arguments: [false, true]) func damageWhileUsed(isChanged: Bool) throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let (whole, spec, _) = try kept(folder)
    let image = try #require(images(folder).first)
    // The same file, which the spec has open.
    let handle = try FileHandle(forWritingTo: URL(filePath: image))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: size - 20)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 20))
    try handle.close()
    if isChanged { try folder.write("api.yaml", Self.large("endpoints:\n").replacing("/things/", with: "/t/")) }
    #expect(try outline(spec.service.endpoints[7]) == outline(whole.service.endpoints[7]))
    guard isChanged else {
      #expect(try outline(spec.service.endpoints[299]) == outline(whole.service.endpoints[299]))
      #expect(images(folder).isEmpty)
      return
    }
    let error = #expect(throws: Diagnostic.self) { try spec.service.endpoints[299] }
    #expect(
      error?.message == "'\(folder.path)/api.yaml' was changed after it was loaded, and the stored form of 'e299' is damaged; load it again"
    )
    #expect(Array(spec.service.endpoints).count == 299)
  }

  /// Processes that read and write the same store see one of the texts, never a mixture.
  @Test func severalAtOnce() async throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let file = "\(folder.path)/api.yaml"
    let texts = ["/things/", "/t/"].map { Self.large("endpoints:\n").replacing("/things/", with: $0) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for round in 0..<20 {
            if task == 0 { _ = try? folder.write("new", texts[round % 2]); rename("\(folder.path)/new", file) }
            guard let spec = try? Spec.load(file, store: SpecStore("\(folder.path)/cache")) else {
              Issue.record("not read")
              continue
            }
            let found = Set(spec.service.endpoints.map { String($0.target.text.prefix(3)) })
            #expect(spec.endpoints.count == 300 && (found == ["/th"] || found == ["/t/"]), "\(found)")
          }
        }
      }
    }
  }

  /// A loaded spec reads the file that it opened, even if another process removes or replaces it.
  @Test func replacedWhileUsed() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let found = try kept(folder)
    let file = "\(folder.path)/api.yaml"
    try Data(Self.large("endpoints:\n").replacing("/things/", with: "/t/").utf8).write(to: URL(filePath: file))
    _ = try Spec.load(file, store: found.store)
    #expect(try found.kept.service.endpoints[7].target.text == "/things/{id}/7")
    for image in images(folder) { try FileManager.default.removeItem(atPath: image) }
    #expect(try found.kept.service.endpoints[8].target.text == "/things/{id}/8")
  }

  @Test func oldOnesGo() async throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let store = SpecStore("\(folder.path)/cache")
    for number in 0..<SpecStore.maxSpecs + 3 {
      await Task.yield()
      let file = "\(folder.path)/\(number).yaml"
      try FileManager.default.copyItem(atPath: "\(folder.path)/api.yaml", toPath: file)
      _ = try Spec.load(file, store: store)
    }
    #expect(images(folder).count == SpecStore.maxSpecs)
  }

  @Test func untrustedSpecsAreNotKept() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    _ = try Spec.load("\(folder.path)/api.yaml", trust: .untrusted, store: SpecStore("\(folder.path)/cache"))
    #expect(images(folder).isEmpty)
  }

  @Test func othersReadNothing() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    _ = try kept(folder)
    let image = try #require(images(folder).first)
    #expect(try FileManager.default.attributesOfItem(atPath: image)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.attributesOfItem(atPath: "\(folder.path)/cache")[.posixPermissions] as? Int == 0o700)
  }
}
