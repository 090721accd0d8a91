import DialEngine
import DialJSON
import DialModel
import DialSyntax

/// Compares what a Swift type encodes or decodes with a declared shape, and finds what can never fit.
struct ShapeMatch {
  let types: TypeTable
  let id: TypeFindingID
  /// The place of findings about a part that has no place of its own.
  let range: SourceRange
  private(set) var findings: [Diagnostic] = []
  /// The maximum depth, because types can contain themselves.
  private static let deepest = 16

  /// Whether values are sent; otherwise they are received.
  private var isSent: Bool { id == .argument }

  init(_ types: TypeTable, _ id: TypeFindingID, at range: SourceRange) { (self.types, self.id, self.range) = (types, id, range) }

  mutating func compare(_ swift: SwiftShape, _ shape: Shape, at path: String, depth: Int = 0) {
    guard depth < Self.deepest else { return }
    let declared = types.unwrapped(shape)
    switch (swift, declared) {
    // A Swift type can be one for all alternatives, which only decoding shows.
    case (.any, _), (_, .json), (_, .union), (.array, .record), (.dictionary, .record): break
    case (.array(let item), .array(let inner)): compare(item, inner, at: path + "[]", depth: depth + 1)
    case (.dictionary(let item), .dictionary(let inner)): compare(item, inner, at: path + "[:]", depth: depth + 1)
    case (.record(let members, let isComplete), .record(let record)):
      compare(members, isComplete, record, at: path, depth: depth + 1)
    case (.record(let members, _), .dictionary(let inner)):
      for member in members { compare(member.shape, inner, at: Self.path(path, member.name), depth: depth + 1) }
    default:
      if !Self.fits(swift, declared) { fault("is \(swift.words) in Swift, but \(declared.spelling) in the spec", at: path) }
    }
  }

  private mutating func compare(
    _ members: [SwiftShape.Member], _ isComplete: Bool, _ record: Shape.Record, at path: String, depth: Int
  ) {
    for member in members {
      let inner = Self.path(path, member.name)
      guard let declared = record.members.first(where: { $0.wire == member.name || $0.label == member.name }) else {
        if !isSent, !member.isOptional { undeclared(member.name, record, at: inner) }
        continue
      }
      let isOptional = declared.isOptional || types.resolve(declared.shape).isOptional
      if isSent ? member.isOptional && !isOptional : isOptional && !member.isOptional {
        let message = isSent ? "is optional in Swift, but required by the spec" : "is optional in the spec, but required in Swift"
        fault(message, at: inner, declared.range)
      }
      compare(member.shape, declared.shape, at: inner, depth: depth)
    }
    guard isSent, isComplete else { return }
    for declared in record.members where !declared.isOptional && !types.resolve(declared.shape).isOptional {
      if !members.contains(where: { $0.name == declared.label || $0.name == declared.wire }) {
        fault("is required by the spec, but missing in Swift", at: Self.path(path, declared.label), declared.range)
      }
    }
  }

  private mutating func undeclared(_ name: String, _ record: Shape.Record, at path: String) {
    let nearest = Suggestion.nearest(to: name, among: record.members.map(\.label)).map { "; did you mean '\($0)'?" } ?? ""
    fault("is required in Swift, but not declared in the spec\(nearest)", at: path)
  }

  private mutating func fault(_ message: String, at path: String, _ range: SourceRange? = nil) {
    findings.append(.error(id.rawValue, "\(path.isEmpty ? "the result" : "'\(path)'") \(message)", at: range ?? self.range))
  }

  private static func path(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private static func kind(of value: JSON) -> Shape {
    switch value.asKind {
    case .number: .double
    case .bool: .bool
    default: .string
    }
  }

  /// Text, numbers and Booleans are never converted.
  private static func fits(_ swift: SwiftShape, _ shape: Shape) -> Bool {
    guard case .scalar(let scalar) = swift else { return false }
    return switch shape {
    case .string: [.string, .date, .data, .text].contains(scalar)
    case .literals(let values): values.isEmpty || values.contains { fits(swift, Self.kind(of: $0)) }
    case .int, .int64, .uint64, .double, .decimal: [.integer, .number, .date].contains(scalar)
    case .bool: scalar == .bool
    case .date: [.string, .date].contains(scalar)
    case .data: [.string, .data, .file].contains(scalar)
    case .file: [.file, .data].contains(scalar)
    case .day: scalar == .string
    case .url, .uuid: [.string, .text].contains(scalar)
    default: false
    }
  }
}

/// What a Swift type encodes and decodes, as far as probing shows.
package indirect enum SwiftShape: Sendable {
  /// Any type, or unknown.
  case any
  case scalar(Scalar)
  case array(SwiftShape)
  case dictionary(SwiftShape)
  case record([Member], isComplete: Bool)

  package enum Scalar: String, Sendable {
    case string = "a String"
    case bool = "a Bool"
    case integer = "an integer"
    case number = "a number"
    case date = "a Date"
    case data = "Data"
    case text = "a URL or UUID"
    case file = "a File"
  }

  package struct Member: Sendable {
    var name: String
    var isOptional: Bool
    var shape: SwiftShape
  }

  var words: String {
    switch self {
    case .any: "anything"
    case .scalar(let scalar): scalar.rawValue
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .record: "an object"
    }
  }
}
