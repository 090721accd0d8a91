import DialJSON
package import DialModel
import DialSyntax

/// What the endpoints of one service share while they are built, and what is checked when all of them are.
package final class BuildContext {
  package let findings: Findings
  let paths: SpecPaths
  /// The name of the service.
  let service: String
  /// The base, to which the servers of operations can be relative.
  let base: TargetModel?
  /// The types that are only other names of built-in types, by which they are replaced.
  private let aliases: [String: Shape]
  let types: TypeTable

  /// The used names of types.
  private(set) var uses: [TypeUse]
  /// The labels of members: one with the name of a type is suspicious.
  private(set) var labels: [(name: String, range: SourceRange)] = []
  /// Comparisons in endpoints whose response has a type.
  var comparisons: [(comparison: Comparison, shape: Shape)] = []
  /// The examples of parameters, which must fit their types.
  var examples: [(parameter: String, value: JSON, shape: Shape, range: SourceRange)] = []
  /// The remaining number of fields. An endpoint with its own header copies all inherited ones.
  private var fieldsLeft = 1_000_000

  package init(
    _ findings: Findings, paths: SpecPaths, service: String, types: TypeTable, base: TargetModel? = nil, uses: [TypeUse] = []
  ) {
    (self.findings, self.paths, self.service, self.base, self.uses) = (findings, paths, service, base, uses)
    (aliases, self.types) = (types.aliases, types)
    for name in types.names { if let shape = types.shapes[name] { note(shape) } }
  }

  func use(_ names: [TypeUse]) { if !names.isEmpty { uses += names } }

  /// Returns a shape without the names of aliases.
  func resolved(_ shape: Shape) -> Shape { aliases.isEmpty ? shape : shape.replacing(aliases) }

  func resolved(_ result: ResultModel) -> ResultModel {
    aliases.isEmpty ? result : result.replacing(aliases)
  }

  func note(_ result: ResultModel, _ failure: Shape?) {
    if let failure { note(failure) }
    switch result {
    case .shape(let shape), .events(let shape?), .lines(let shape?): note(shape)
    case .inferred, .void, .text, .bytes, .headers, .events(nil), .lines(nil): break
    }
  }

  /// Notes the labels of records that look like the name of a type.
  func note(_ shape: Shape) {
    switch shape {
    case .array(let inner), .dictionary(let inner), .optional(let inner): note(inner)
    case .record(let record):
      for member in record.members {
        // Type names do not start with a lowercase letter.
        if let first = member.label.utf8.first, first &- 0x61 >= 26 { labels.append((member.label, member.range)) }
        note(member.shape)
      }
    case .union(let union): union.alternatives.forEach(note)
    default: break
    }
  }

  /// Counts headers and query items. Returns false, with one finding, if the service has too many.
  func takes(fields count: Int, at range: SourceRange) -> Bool {
    if fieldsLeft >= 0, fieldsLeft < count {
      findings.error(
        .size, "the endpoints have more than 1,000,000 headers and query items, including inherited ones; remove some", at: range)
      fieldsLeft = -1
    }
    guard fieldsLeft >= count else { return false }
    fieldsLeft -= count
    return true
  }
}

extension Shape {
  /// Returns a shape in which other shapes take the place of names.
  package func replacing(_ shapes: [String: Shape]) -> Shape {
    switch self {
    case .named(let name): return shapes[name] ?? self
    case .array(let item): return .array(item.replacing(shapes))
    case .dictionary(let value): return .dictionary(value.replacing(shapes))
    case .optional(let inner):
      let inner = inner.replacing(shapes)
      return inner.isOptional ? inner : .optional(inner)
    case .record(var record):
      for index in record.members.indices { record.members[index].shape = record.members[index].shape.replacing(shapes) }
      return .record(record)
    case .union(var union):
      union.alternatives = union.alternatives.map { $0.replacing(shapes) }
      return .union(union)
    default: return self
    }
  }
}

extension ResultModel {
  /// Returns a result in which other shapes take the place of names.
  package func replacing(_ shapes: [String: Shape]) -> ResultModel {
    switch self {
    case .shape(let shape): .shape(shape.replacing(shapes))
    case .events(let shape): .events(shape?.replacing(shapes))
    case .lines(let shape): .lines(shape?.replacing(shapes))
    case .inferred, .void, .text, .bytes, .headers: self
    }
  }
}
