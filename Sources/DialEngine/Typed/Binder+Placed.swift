import DialJSON
import DialMessage
import DialModel

extension Binder {
  /// Gives an argument that says itself where it goes to the parameter of this place and name; else it is an extra of an open endpoint.
  mutating func assign(_ placed: PlacedArgument, _ value: ArgumentValue, _ property: String) {
    let wire = placed.name ?? property
    if let slot = slot(of: placed, wire, property) {
      if placed.file.filename != nil || placed.file.mimeType != nil { given.files[slot] = placed.file }
      return assign(slot, value, property)
    }
    if placed.place == .path { return refuse(.unknown, property, "the target has no placeholder '{\(wire)}' for '\(property)'") }
    guard model.isOpen else { return refuse(.unknown, property, unknown(placed, wire, property)) }
    if placed.place == .part, model.encoding != .multipart {
      return refuse(
        .place, property, "'\(property)' is a part, and '\(model.name)' sends no multipart body: write 'multipart' behind its method")
    }
    switch placed.form {
    case .spread: spread(value, placed, property)
    case .flag:
      if value.json?.asBool == true { addExtra(.init(name: wire, place: placed.place, value: value, isFlag: true), for: property) }
    case .item: addExtra(extra(wire, value, placed), for: property)
    }
  }

  private func extra(_ wire: String, _ value: ArgumentValue, _ placed: PlacedArgument) -> GivenArguments.Extra {
    let place = placed.place == .field && model.encoding == .multipart ? .part : placed.place
    return .init(name: wire, place: place, value: value, isVerbatim: placed.name != nil || placed.form == .spread, file: placed.file)
  }

  private mutating func spread(_ value: ArgumentValue, _ placed: PlacedArgument, _ property: String) {
    guard let members = value.json?.asObject else {
      refuse(.type, property, "'\(property)' is spread into the \(placed.place.words) and must be a dictionary")
      return
    }
    for member in members where !member.value.isNull {
      addExtra(extra((placed.name ?? "") + member.name, .json(member.value), placed), for: property)
    }
  }

  /// By its name on the wire, else by that of the property. Parts are members of a multipart body.
  private func slot(of placed: PlacedArgument, _ wire: String, _ property: String) -> Int? {
    func fits(_ parameter: ParameterModel) -> Bool {
      let isMember = placed.place == .field && parameter.place == .part || placed.place == .part && parameter.place == .field
      return (parameter.place == placed.place || isMember) && parameter.isSpread == (placed.form == .spread)
    }
    let parameters = model.parameters
    return parameters.firstIndex { fits($0) && ($0.place == .header ? HeaderRules.isSame($0.wire, wire) : $0.wire == wire) }
      ?? parameters.firstIndex { fits($0) && $0.name == property }
  }

  private func unknown(_ placed: PlacedArgument, _ wire: String, _ property: String) -> String {
    let renamed = wire == property ? "" : " as '\(wire)'"
    return "the property '\(property)' goes to the \(placed.place.words)\(renamed), and '\(model.name)' takes none there: \(accepted)"
  }
}
