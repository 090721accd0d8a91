import Foundation
import TestSupport
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// `Spec.load(_:store:)`: a compiled spec is the same as the file, and is used while the file is unchanged.
struct SpecStoreTests {
  /// Long enough to be stored.
  private static func large(_ head: String, _ line: String = "  e%: GET /things/{id}/%", count: Int = 300) -> String {
    head + (0..<count).map { line.replacing("%", with: "\($0)") + "\n" }.joined()
  }

  /// Loads `api.yaml` with a trusted time three times: as text, first with the store, and compiled.
  private func kept(_ folder: TemporaryFolder) throws -> (whole: Spec, kept: Spec, store: SpecStore) {
    let (file, store) = ("\(folder.path)/api.yaml", SpecStore("\(folder.path)/cache"))
    let whole = try Spec.load(file)
    try age(file)
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
      let (left, right) = (outline(a.service.endpoints[x]), outline(b.service.endpoints[y]))
      #expect(left == right, sourceLocation: location)
      if left != right { break }
    }
    var (left, right) = (a.service, b.service)
    (left.endpoints, right.endpoints) = (Endpoints(), Endpoints())
    #expect(outline(left) == outline(right), sourceLocation: location)
    #expect(a.findings == b.findings, sourceLocation: location)
  }

  static let whole: [(String, String)] = [
    ("an anchor used by another endpoint", large("endpoints:\n  a: &a {GET: /a, timeout: 3s}\n  b: {<<: *a, GET: /b}\n")),
    ("flow style", "endpoints: {\n" + (0..<300).map { "  e\($0): 'GET /things/{id}/\($0)',\n" }.joined() + "}\n"),
    ("an included file", large("include: other.yaml\nendpoints:\n")),
    ("an overlay", large("overlay: base.yaml\nendpoints:\n")),
    ("keys that do not begin their lines", large("endpoints:\n  ? z\n  : GET /z\n")),
    ("a small file", "endpoints:\n  e: GET /a\n"),
  ]

  @Test(arguments: whole) func staysWhole(_ title: String, _ text: String) throws {
    let other = "types: {T: Int}\n"
    let folder = try TemporaryFolder([
      "api.yaml": text, "other.yaml": other, "base.yaml": "base: https://api.test\nendpoints: {x: GET /x}\n",
    ])
    let found = try kept(folder)
    #expect(images(folder).isEmpty)
    expectSame(found.whole, found.kept)
  }

  @Test func faultsAreTold() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n  a: GIT /a\n")])
    #expect(throws: SpecError.self) { try kept(folder) }
    #expect(images(folder).isEmpty)
  }

  static let cut: [(String, String)] = [
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

  @Test(arguments: cut) func keepsTheSame(_ title: String, _ text: String) throws {
    let folder = try TemporaryFolder(["api.yaml": text])
    let found = try kept(folder)
    #expect(images(folder).count == 1)
    #expect(found.store.spec("\(folder.path)/api.yaml", trust: .folder) != nil)
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
      #expect(found.store.spec("\(folder.path)/api.yaml", trust: .folder) != nil)
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
    #expect(count > 6)
  }

  @Test func makesEachOnce() throws {
    let endpoints = try kept(try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])).kept.service.endpoints
    #expect(endpoints[7] === endpoints[7])
    #expect(endpoints["e7"] === endpoints[7])
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
    #expect(spec.service.endpoints[7].target.text == "/thongs/{id}/7")
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
    let image = try #require(images(folder).first)
    let before = try Data(contentsOf: URL(filePath: image))
    try age("\(folder.path)/api.yaml")
    #expect(store.spec("\(folder.path)/api.yaml", trust: .folder) != nil)
    let after = try Data(contentsOf: URL(filePath: image))
    #expect(before != after && before.count == after.count)
  }

  /// Every byte matters: if one is changed or missing, what it belongs to is read from the spec again.
  @Test func damage() throws {
    let doc = String(repeating: "long ", count: 200)
    let text = Self.large("base: https://api.test\nendpoints:\n", "  e%: {GET: '/things/{id}/%', doc: \(doc)}", count: 8)
    let folder = try TemporaryFolder(["api.yaml": text])
    let (whole, _, store) = try kept(folder)
    let file = "\(folder.path)/api.yaml"
    let image = try #require(images(folder).first)
    let good = try Data(contentsOf: URL(filePath: image))
    let texts = try #require(SpecImage(image)?.head.parts.last).lowerBound
    // All bytes of the head, and many of the parts.
    for at in good.indices where at < 1_000 || at % 7 == 0 {
      var bad = good
      bad[at] ^= UInt8(1 << (at & 7))
      try bad.write(to: URL(filePath: image))
      #expect((SpecImage(image) == nil) == (at < texts), "byte \(at)")
      guard at % 97 == 0 else { continue }
      expectSame(try Spec.load(file, store: store), whole)
      if at >= texts { #expect(images(folder).isEmpty, "byte \(at)") }
      try good.prefix(at).write(to: URL(filePath: image))
      #expect(SpecImage(image) == nil, "\(at) bytes")
      expectSame(try Spec.load(file, store: store), whole)
      #expect(store.spec(file, trust: .folder) != nil, "\(at) bytes")
    }
  }

  /// A loaded spec reads the file that it opened, even if another process removes or replaces it.
  @Test func replacedWhileUsed() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let found = try kept(folder)
    let file = "\(folder.path)/api.yaml"
    try Data(Self.large("endpoints:\n").replacing("/things/", with: "/t/").utf8).write(to: URL(filePath: file))
    _ = try Spec.load(file, store: found.store)
    #expect(found.kept.service.endpoints[7].target.text == "/things/{id}/7")
    for image in images(folder) { try FileManager.default.removeItem(atPath: image) }
    #expect(found.kept.service.endpoints[8].target.text == "/things/{id}/8")
  }

  @Test func oldOnesGo() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.large("endpoints:\n")])
    let store = SpecStore("\(folder.path)/cache")
    for number in 0..<SpecStore.maxSpecs + 3 {
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
