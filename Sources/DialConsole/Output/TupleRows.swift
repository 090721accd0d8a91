package import Dial

/// Creates rows of the members that `--tuple` names, in this order: one for an object, one for each element of an array.
///
/// The labels are those of the declared shape, even if the JSON has other names or none. Undeclared members are found by their names in the
/// JSON. A member that only some elements have is null, unless a selection must find all.
package struct TupleRows {
  package let labels: [String]
  package var isRequired = false

  /// Returns a value with a declared tuple as rows in the declared order; nil if no tuple is declared, or if the elements of an array
  /// differ.
  package static func declared(in value: JSON) -> Outcome? {
    let layout = JSONLayout.of(value)?.resolved
    var columns = members(value)
    if columns == nil, case .array(let element)? = layout?.form, case .record(let inner)? = element.resolved?.form { columns = inner }
    if columns == nil, layout == nil, let elements = value.asArray { columns = common(elements) }
    guard let labels = columns?.map(\.label), !labels.isEmpty else { return nil }
    var found = FoundColumns()
    return try? TupleRows(labels: labels).rows(of: value, &found)
  }

  /// Returns how many members of an object, or of the objects of an array, the spec does not declare, so that columns leave them out.
  package static func undeclared(in value: JSON) -> Int {
    let values = members(value) == nil ? value.asArray.map(Array.init) ?? [] : [value]
    var names: Set<String> = []
    for value in values {
      guard let object = value.asObject, let declared = members(value) else { continue }
      let known = Set(declared.map(\.wire))
      for member in object where !known.contains(member.name) { names.insert(member.name) }
    }
    return names.count
  }

  /// Returns the common members of all elements of an array that was joined from several.
  private static func common(_ elements: JSON.Elements) -> [JSONLayout.Member]? {
    guard let first = elements.first.flatMap(members), elements.allSatisfy({ members($0)?.map(\.label) == first.map(\.label) }) else {
      return nil
    }
    return first
  }

  /// Returns the rows of the whole result, of a page, or of an element of a stream. Names that all elements lack are in `columns`.
  package func rows(of value: JSON, _ columns: inout FoundColumns) throws(JSONError) -> Outcome {
    columns.parts += 1
    let number = columns.isWhole ? nil : columns.parts
    guard let elements = value.asArray, Self.members(value) == nil else {
      let row = try row(of: value, at: number.map { "element \($0)" } ?? "the result", &columns)
      return .rows([row], labels: labels, isList: false)
    }
    var rows: [[JSON]] = []
    for (index, element) in elements.enumerated() { rows.append(try row(of: element, at: "[\(index)]", &columns)) }
    return .rows(rows, labels: labels, isList: true)
  }

  private func row(of value: JSON, at place: @autoclosure () -> String, _ columns: inout FoundColumns) throws(JSONError) -> [JSON] {
    var row: [JSON] = []
    for label in labels {
      do throws(JSONError) {
        let cell = try cell(label, of: value, at: place())
        // `company.name` is unknown in an element without `company`.
        if !cell.isNull { columns.found.insert(label) }
        row.append(cell)
      } catch {
        if isRequired || error.kind != .missing { throw error }
        columns.miss(label, error)
        row.append(.null)
      }
    }
    return row
  }

  /// Returns a member by its label or path: `company.name`.
  private func cell(_ label: String, of value: JSON, at place: String) throws(JSONError) -> JSON {
    if let found = Self.member(label, of: value) { return found }
    guard let dot = label.firstIndex(of: "."), let inner = Self.member(String(label[..<dot]), of: value) else {
      throw missing(label.firstIndex(of: ".").map { String(label[..<$0]) } ?? label, in: value, at: place)
    }
    if inner.isNull { return .null }
    return try cell(String(label[label.index(after: dot)...]), of: inner, at: "'\(label[..<dot])' of \(place)")
  }

  private static func member(_ label: String, of value: JSON) -> JSON? {
    guard let declared = members(value), let index = declared.firstIndex(where: { $0.label == label }) else {
      return value.asObject?[label]
    }
    // The shape was checked, so an absent declared member is optional.
    return value.asObject?[declared[index].wire] ?? value.asArray.flatMap { index < $0.count ? $0[index] : nil } ?? .null
  }

  private func missing(_ label: String, in value: JSON, at place: String) -> JSONError {
    let declared = Self.members(value)
    guard declared != nil || value.asObject != nil else {
      return JSONError(.type, "--tuple: \(place) must be an object or a declared tuple with '\(label)', but is \(value.asKind.noun)")
    }
    let names = declared.map { $0.map(\.label) } ?? (value.asObject ?? [:]).prefix(8).map(\.name)
    let listed = names.map { "'\($0)'" }.joined(separator: ", ")
    return JSONError(.missing, "--tuple: \(place) has no '\(label)'\(listed.isEmpty ? "" : "; available: \(listed)")")
  }

  private static func members(_ value: JSON) -> [JSONLayout.Member]? {
    if case .record(let members)? = JSONLayout.of(value)?.resolved?.form { members } else { nil }
  }
}

/// The names of `--tuple` that some element has, and the first miss of each other name.
package struct FoundColumns {
  /// Whether the names are those of the whole result, not of several pages or elements.
  package let isWhole: Bool
  fileprivate var found: Set<String> = []
  fileprivate var misses: [(label: String, error: JSONError)] = []
  /// The number of pages or elements of a stream.
  fileprivate var parts = 0

  package init(isWhole: Bool = false) { self.isWhole = isWhole }

  fileprivate mutating func miss(_ label: String, _ error: JSONError) {
    if !found.contains(label), !misses.contains(where: { $0.label == label }) { misses.append((label, error)) }
  }

  /// The error about a name that no element has; nil if there is none.
  package var absent: JSONError? { misses.first { !found.contains($0.label) }?.error }
}
