import DialModel
import DialSyntax

/// What the extensions of a schema say about its allowed values: their names and descriptions.
enum EnumDoc {
  /// The maximum number of values that are described.
  private static let maxValues = 100

  /// Returns a line for each value that is described, `42: Sunny, Blue sky`; nil if none is.
  static func text(_ node: Node, in document: OpenAPIDocument) -> String? {
    let schema = node.value(for: "schema") ?? node
    guard let schema = try? document.resolve(schema) else { return nil }
    let holder = schema.value(for: "enum") == nil ? schema.value(for: "items").flatMap { try? document.resolve($0) } ?? schema : schema
    let values = (holder.value(for: "enum")?.sequence ?? []).prefix(maxValues).map { $0.text ?? "" }
    func texts(_ keys: String...) -> [String]? {
      guard let node = keys.lazy.compactMap({ holder.value(for: $0) }).first else { return nil }
      if let entries = node.mapping { return values.map { value in entries.first { $0.name == value }?.value.text ?? "" } }
      guard let items = node.sequence, items.count >= values.count else { return nil }
      return items.map { $0.text ?? "" }
    }
    let (names, docs) = (texts("x-enum-varnames", "x-enumNames"), texts("x-enum-descriptions", "x-enumDescriptions"))
    let lines = values.enumerated().compactMap { index, value -> String? in
      let said = [names, docs].compactMap { $0?[index] }.filter { !$0.isEmpty && $0 != value }.distinct()
      return said.isEmpty ? nil : "\(value): \(said.joined(separator: ", "))"
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
