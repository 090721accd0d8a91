import DialJSON

/// Makes arrays of the members that `--tuple` names, in its order.
///
/// A record gives one array, a list one for each of its elements. The labels are those of the declared shape, also where the
/// wire has other names or none (a record given as an array); what no shape declares is looked up by its name on the wire.
struct TupleRows {
  private let labels: [String]

  init(_ labels: [String]) { self.labels = labels }

  func rows(of value: JSON) throws(JSONError) -> Outcome {
    guard let elements = value.asArray, Self.members(value) == nil else {
      return .rows([try row(value, at: "the result")], isList: false)
    }
    var rows: [[JSON]] = []
    for (index, element) in elements.enumerated() { rows.append(try row(element, at: "[\(index)]")) }
    return .rows(rows, isList: true)
  }

  private func row(_ value: JSON, at place: String) throws(JSONError) -> [JSON] {
    let declared = Self.members(value)
    var cells: [JSON] = []
    for label in labels {
      if let index = declared?.firstIndex(where: { $0.label == label }), let member = declared?[index] {
        // A declared member that is not there is an optional one: the shape was checked.
        cells.append(value.asObject?[member.wire] ?? value.asArray.flatMap { index < $0.count ? $0[index] : nil } ?? .null)
      } else if let found = value.asObject?[label] {
        cells.append(found)
      } else {
        throw missing(label, in: value, at: place, declared)
      }
    }
    return cells
  }

  private func missing(_ label: String, in value: JSON, at place: String, _ declared: [JSONLayout.Member]?) -> JSONError {
    guard declared != nil || value.asObject != nil else {
      return JSONError(.type, "--tuple: \(place) is \(value.asKind.rawValue), expected an object or a declared tuple with '\(label)'")
    }
    let names = declared.map { $0.map(\.label) } ?? (value.asObject ?? [:]).prefix(8).map(\.name)
    let listed = names.map { "'\($0)'" }.joined(separator: ", ")
    return JSONError(.missing, "--tuple: \(place) has no '\(label)'\(listed.isEmpty ? "" : ": it has \(listed)")")
  }

  private static func members(_ value: JSON) -> [JSONLayout.Member]? {
    if case .record(let members)? = JSONLayout.of(value)?.resolved?.form { members } else { nil }
  }
}
