/// The members of an object, of which repeated ones are an array at the place of the first.
package struct GroupedMembers {
  private var members: [(name: String, values: [JSON])] = []
  private var places: [String: Int] = [:]

  package init(_ texts: [(String, String)] = []) {
    for (name, text) in texts { add(.string(text), to: name) }
  }

  package var isEmpty: Bool { members.isEmpty }

  package var json: JSON { .object(members.map { ($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) }) }

  package mutating func add(_ value: JSON, to name: String) {
    if let place = places[name] {
      members[place].values.append(value)
    } else {
      places[name] = members.count
      members.append((name, [value]))
    }
  }
}
