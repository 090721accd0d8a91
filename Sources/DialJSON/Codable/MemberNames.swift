/// Finds the members of one object for a decoding: by the names of properties, and by hash where there are many.
struct MemberNames {
  private let json: JSON
  /// Property name to wire name and value; nil for a small object whose names are taken as they are.
  private let index: [ExactName: (wire: String, value: JSON)]?

  init(_ json: JSON, keys: JSONDecodingOptions.Keys) {
    self.json = json
    guard keys == .snake || json.memberCount > 16, let members = json.asObject else {
      index = nil
      return
    }
    var index: [ExactName: (wire: String, value: JSON)] = [:]
    if keys == .snake {
      for (name, value) in members { index[ExactName(SnakeCase.camel(name))] = (name, value) }
      // A member that has the property's own name comes before one that is converted to it.
      for (name, value) in members where SnakeCase.camel(name) == name { index[ExactName(name)] = (name, value) }
    } else {
      for (name, value) in members { index[ExactName(name)] = (name, value) }
    }
    self.index = index
  }

  subscript(name: String) -> JSON {
    index?[ExactName(name)]?.value ?? json.member(name)
  }

  func wire(_ name: String) -> String {
    index?[ExactName(name)]?.wire ?? name
  }

  /// The names of all members, as properties are named.
  var all: [String] {
    if let members = json.asObject {
      return index == nil ? members.map(\.name) : members.map { member in propertyName(member.name) }
    }
    return json.layout?.record?.map(\.label) ?? []
  }

  private func propertyName(_ wire: String) -> String {
    let camel = SnakeCase.camel(wire)
    return index?[ExactName(camel)]?.wire == wire ? camel : wire
  }
}
