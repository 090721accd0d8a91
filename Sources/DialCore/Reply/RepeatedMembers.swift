import DialJSON

/// Members of an object in the order in which their names first come; a name that repeats has an array of its values.
struct RepeatedMembers {
  private var members: [(name: String, values: [JSON])] = []
  private var places: [String: Int] = [:]

  mutating func append(_ name: String, _ value: JSON) {
    if let place = places[name] {
      members[place].values.append(value)
    } else {
      places[name] = members.count
      members.append((name, [value]))
    }
  }

  var object: JSON { .object(members.map { ($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) }) }
}
