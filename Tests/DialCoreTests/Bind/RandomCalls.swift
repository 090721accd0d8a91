import DialJSON

@testable import DialCore

/// Specs of one endpoint and calls of it, the same in every run: most are right, many are not.
struct RandomCalls {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(state: seed) }

  private mutating func one<T>(of items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &random)] }

  private mutating func some<T>(of items: [T], at most: Int) -> [T] {
    Array(items.shuffled(using: &random).prefix(Int.random(in: 0...most, using: &random)))
  }

  /// Whether something comes true that does so once in `times`.
  private mutating func happens(oneIn times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  // MARK: specs

  private static let segments = [
    "a", "v1.0", "{id}", "{id}", "{name}", "{id}.json", "x-{id}", "{id}-{name}", ".{id}", "{id}{name}", "{id?}", "{id=3}", "{+id}",
    "{id:3}",
    "{id,name}", "${V}", "a%20b", "%2e{id}", "é", "",
  ]
  private static let queries = [
    "?k=1", "?k=1&l=a%20b", "?k={sort}", "{?page}", "{?page,sort}", "?k=1{&page*}", "{?page:2}", "?k=${T}", "?",
  ]
  private static let names = ["id", "name", "page", "sort", "q", "flag", "token", "x-y", "größe"]
  private static let types = [
    "", "", "", " String", " String", " Int", " Int", " Double", " Bool", " Int?", " String?", " [String]", " JSON", " Date", " Data",
    " UUID",
    " UInt64", " \"a\" | \"b\"", " [String: Int]", " (a Int, b? String)",
  ]
  private static let defaults = [
    ("", " = 1"), ("", " = a"), ("", " = true"), ("", " = \"\""), ("", " = null"), ("", " = é/"), ("", " = [1]"), (" Int", " = 3"),
    (" Bool", " = false"), (" String", " = $uuid"), (" \"a\" | \"b\"", " = b"), (" Date", " = 2024-01-31T10:00:00Z"),
  ]
  private static let keys = [
    "auth: bearer ${T}", "auth: query key ${T}", "auth: header X-Key ${T}", "auth: basic u ${T}", "headers: {Accept: a/b, X-V: \"${V}\"}",
    "headers: {Content-Type: a/b}", "headers: {X-Name: \"{name}\"}", "headers: {X-Page: \"p{page}\"}", "query: {v: 1, w: \"${T}\"}",
    "query: {s: \"{sort}\"}", "style: {bools: numeric}", "style: {arrays: csv, objects: nest}", "style: {dates: unix}",
    "style: {keys: camel}",
  ]

  /// A spec whose endpoint is `e`; not every one can be read.
  mutating func spec() -> String {
    var target = happens(oneIn: 20) ? "https://{name}.test" : happens(oneIn: 20) ? "https://other.test" : ""
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      target += "/" + (happens(oneIn: 3) ? one(of: Self.segments) : one(of: ["a", "{id}", "{name}.json"]))
    }
    if target.isEmpty { target = "/" }
    if happens(oneIn: 3) { target += one(of: Self.queries) }
    let method = one(of: ["GET", "GET", "DELETE", "POST", "POST", "PUT", "POST form", "POST multipart"])
    var line = "\(method) \(target)"
    if !happens(oneIn: 8) {
      var parameters: [String] = []
      for name in some(of: Self.names, at: 5) { parameters.append(parameter(name)) }
      line += " (" + parameters.joined(separator: ", ") + ")"
    }
    let quoted = line.replacing("'", with: "''")
    var keys: [String: String] = [:]
    for key in some(of: Self.keys, at: 2) { keys[String(key.prefix { $0 != ":" })] = key }
    return
      "base: https://api.test\(happens(oneIn: 4) ? "/v1/" : "")\n\(keys.keys.sorted().compactMap { keys[$0] }.joined(separator: "\n"))\nendpoints:\n  e: '\(quoted)'\n"
  }

  private mutating func parameter(_ name: String) -> String {
    if happens(oneIn: 40) { return "_ \(name)" }
    let place = happens(oneIn: 2) ? "" : one(of: ["query.", "query.", "header.", "header.", "header.", "field.", "cookie."])
    let mark = happens(oneIn: 3) ? "?" : happens(oneIn: 20) ? one(of: ["*", "!"]) : ""
    let header = happens(oneIn: 4) ? one(of: ["Accept", "Content-Type", "x-v", "X-Key", "Authorization"]) : "X-\(name.count)"
    let wire = place == "header." ? " as \(header)" : happens(oneIn: 6) ? one(of: [" as a", " as b[c]", " as ü", " as $top"]) : ""
    let (type, standard) = happens(oneIn: 4) ? one(of: Self.defaults) : (happens(oneIn: 2) ? "" : one(of: Self.types), "")
    return place + (happens(oneIn: 15) ? "+" : "") + name + mark + type + wire + standard
  }

  // MARK: calls

  private static let values = [
    "\"a\"", "\"b\"", "\"abc\"", "\"a b/c?d=e&f#g\"", "\"é😀\"", "\"\"", "\".\"", "\"..\"", "\"a.b\"", "\"./a\"", "\"..\\\\a\"", "\"%2e\"",
    "\"a\\nb\"", "\" a \"", "\"\\ta\"",
    "\"~_-\"", "\"12\"", "\"true\"", "\"YQ==\"", "\"2026-01-01T00:00:00Z\"", "\"7f3c1f0e-2b4d-4c5e-8a6f-9b0c1d2e3f40\"", "0", "7", "7",
    "-3",
    "1.50", "1e2", "18446744073709551615", "123456789012345678901234567890", "true", "false", "null", "[]", "[1,2]", "[\"a\",\"b c\"]",
    "{}",
    "{\"a\":1}", "{\"a\":1,\"b\":\"c\"}",
  ]

  /// Arguments for an endpoint, more often than not of the declared types.
  mutating func arguments(_ model: EndpointModel) -> Arguments {
    var arguments = Arguments()
    var parameters = model.parameters
    if happens(oneIn: 3) { parameters.shuffle(using: &random) }
    for parameter in parameters where parameter.isRequired ? !happens(oneIn: 15) : happens(oneIn: 2) {
      let name = happens(oneIn: 5) ? parameter.qualifiedName : parameter.name
      arguments.append(name, json: value(parameter.shape))
      if happens(oneIn: 40) { arguments.append(name, json: value(parameter.shape)) }
    }
    if happens(oneIn: 15) { arguments.append(one(of: ["other", "_", "header.X-O", "query.o", "cookie.o"]), json: value(.json)) }
    if happens(oneIn: 40) { arguments.append("file", file: File(bytes: [1, 2])) }
    return arguments
  }

  private mutating func value(_ shape: Shape) -> JSON {
    let text =
      switch shape.wrapped {
      case .int, .uint64: happens(oneIn: 10) ? one(of: Self.values) : one(of: ["0", "7", "42", "18446744073709551615"])
      case .bool: happens(oneIn: 10) ? one(of: Self.values) : one(of: ["true", "false"])
      default: happens(oneIn: 3) ? one(of: Self.values) : one(of: ["\"a\"", "\"b c\"", "\"x.y\""])
      }
    // From a text, or built in code.
    guard let json = try? JSON(parsing: text) else { return .null }
    guard happens(oneIn: 2) else { return json }
    return json.asString.map { .string($0) } ?? json.asBool.map { .bool($0) } ?? json.asInt64.map { JSON($0) } ?? json
  }

  mutating func options() -> CallOptions {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: CallOptions(timeout: .seconds(5), cache: .standard, retries: 2)
    case 1: CallOptions(headers: ["X-O": "o"])
    case 2: CallOptions(query: ["o": 1])
    case 3: CallOptions(timeout: .milliseconds(5))
    default: CallOptions()
    }
  }
}
