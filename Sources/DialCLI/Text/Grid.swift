import DialJSON

/// A value as rows and columns.
struct Grid {
  /// The names of the columns; nil where they have none.
  let names: [String]?
  let rows: [[JSON]]

  /// Rows of arrays.
  init(rows: [[JSON]], names: [String]? = nil) {
    self.init(names: names, rows: rows)
  }

  /// An object is one row, a list of objects a row each under every name that occurs; of other lists each array is a row, and
  /// anything else a row of one cell.
  init(_ value: JSON) {
    let records = value.asArray.map(Array.init) ?? [value]
    guard !records.isEmpty, records.allSatisfy({ $0.asKind == .object }) else {
      self.init(rows: records.map { $0.asArray.map(Array.init) ?? [$0] })
      return
    }
    var seen: Set<String> = []
    var names: [String] = []
    for record in records {
      for (name, _) in record.asObject ?? [:] where seen.insert(name).inserted { names.append(name) }
    }
    self.init(names: names, rows: records.map { record in names.map { record.asObject?[$0] ?? .null } })
  }

  private init(names: [String]?, rows: [[JSON]]) {
    self.names = names
    self.rows = rows
  }

  /// A cell as text: null is empty, an array or object its JSON.
  static func text(_ value: JSON) -> String {
    if value.isNull { return "" }
    return value.asString ?? JSONWriter.text(value)
  }
}
