import Dial
import DialJSON
import DialSyntax
import Foundation
import TestSupport

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// The validator `jsonschema` of Python, in the environment of `make test`.
enum SchemaValidator {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Returns `ok` or the error of the schema for each document.
  static func verdicts(_ documents: [JSON], schema: JSON = SpecSchema.document) async throws -> [String] {
    try await blocking { try run(documents, schema) }
  }

  private static func run(_ documents: [JSON], _ schema: JSON) throws -> [String] {
    let python = repository.appending(path: ".venv/bin/python3")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "no validator: .venv is missing, run 'make test', which makes it")
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output, errors) = (folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err"))
    let text = ([schema] + documents).map { JSONWriter.text($0) + "\n" }.joined()
    try Data(text.utf8).write(to: input)
    for file in [output, errors] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = python
    process.arguments = [repository.appending(path: "Tests/DialSpecTests/Schema/validate.py").path]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let verdicts = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
    guard process.terminationStatus == 0, verdicts.count == documents.count else {
      throw Failure(description: try String(contentsOf: errors, encoding: .utf8))
    }
    return verdicts
  }

  /// Parses a text with Dial: YAML 1.2, merged, scalars by the core schema. Returns nil for invalid YAML.
  static func json(_ yaml: String) -> JSON? { YAMLReader.read(text: yaml, name: "spec.yaml").root.map(json) }

  private static func json(_ node: Node) -> JSON {
    switch node.content {
    case .sequence(let items): .array(items.map(json))
    case .mapping(let entries): .object(entries.map { ($0.name, json($0.value)) })
    case .scalar(let scalar):
      switch CoreSchema.value(of: node) {
      case .null?: .null
      case .bool(let value)?: .bool(value)
      case .number(let digits)?: JSON.number(digits) ?? .string(digits)
      default: .string(scalar.text)
      }
    }
  }
}

/// Whether the reader finds no error; other files do not exist.
func isAccepted(_ yaml: String) -> Bool {
  !Spec.check(yaml: Array(yaml.utf8), name: "spec.yaml").contains { $0.severity == .error && $0.id != FindingID.fileUnreadable.rawValue }
}
