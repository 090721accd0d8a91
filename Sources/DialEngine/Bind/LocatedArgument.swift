import DialJSON
import DialMessage
import DialModel

/// An argument in a location that consists of names and values, such as cookies.
struct LocatedArgument {
  let name: String
  /// The name in messages: of a member of a dictionary, `name.member`.
  let path: String
  let wire: String
  let value: JSON
  /// Whether it is sent without its value.
  var isFlag = false
  var isMember = false
  /// Whether it is a list in one text, which has commas.
  var isList = false
  /// Why it is in its location.
  let rule: String
}

extension Binding {
  /// Returns the arguments in a location that have a value: those with a parameter, the members of spread dictionaries, then those that an
  /// open endpoint gets by qualified name. A named argument wins over a member.
  ///
  /// - Parameter plural: the location in messages: `cookies`.
  mutating func arguments(in location: Place, _ plural: String) -> [LocatedArgument] {
    let parameters = model.parameters.enumerated().filter { $1.place == location }
    let named = Set(parameters.filter { !$1.isSpread && given.value($0) != nil }.map(\.element.wire))
    var found: [LocatedArgument] = []
    for (slot, parameter) in parameters {
      guard let value = valueWithJSONAsText(slot, inASCII: true) else { continue }
      let (name, wire) = (parameter.name, parameter.wire)
      let isObject = parameter.style.objects == .spread && value.asKind == .object
      guard parameter.isSpread || isObject else {
        if parameter.isFlag, value.asBool != true { continue }
        let rule = "declared as a \(location.words)"
        if parameter.style.arrays == .repeat, let items = value.asArray {
          found += items.map { .init(name: name, path: name, wire: wire, value: $0, rule: rule) }
          continue
        }
        let list = JSON.listed(value, parameter.style)
        found.append(
          .init(name: name, path: name, wire: wire, value: list ?? value, isFlag: parameter.isFlag, isList: list != nil, rule: rule))
        continue
      }
      guard let members = value.asObject else {
        refuse(.type, name, "'\(name)' must be an object, because it is spread into \(plural)")
        continue
      }
      let prefix = isObject ? "" : wire
      for member in members where !member.value.isNull && !named.contains(prefix + member.name) {
        found.append(
          .init(
            name: name, path: "\(name).\(member.name)", wire: prefix + member.name, value: member.value, isMember: true,
            rule: "spread into \(plural)"))
      }
    }
    for extra in given.extras where extra.place == location {
      guard let value = extra.value.json else { continue }
      let rule = "passed as '\(location.rawValue).\(extra.name)'"
      found.append(.init(name: extra.name, path: extra.name, wire: extra.name, value: value, isFlag: extra.isFlag, rule: rule))
    }
    return found
  }
}
