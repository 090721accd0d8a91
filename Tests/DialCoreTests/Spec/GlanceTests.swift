import DialSyntax
import Foundation
import Testing

@testable import DialCore

/// The glance at endpoints: it never lets pass what the reader has a finding for, and what it lets pass is modelled later as it would have
/// been at once.
struct GlanceTests {
  private static let head = """
    base: https://api.test
    auth: bearer ${TOKEN}
    headers: {Accept: application/json}
    types:
      Item: {id: Int, name: String, tags: '[String]?'}
      Names: "[String]"
    groups:
      inner:
        prefix: /{owner}/x
        query: {v: "${VERSION}"}
        endpoints:

    """

  /// An endpoint of the group in the head.
  private static func spec(_ entry: String) -> [UInt8] {
    Array((head + entry.split(separator: "\n", omittingEmptySubsequences: false).map { "      " + $0 }.joined(separator: "\n") + "\n").utf8)
  }

  private static func reading(_ text: [UInt8], isLate: Bool) -> SpecReading {
    SpecReader.read(YAMLReader.read(text, name: "spec.yaml"), folder: nil, isLate: isLate)
  }

  private static func isRight(_ entry: String) -> Bool {
    let endpoints = reading(spec(entry), isLate: true).service.endpoints
    return !endpoints.isEmpty && endpoints.made.isEmpty
  }

  /// Lines and keys that are wrong, doubtful or not known at a glance.
  static let others = [
    "GET", "GET a", "get /a", "GET json /a", "WS /a", "CONNECT /a", "PURGE /a", "GET /a?b=c", "GET /a#b", "GET /:a", "GET /{a", "GET /{a?}",
    "GET /{a=1}",
    "GET /{1a}", "GET /{}", "GET /a(b)", "GET ${A}/b", "GET https://api.test/a", "GET /a (b", "GET /a (b))", "GET /a (b)c", "GET /a (b,)",
    "GET /a (,b)",
    "GET /a (b b)", "GET /a (b Strin)", "GET /a (b string)", "GET /a (b String??)", "GET /a (b String[])", "GET /a (b low | high)",
    "GET /a (b, b)",
    "GET /a (b, B)", "GET /a (b.c)", "GET /a (path.b)", "GET /a (+b)", "GET /a (b*)", "GET /a (b!)", "GET /a (b as c)", "GET /a (_)",
    "GET /a (_, b)",
    "GET /a (b File)", "GET /a (b Data)", "GET /a (b:)", "GET /a (b: = 1)", "GET /a (b =)", "GET /a (b Int = x)", "GET /a (b Int = 007)",
    "GET /a (b UInt64 = -1)",
    "GET /a (b Bool = 1)", "GET /a (b Item = x)", "GET /a (b Date = x)", "GET /a (b \"x\" | \"y\" = z)", "GET /a (b = $uuid)",
    "GET /a (b = ${A})", "GET /a (b = 1,c)",
    "GET /a (b = a as c)", "GET /a (b \"x\\n\")", "POST /a (body Item)", "POST /a (_ a Item, b)", "POST /a (_ a, _ b)", "GET /a (ownr Int)",
    "GET /a (owners Int)",
    "GET /a (Owner Int)", "GET /a -> ", "GET /a ->", "GET /a -> nothing", "GET /a -> events", "GET /a -> lines Item", "GET /a -> text x",
    "GET /a -> Itm",
    "GET /a -> (id Int, id Int)", "GET /a -> (Item Int)", "GET /a -> ()", "GET /a -> [Item", "GET /a -> [Int: Int]", "GET /a -> Item @ a",
    "GET /a @", "GET /a @ a.",
    "GET /a @ a b", "GET /a @ \"b\"", "GET /a !", "GET /a ! item", "GET /a !Item", "GET /a => Item", "GET /a ->Item", "GET /a () ()",
    "GET /a x",
    "{GET: /a, POST: /b}", "{doc: x}", "{GET: /a, dox: x}", "{GET: /a, doc: [x]}", "{GET: /a, timeout: 0s}", "{GET: /a, timeout: soon}",
    "{GET: /a, timeout: {read: 1s}}",
    "{GET: /a, headers: {Host: x}}", "{GET: /a, headers: {Authorization: abc}}", "{GET: /a, headers: {A: \"{x}\"}}",
    "{GET: /a, headers: {A: String}}",
    "{GET: /a, headers: {A: x, B: y}}", "{GET: /a, headers: {a b: x}}", "{GET: /a, query: {a: b}}", "{GET: /a, style: {arrays: cvs}}",
    "{GET: /a, style: {keys: snake}}",
    "{GET: /a, paginate: link}", "{GET: /a, paginate: {next: a.b}}", "{GET: /a, params: {b: Strin}}", "{GET: /a (b), params: {c: Int}}",
    "{GET: /a, params: [b]}",
    "{GET: /a, params: {b: {type: Int, default: x}}}", "{GET: /a, params: {b: {type: \"[Int]\", default: [x]}}}",
    "{GET: /a, params: {b: {type: Item, default: []}}}",
    "{GET: /a, params: {b: {type: Int, dflt: 1}}}", "{GET: /a, params: {b: {type: String, default: \"${A}\"}}}",
    "{GET: /a, params: {b: {type: Int, in: header}}}",
    "{GET: /a -> Item, returns: Item}", "{GET: /a, returns: Itm}", "{GET: /a, returns: [Itm]}", "{GET: /a, encoding: form}",
    "{GET: /a, mock: {json: 1}}",
    "{GET: /a, auth: none}", "{GET: /a, hasBody: true}", "{GET: [a]}", "[GET, /a]", "{GET: \"\"}", "{GET: /a, headers: {}}",
    "{GET: /a, b:c: }",
  ]

  @Test(arguments: others) func readsTheRest(line: String) {
    #expect(!Self.isRight("    e: " + (line.first == "{" || line.first == "[" ? line : "'\(line)'")))
  }

  @Test(arguments: ["1e: GET /a", "-e: GET /a", "e f: GET /a", "é: GET /a"]) func readsOtherNames(entry: String) {
    #expect(!Self.isRight("    " + entry))
  }

  static let right = [
    "GET /a", "DELETE /a/{b}/{+c}.json", "GET /a ()", "GET /a ( )", "GET /a (b, c? Int, d: String, e \"x\" | \"y z\" = x)",
    "POST /a (b Data, c [Item]?, d [String: Int])",
    "PUT /a/{b} (b Int, _ c Item)", "POST /a (_ body Item)", "DELETE /a (field.b String, query.c Data)",
    "GET /a (b Int = -3, c Double = 4, d Bool = true, e = x.y-z)",
    "GET /a (b (x Int, y? String, z))", "GET /a @ b.c -> [Item] ! Item", "GET /a -> text", "HEAD /a -> headers",
    "GET /a -> (id Int, of [(a, b? Names)])",
    "GET /a (name Int)", "POST /a (body String)",
  ]

  static let rightKeys = [
    "{GET: /a, doc: 'x: y', timeout: 30s}",
    "{GET: /a, headers: {Accept: text/csv}, style: {arrays: csv, dates: unix}, paginate: {next: link}}",
    "{POST: /a, params: {b: String, c?: , d: {type: 'Int?', default: 3, doc: x}, e: {type: '[Int]', default: []}, f: {type: String, default: 'x y'}}, returns: Item}",
    "{GET: /a, x-tag: [y]}", "{GET: /a, params: {a: Int}}\n    send: GET /b", "{doc: x, params: {b: Data}, POST: /a, returns: ' text '}",
  ]

  @Test(arguments: right.map { "'\($0)'" } + rightKeys) func letsPass(line: String) {
    #expect(Self.isRight("    e: " + line))
  }

  // MARK: the same in the end

  private static func expectSame(_ text: [UInt8], _ location: Testing.SourceLocation = #_sourceLocation) -> Bool {
    let (late, whole) = (reading(text, isLate: true), reading(text, isLate: false))
    let (a, b) = (late.service, whole.service)
    var isSame = late.diagnostics == whole.diagnostics && a.traits == b.traits && a.secretVariables == b.secretVariables
    isSame = isSame && a.endpoints.names == b.endpoints.names
    #expect(isSame, "\(String(decoding: text, as: UTF8.self))", sourceLocation: location)
    guard isSame else { return false }
    for (one, other) in zip(a.endpoints, b.endpoints) {
      #expect(outline(one) == outline(other), sourceLocation: location)
      #expect(a.endpoints.place(of: one.name) == b.endpoints.place(of: one.name), sourceLocation: location)
    }
    return true
  }

  @Test func modelsLaterAsAtOnce() {
    for line in Self.right.map({ "'\($0)'" }) + Self.rightKeys { _ = Self.expectSame(Self.spec("    e: " + line)) }
  }

  @Test func modelsEachOnce() {
    let endpoints = Self.reading(Self.spec("    e: GET /a"), isLate: true).service.endpoints
    #expect(endpoints[0] === endpoints[0])
    #expect(endpoints["inner.e"] === endpoints[0])
    #expect(endpoints["e"] == nil)
  }

  @Test(arguments: fixtureNames("bad", ending: "yaml")) func findsTheSameInBadSpecs(name: String) throws {
    _ = Self.expectSame(try fixture("bad/\(name).yaml"))
  }

  @Test func findsTheSameInSpecs() throws {
    let folder = fixtures.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "specs")
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "yaml"
    {
      _ = Self.expectSame(Array(try Data(contentsOf: file)))
    }
  }

  /// Lines that a slip of the hand has changed.
  @Test func findsTheSameInSlips() {
    var random = SeededGenerator(state: 11)
    let slips =
      Array(" (){}[],:?!@=>.-|\"'_+*$#abInt").map(String.init) + [
        "->", " as ", "Item", "owner", "body", "${A}", "{a}", " = 1", "File", "Data", "events",
      ]
    var passed = 0
    for _ in 0..<1500 {
      guard var line = Self.right.randomElement(using: &random).map(Array.init) else { continue }
      for _ in 0...Int.random(in: 0..<2, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        line.replaceSubrange(place..<(place + Int.random(in: 0...1, using: &random)), with: slips.randomElement(using: &random) ?? "")
      }
      let text = Self.spec("    e: '" + String(line).replacing("'", with: "''") + "'")
      let late = Self.reading(text, isLate: true)
      guard !late.service.endpoints.isEmpty, late.service.endpoints.made.isEmpty else { continue }
      passed += 1
      guard Self.expectSame(text) else { return }
    }
    #expect(passed > 60)
  }
}
