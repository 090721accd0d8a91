import DialJSON
import Foundation
import Testing

@testable import DialCore

/// The two ways to bind a call: what is bound flat is what the full way makes of it, and what has a fault is never bound flat.
struct FlatBinderTests {
  private static let variables: Variables = ["T": "k9", "V": "v 1"]

  private static func plan(_ yaml: String) throws -> EndpointPlan {
    try Client(try Spec.load(yaml: yaml), variables: variables, transport: Canned()).engine.plan("e")
  }

  private static func isFlat(_ call: Call) throws -> Bool {
    let members = try #require(try JSON(parsing: call.args).asObject)
    return FlatBinder.bind(try plan(call.spec), Arguments(members: members.map { ($0.name, $0.value) }), .init()) != nil
  }

  /// Calls that have a fault, or need a look that the flat way does not take.
  static let others: [Call] = [
    Call("GET /a (b)", "{}", ""), Call("GET /a (b)", #"{"b": null}"#, ""), Call("GET /a (b)", #"{"b": 1, "c": 1}"#, ""),
    Call("GET /a (b)", #"{"b": [1]}"#, ""), Call("GET /a (b Int)", #"{"b": "x"}"#, ""), Call("GET /a (b String)", #"{"b": 1}"#, ""),
    Call("GET /a (b \"x\" | \"y\")", #"{"b": "z"}"#, ""), Call("GET /a (b Date)", #"{"b": "2026-01-01T00:00:00Z"}"#, ""),
    Call("GET /a (query.b Data)", #"{"b": "YQ=="}"#, ""), Call("GET /a (b = $uuid)", "{}", ""), Call("GET /a (b!)", #"{"b": true}"#, ""),
    Call("GET /a (b*)", #"{"b": {"c": 1}}"#, ""), Call("GET /a (+b)", #"{"b": "c"}"#, ""), Call("GET /a", #"{"b": 1}"#, ""),
    Call("GET /a (header.b as X-B)", #"{"b": "a\nb"}"#, ""), Call("GET /a (header.b as Cookie)", #"{"b": "c=d"}"#, ""),
    Call("GET /a (header.b as Authorization)", #"{"b": "c"}"#, ""), Call("GET /a (cookie.b)", #"{"b": "c"}"#, ""),
    Call("GET /{b}", #"{"b": ""}"#, ""), Call("GET /{b}", #"{"b": "."}"#, ""), Call("GET /{b}", #"{"b": ".."}"#, ""),
    Call("GET /{b}", #"{"b": "../c"}"#, ""), Call("GET /.{b}", #"{"b": "/c"}"#, ""), Call("GET /{b}-{c}.d", #"{"b": 1, "c": "."}"#, ""),
    Call("GET /{b?}/c", "{}", ""), Call("GET /{b=..}", "{}", ""),
    Call("GET /{b:2}", #"{"b": "cde"}"#, ""), Call("GET /{+b}", #"{"b": "c"}"#, ""),
    Call("GET /%2e{b}", #"{"b": "c"}"#, ""), Call("GET /{b}/{b}", #"{"b": "c"}"#, ""), Call("GET /${V}/{b}", #"{"b": "c"}"#, ""),
    Call("GET https://{b}.test/", #"{"b": "c"}"#, ""), Call("GET https://other.test/ (b)", #"{"b": "c"}"#, ""),
    Call("GET /a?k={b}", #"{"b": "c"}"#, ""), Call("POST /a (_ b)", #"{"b": 1}"#, ""), Call("POST form /a (b)", #"{"b": 1}"#, ""),
    Call("POST multipart /a (b)", #"{"b": 1}"#, ""), Call("POST /a (b, c*)", #"{"b": 1, "c": {"d": 1}}"#, ""),
    Call("{POST: /a, body: {c: \"{b}\"}}", #"{"b": 1}"#, ""), Call("POST /a", #"{"b": 1}"#, ""),
  ]

  @Test(arguments: others) func leavesTheRest(call: Call) throws {
    #expect(try !Self.isFlat(call))
  }

  static let usual: [Call] = [
    Call("GET /a", "{}", "GET /a"), Call("GET /a ()", "{}", "GET /a"), Call("GET /", "{}", "GET /"),
    Call("GET /{b}/c", #"{"b": "d e"}"#, "GET /d%20e/c"), Call("GET /{b}.json", #"{"b": "c.d"}"#, "GET /c.d.json"),
    Call("GET /{b=3}", "{}", "GET /3"), Call("GET /{b=3}", #"{"b": 4}"#, "GET /4"),
    Call("GET /a?k=v (b?, c Int, d Bool)", #"{"d": true, "c": 7}"#, "GET /a?k=v&c=7&d=true"),
    Call("GET /a (b Bool)", #"{"b": false}"#, "GET /a?b=0", more: "style: {bools: numeric}"),
    Call("GET /a (b = 1, c Int = 2)", #"{"c": 3}"#, "GET /a?b=1&c=3"), Call("GET /a{?b,c}", #"{"c": ""}"#, "GET /a?c="),
    Call("GET /a (query.b)", #"{"query.b": "é"}"#, "GET /a?b=%C3%A9"), Call("GET /a (b \"x\" | \"y\")", #"{"b": "y"}"#, "GET /a?b=y"),
    Call("GET /a (header.b? as X-B, header.c as X-C)", #"{"c": 1}"#, "GET /a\nX-V: v 1\nX-C: 1", more: "headers: {X-V: \"${V}\"}"),
    Call("GET /a (header.b as x-v)", #"{"b": "c"}"#, "GET /a\nx-v: c", more: "headers: {X-V: 1}"),
    Call("GET /a (b)", #"{"b": 1}"#, "GET /a?b=1\nAuthorization: Bearer k9", more: "auth: bearer ${T}"),
    Call("GET /a (b)", #"{"b": 1}"#, "GET /a?b=1&key=k9", more: "auth: query key ${T}"),
    Call(
      "POST /a/{b} (c, d? [Int], e as \"f g\" = true)", #"{"b": 1, "c": "x\n", "d": [1, 2]}"#,
      "POST /a/1\n\n{\"c\":\"x\\n\",\"d\":[1,2],\"f g\":true}"), Call("POST /a (b?)", "{}", "POST /a\n\n{}"),
  ]

  @Test(arguments: usual) func bindsUsualCalls(call: Call) throws {
    #expect(try Self.isFlat(call))
    #expect(try bound(call.spec, call.args, variables: Self.variables) == call.gives)
  }

  // MARK: the same in the end

  /// Whether a call is bound flat; what the full way makes of it is then the same.
  private static func isSame(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions, _ note: String) -> Bool {
    guard let flat = FlatBinder.bind(plan, arguments, options) else { return false }
    do throws(CallError) {
      let full = try Binder.bindFully(plan, arguments, options)
      #expect(outline(flat.request) == outline(full.request), "\(note)")
      #expect(outline(flat.given(plan)) == outline(full.given(plan)), "\(note)")
      #expect(flat.isForeign == full.isForeign && flat.form == nil && full.form == nil, "\(note)")
    } catch {
      Issue.record("bound flat in spite of: \(error.message)\n\(note)")
    }
    return true
  }

  /// Whether a call is bound flat, be its arguments JSON or, where there is such a literal, as a literal gives them.
  private static func isSameEitherWay(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions, _ note: String) -> Bool {
    let isFlat = isSame(plan, arguments, options, note)
    if let literal = literal(of: arguments) { #expect(isSame(plan, literal, options, "literal: \(note)") == isFlat, "\(note)") }
    return isFlat
  }

  /// nil where not all of them are texts, whole numbers and Booleans.
  private static func literal(of arguments: Arguments) -> Arguments? {
    guard arguments.isPlain else { return nil }
    var elements: [(String, Arguments.Value)] = [("absent", nil)]
    for item in arguments.items {
      guard case .json(let json) = item.value else { return nil }
      let name = item.name == "_" ? "" : item.name
      if let text = json.asString {
        elements.append((name, text))
      } else if let flag = json.asBool {
        elements.append((name, flag))
      } else if let number = json.asInt, json.asNumberText == String(number) {
        elements.append((name, number))
      } else {
        return nil
      }
    }
    return Arguments(elements: elements)
  }

  /// Endpoints and calls of all kinds, right ones and wrong ones.
  @Test func bindsAlike() throws {
    var random = RandomCalls(seed: 23)
    var (flat, others) = (0, 0)
    for _ in 0..<3000 {
      let yaml = random.spec()
      guard let plan = try? Self.plan(yaml) else { continue }
      for _ in 0..<4 {
        let (arguments, options) = (random.arguments(plan.model), random.options())
        let note = "\(yaml)\n\(arguments.items)\n\(options)"
        if Self.isSameEitherWay(plan, arguments, options, note) { flat += 1 } else { others += 1 }
      }
    }
    #expect(flat > 1500 && others > 2000, "\(flat) flat, \(others) others")
  }

  /// The endpoints of the specs that come with Dial.
  @Test func bindsSpecsAlike() throws {
    let folder = fixtures.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "specs")
    var random = RandomCalls(seed: 5)
    var (flat, others) = (0, 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() where file.hasSuffix(".yaml") {
      let spec = try Spec.load(yaml: try String(contentsOf: folder.appending(path: file), encoding: .utf8))
      let engine = Client(spec, base: "https://api.test", transport: Canned()).engine
      for name in spec.endpoints {
        let plan = try engine.plan(name)
        for _ in 0..<4 {
          let arguments = random.arguments(plan.model)
          if Self.isSameEitherWay(plan, arguments, .init(), "\(file) \(name) \(arguments.items)") { flat += 1 } else { others += 1 }
        }
      }
    }
    #expect(flat > 200 && others > 200, "\(flat) flat, \(others) others")
  }
}
