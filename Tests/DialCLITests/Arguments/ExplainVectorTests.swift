import Dial
import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialSpec
import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `--explain` agrees with the request of each acceptance vector: every name that is sent comes from the spec or from the argument that
/// is told, and every argument that is not told is not sent.
struct ExplainVectorTests {
  private static let files = ["parameters", "query", "headers", "bodies", "multipart", "targets", "groups", "services"]

  private static let vectors: [String: JSON] = {
    let all = files.flatMap { file -> [JSON] in
      let bytes = (try? Data(contentsOf: repository.appending(path: "Tests/Acceptance/\(file).json"))) ?? Data()
      return (try? JSON(parsing: Array(bytes)))?.asArray.map(Array.init) ?? []
    }
    return Dictionary(all.filter { $0["kind"].asString == "request" }.map { ($0["id"].asString ?? "", $0) }) { first, _ in first }
  }()

  @Test func `all vectors are read`() { #expect(Self.vectors.count > 250) }

  @Test(arguments: vectors.keys.sorted()) func `explain agrees with the request`(_ id: String) async throws {
    let vector = try #require(Self.vectors[id])
    let run = try ExplainedVector(vector)
    let ran = await run.ran()
    #expect(ran.exit == 0, "\(ran.err)")
    let shown = try JSON(parsing: ran.out)
    for location in [run.query(shown), run.headers(shown), run.cookies(shown), run.body(shown)].compactMap(\.self) {
      #expect(location.told.subtracting(location.sent) == [], "told, but not sent")
      #expect(location.sent.subtracting(location.told).subtracting(location.fixed) == [], "sent, but not told")
    }
    #expect(run.path(shown) == [], "in the path, but not told")
    #expect(run.untold(shown) == [], "neither told nor absent")
  }
}

/// A vector with its spec and its files in a folder.
private struct ExplainedVector {
  private let vector: JSON
  private let folder: TemporaryFolder
  private let endpoint: EndpointModel

  /// The names that were sent in a location, those that are told, and those that the spec sends without an argument.
  struct Names {
    var sent: Set<String>
    var told: Set<String>
    var fixed: Set<String> = []
  }

  init(_ vector: JSON) throws {
    let folder = try TemporaryFolder(["spec.yaml": vector["spec"].asString ?? ""])
    for file in vector["files"].asObject.map(Array.init) ?? [] {
      try folder.write(file.name, file.value["base64"].asString.flatMap(Base64.decode) ?? Array((file.value["text"].asString ?? "").utf8))
    }
    let spec = try Spec.load(folder.path + "/spec.yaml")
    endpoint = try #require(spec.service.endpoints[vector["endpoint"].asString ?? ""])
    self.vector = vector
    self.folder = folder
  }

  func ran() async -> Ran {
    var words = [folder.path + "/spec.yaml", endpoint.name, "--dry-run", "--explain"]
    words += texts("pairs").map { pair in
      members("files").reduce(pair) { $0.replacing("@" + $1.name, with: "@\(folder.path)/\($1.name)") }
    }
    words += texts("flags")
    for key in ["vars", "env"] { words += members(key).flatMap { ["--var", "\($0.name)=\($0.value.asString ?? "")"] } }
    let args = vector["args_text"].asString ?? (vector["args"].asObject == nil ? nil : JSONWriter.text(vector["args"]))
    if args != nil { words += ["--args", "-"] }
    return await dial("call", words, stdin: args ?? "")
  }

  private func members(_ key: String) -> [(name: String, value: JSON)] {
    vector[key].asObject?.map { ($0.name, $0.value) } ?? []
  }

  private func texts(_ key: String) -> [String] { vector[key].asArray?.compactMap(\.asString) ?? [] }

  private func told(_ shown: JSON, _ locations: String...) -> Set<String> {
    Set(rows(shown).filter { locations.contains($0["place"].asString ?? "") }.compactMap { $0["wire"].asString })
  }

  private func rows(_ shown: JSON) -> [JSON] { shown["arguments"].asArray.map(Array.init) ?? [] }

  func query(_ shown: JSON) -> Names? {
    let url = shown["url"].asString ?? ""
    let items = url.split(separator: "#")[0].split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    var fixed = endpoint.query.filter(\.value.arguments.isEmpty).map(\.name)
    for case .item(let pieces) in TargetParts(endpoint.target).query {
      let text = pieces.map { piece in if case .literal(let text) = piece { text } else { "" } }.joined()
      let isFixed = pieces.allSatisfy { piece in if case .expression = piece { false } else { true } }
      if isFixed { fixed += names(text[...]) }
    }
    fixed += endpoint.auth.leaves.compactMap(\.location.item)
    // Flags of the call.
    fixed += texts("flags").flatMap { names($0[...]) }
    return Names(sent: Set(names(items)), told: told(shown, "query"), fixed: Set(fixed))
  }

  private func names(_ items: Substring) -> [String] {
    items.split(separator: "&").map { PercentEncoding.decode(String($0.prefix { $0 != "=" })) }
  }

  func headers(_ shown: JSON) -> Names? {
    let sent = fields(shown).map(\.name).filter { $0 != "cookie" }
    var fixed = endpoint.headers.filter(\.value.arguments.isEmpty).map { $0.name.lowercased() } + ["content-type", "content-encoding"]
    fixed += endpoint.auth.leaves.compactMap(\.location.header).map { $0.lowercased() }
    fixed += texts("flags").map { $0.prefix { $0 != ":" }.lowercased() }
    let told = told(shown, "header").map { $0.lowercased() }.filter { $0 != "cookie" }
    return Names(sent: Set(sent), told: Set(told), fixed: Set(fixed))
  }

  func cookies(_ shown: JSON) -> Names? {
    let isWhole = endpoint.headers.contains { $0.name.lowercased() == "cookie" } || told(shown, "header").contains("Cookie")
    if isWhole { return nil }
    let pairs = fields(shown).filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }
    return Names(sent: Set(pairs.map { String($0.drop { $0 == " " }.prefix { $0 != "=" }) }), told: told(shown, "cookie"))
  }

  private func fields(_ shown: JSON) -> [(name: String, value: String)] {
    (shown["headers"].asArray ?? []).map { ($0[0].asString ?? "", $0[1].asString ?? "") }
  }

  /// Returns nil for a whole body, whose members are not arguments.
  func body(_ shown: JSON) -> Names? {
    let told = told(shown, "field", "part", "body")
    if told.contains("_") { return nil }
    let text = shown["body"]["text"].asString ?? ""
    var sent: [String] = []
    if let parts = shown["parts"].asArray {
      sent = parts.compactMap { $0["name"].asString }
    } else if endpoint.encoding == .form {
      sent = FormCoding.decode(text).map(\.0)
    } else if endpoint.encoding == .json {
      sent = (try? JSON(parsing: text))?.asObject?.map(\.name) ?? []
    }
    var fixed: [String] = []
    if case .object(let members)? = endpoint.body { fixed = members.filter(\.value.arguments.isEmpty).compactMap(\.name.literal) }
    if case .literal(let json)? = endpoint.body { fixed = json.asObject?.map(\.name) ?? [] }
    return Names(sent: Set(sent), told: told, fixed: Set(fixed))
  }

  /// Returns the required parameters of the path that are not told.
  func path(_ shown: JSON) -> Set<String> {
    let told = Set(rows(shown).filter { ["path", "host"].contains($0["place"].asString) }.compactMap { $0["argument"].asString })
    let isInQuery = TargetVariable.all(of: endpoint.target.template).filter(\.isInQuery).map(\.variable.name)
    return Set(endpoint.parameters.filter { $0.place == .path && $0.isRequired && !isInQuery.contains($0.wire) }.map(\.name)).subtracting(
      told)
  }

  /// Returns the arguments with a value that are not told.
  func untold(_ shown: JSON) -> Set<String> {
    let told = Set(rows(shown).compactMap { $0["argument"].asString })
    let given = members("args").filter { isSent($0.value) }.map(\.name)
    return Set(given.map(argument)).subtracting(told)
  }

  private func isSent(_ value: JSON) -> Bool {
    if let items = value.asArray { return items.contains { isSent($0) } }
    if let members = value.asObject { return members.contains { isSent($0.value) } }
    return !value.isNull && value.asBool != false
  }

  /// Returns the name of an argument without its location.
  private func argument(_ given: String) -> String {
    if let whole = endpoint.parameters.first(where: { $0.place == .body }), given == "_" { return whole.name }
    guard let dot = given.firstIndex(of: "."), !endpoint.parameters.contains(where: { $0.name == given }),
      Place.written.contains(where: { $0.rawValue == given[..<dot] })
    else { return given }
    return String(given[given.index(after: dot)...])
  }
}
