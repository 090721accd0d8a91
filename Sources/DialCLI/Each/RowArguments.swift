import Dial
import DialConsole

/// Makes the arguments of a call from a row: its members, renamed as `--map` says, and those of the command line for the rest.
struct RowArguments: Sendable {
  let model: EndpointModel
  let types: TypeTable
  let fixed: Arguments
  /// The names of arguments by column.
  let map: [String: String]
  let columns: [String]?
  /// The column of `--key`; nil if positions identify the rows.
  var key: String?

  /// Whether a column only identifies rows: that of `--key`, if the endpoint accepts no argument with its name.
  private func isLabel(_ column: String) -> Bool {
    guard column == key, map[column] == nil, !model.isOpen, let name = try? ArgumentName(column, of: model).argument else { return false }
    return !model.parameters.contains { $0.name == name || $0.qualifiedName == name }
  }

  /// Returns the arguments; only those of the command line for a row that cannot be read.
  func arguments(_ row: SourceRow) -> Arguments {
    switch row.content {
    case .fault: return fixed
    case .members(let members):
      let given = key == nil ? members : members.filter { !isLabel($0.0) }
      return merged(Arguments(members: map.isEmpty ? given : given.map { (map[$0.0] ?? $0.0, $0.1) }))
    case .cells(let cells):
      var table = ArgumentTable(model, types: types)
      for (column, text) in zip(columns ?? [], cells) {
        guard let text, key == nil || !isLabel(column) else { continue }
        do throws(WordFault) {
          let name = try ArgumentName(map[column] ?? column, of: model)
          table.attempt(name) { table throws(WordFault) in table.add(try table.value(text, name), name) }
        } catch {
          table.refuse(error.message, about: column)
        }
      }
      return merged(table.arguments())
    }
  }

  /// The names of the members or columns of a row.
  func names(_ row: SourceRow) -> [String] { if case .members(let members) = row.content { members.map(\.0) } else { columns ?? [] } }

  private func merged(_ row: Arguments) -> Arguments {
    if fixed.isEmpty { return row }
    var all = row
    for item in fixed.items {
      guard let given = row.items.first(where: { $0.name == item.name }) else {
        all.append(item.name, item.value)
        continue
      }
      // Members of one object can come from both.
      guard let own = given.value.json, let other = item.value.json, own.asObject != nil, other.asObject != nil else { continue }
      all.replace([item.name], with: Self.merged(own, over: other))
    }
    return all
  }

  private static func merged(_ row: JSON, over fixed: JSON) -> JSON {
    guard let own = row.asObject, let others = fixed.asObject else { return row }
    let inner = own.map { member in (member.name, others[member.name].map { merged(member.value, over: $0) } ?? member.value) }
    return .object(inner + others.filter { own[$0.name] == nil }.map { ($0.name, $0.value) })
  }

  /// Returns the text that identifies a row; nil if it has none.
  func key(_ row: SourceRow, _ name: String) -> String? {
    switch row.content {
    case .fault: return nil
    case .members(let members):
      guard let value = members.first(where: { $0.0 == name })?.1, !value.isNull, value.asString != "" else { return nil }
      return value.asString ?? JSONWriter.text(value)
    case .cells(let cells): return zip(columns ?? [], cells).first { $0.0 == name }?.1.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
