import Dial
import DialJSON
import DialSyntax
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialOpenAPI

/// The examples of real documents are responses that their schemas allow, unless the document contradicts itself.
///
/// The documents are not part of the repository: they are in `openapi-docs` of `$PUBLIC`.
struct ResponseExampleTests {
  static let folder: URL = {
    let given = ProcessInfo.processInfo.environment["PUBLIC"].map { URL(filePath: $0) }
    return (given ?? repository.appending(path: "../shared/conformance").standardized).appending(path: "openapi-docs")
  }()

  private static let isThere = FileManager.default.fileExists(atPath: folder.path)

  /// An example of a response.
  private struct Example {
    var title: String
    var operation: String
    var status: Int
    var type: String
    var value: JSON
  }

  private static let files: [String] = {
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted()
  }()

  /// The examples that their own schemas do not allow, with the first fault; `DIAL_RECORD=1` records them.
  @Test(.enabled(if: isThere)) func examplesFitUnlessTheDocumentContradictsItself() async throws {
    var (unfit, count): ([String], Int) = ([], 0)
    var log: [String] = []
    for file in Self.files {
      await Task.yield()
      guard let (client, examples) = try Self.read(file) else { continue }
      for example in examples {
        await Task.yield()
        count += 1
        let faults = try Self.faults(of: example.value, example, client)
        log.append(JSONWriter.text(["file": .string(file), "title": .string(example.title), "fits": .bool(faults.isEmpty)]))
        if let fault = faults.first { unfit.append("\(file) \(example.title): \(fault)") }
      }
    }
    if let path = ProcessInfo.processInfo.environment["DIAL_EXAMPLES"] {
      try Data(log.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    }
    let text = unfit.joined(separator: "\n") + "\n"
    #expect(count > 500)
    #expect(try text == Fixtures().golden("unfit-examples.txt", text))
  }

  /// A response without a required member, or with a member of another type, does not pass.
  @Test(.enabled(if: isThere)) func changedExamplesDoNotFit() async throws {
    var (passed, count): ([String], Int) = ([], 0)
    for file in Self.files {
      await Task.yield()
      guard let (client, examples) = try Self.read(file) else { continue }
      for example in examples where try Self.faults(of: example.value, example, client).isEmpty {
        await Task.yield()
        let plan = try client.engine.plan(example.operation)
        let declared = plan.model.responses.response(for: example.status).flatMap { response in
          MediaType(example.type).flatMap { response.content(of: $0) }
        }
        guard let shape = declared?.shape else { continue }
        for changed in Self.changes(of: example.value, shape, plan.types) {
          count += 1
          if try Self.faults(of: changed.value, example, client).isEmpty { passed.append("\(file) \(example.title): \(changed.name)") }
        }
      }
    }
    #expect(count > 1000)
    #expect(passed == [])
  }

  /// Changes an object, or the first object of an array.
  private static func changes(of value: JSON, _ shape: Shape, _ types: TypeTable) -> [(name: String, value: JSON)] {
    let shape = types.unwrapped(shape)
    if case .array(let item) = shape, let items = value.asArray, let first = items.first {
      return changes(of: first, item, types).map { ("[0]." + $0.name, .array([$0.value] + items.dropFirst())) }
    }
    guard case .record(let record) = shape, let members = value.asObject else { return [] }
    return record.members.flatMap { member -> [(name: String, value: JSON)] in
      guard let old = members[member.wire] else { return [] }
      var changes: [(String, JSON)] = []
      if member.canBeAbsent == false {
        changes.append(("without " + member.wire, .object(members.filter { $0.name != member.wire }.map { ($0.name, $0.value) })))
      }
      let other: JSON = old.asArray == nil ? [["x"]] : "x"
      if isStrict(member.shape, types, 0) {
        changes.append(("another " + member.wire, .object(members.map { ($0.name, $0.name == member.wire ? other : $0.value) })))
      }
      return changes
    }
  }

  /// Whether a type refuses arrays of arrays and text of one letter, which all but a few do.
  private static func isStrict(_ shape: Shape, _ types: TypeTable, _ depth: Int) -> Bool {
    switch types.unwrapped(shape) {
    case .int, .int64, .uint64, .double, .bool, .string, .literals: true
    // Text is no array, but what replaces an example that is null is one.
    case .array(let item): isStrict(item, types, depth)
    case .record(let record): record.isArray == false
    case .dictionary: true
    case .union(let union):
      depth < 4
        && union.alternatives.allSatisfy { alternative in
          if case .array = types.unwrapped(alternative) { return false }
          if case .string = types.unwrapped(alternative) { return false }
          return isStrict(alternative, types, depth + 1)
        }
    default: false
    }
  }

  private static func faults(of value: JSON, _ example: Example, _ client: Client) throws -> [String] {
    let plan = try client.engine.plan(example.operation)
    let response = Response(
      status: .init(code: example.status), headers: [.contentType: example.type], url: "https://api.test/")
    return try ReplyReader(plan: plan, check: .warn).reply(response, body: JSONWriter.bytes(value)).contract.map(\.message)
  }

  /// Returns the examples of all operations; nil for a document that is none of OpenAPI.
  private static func read(_ file: String) throws -> (Client, [Example])? {
    let path = folder.appending(path: file).path
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    guard let root = YAMLReader.read(bytes, name: file).root, OpenAPIFormat().knows(root),
      let spec = try? Spec(bytes, name: file, folder: nil, trust: .untrusted)
    else { return nil }
    let document = OpenAPIDocument(root, path: "", in: .none, nil)
    let table = OperationTable(document)
    let client = Client(spec, base: "https://api.test")
    var examples: [Example] = []
    // A response to HEAD has no body.
    for (operation, name) in zip(table.operations, table.names) where operation.method != "HEAD" {
      guard (try? client.engine.plan(name)) != nil, let node = try? document.resolve(operation.node) else { continue }
      let all = ResponseReader(document: document, operation: node).all
      for response in all {
        guard let status = status(response.status, among: all.map(\.status)) else { continue }
        for (type, media) in response.content where Encoding(mediaType: type) == .json && !type.contains("*") {
          for (label, value) in values(of: media, type, document) {
            let title = "\(name) \(response.status) \(type)\(label.isEmpty ? "" : " " + label)"
            examples.append(Example(title: title, operation: name, status: status, type: type, value: value))
          }
        }
      }
    }
    return (client, examples)
  }

  /// Returns a status that is in a range.
  private static func status(_ declared: String, among all: [String]) -> Int? {
    if let status = Int(declared) { return status }
    if let first = declared.first?.wholeNumberValue { return (first * 100..<first * 100 + 100).first { !all.contains("\($0)") } }
    return declared == "default" ? [500, 599, 200].first { status in !all.contains { $0.hasPrefix("\(status / 100)") } } : nil
  }

  private static func values(of media: Node, _ type: String, _ document: OpenAPIDocument) -> [(String, JSON)] {
    if document.isSwagger {
      guard media.value(for: "schema") != nil else { return [] }
      return (media.value(for: "examples")?.mapping ?? []).filter { $0.name == type }.map { ("", Literal.json($0.value)) }
    }
    let one = media.value(for: "example").map { [("", Literal.json($0))] } ?? []
    return one
      + (media.value(for: "examples")?.mapping ?? []).compactMap { entry in
        (try? document.resolve(entry.value))?.value(for: "value").map { (entry.name, Literal.json($0)) }
      }
  }
}
