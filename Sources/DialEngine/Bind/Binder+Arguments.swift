import DialMessage
import DialModel
import DialSyntax

extension Binder {
  /// Gives every argument its parameter; what fits none is a fault, or an extra of an open endpoint.
  mutating func assign(_ arguments: Arguments) {
    let placed = arguments.placed
    var likely = 0
    for (index, item) in arguments.items.enumerated() {
      let (name, value) = (item.name, item.value)
      if !placed.isEmpty, let placed = placed[index] {
        assign(placed, value, name)
        continue
      }
      let target = plan.arguments.target(of: name, likely: likely)
      switch target {
      case .slot(let slot)?:
        assign(slot, value, name)
        likely = slot + 1
      case .several(let slots)?:
        let names = slots.map { "'\(model.parameters[$0].qualifiedName)'" }.joined(separator: " and ")
        refuse(.ambiguous, name, "the argument '\(name)' stands in several places: give \(names)")
        refused.insert(name)
      case nil where name == "_": assignBody(value)
      case nil where model.isOpen: assignExtra(name, value)
      case nil: faults.append(unknown(name))
      }
    }
  }

  mutating func assign(_ slot: Int, _ value: ArgumentValue, _ name: String) {
    if given.slots[slot] != nil { refuse(.repeated, name, "the argument '\(name)' is given twice") }
    given.slots[slot] = value
  }

  private mutating func assignBody(_ value: ArgumentValue) {
    if let slot = plan.body.whole {
      assign(slot, value, model.parameters[slot].name)
    } else if model.isOpen {
      if given.openBody != nil { refuse(.repeated, "_", "the whole body is given twice") }
      given.openBody = value
    } else {
      refuse(.unknown, "_", "'\(model.name)' takes no whole body: \(accepted)")
    }
  }

  private mutating func assignExtra(_ name: String, _ value: ArgumentValue) {
    if model.method == "CONNECT" {
      refuse(.place, name, "CONNECT takes path arguments only, not '\(name)'")
      return
    }
    var place: Place = model.hasBody && !model.isSocket ? .field : .query
    var wire = name
    if let dot = name.firstIndex(of: "."), let written = Place.written.first(where: { $0.rawValue == name[..<dot] }) {
      place = written
      wire = String(name[name.index(after: dot)...])
      if place == .path {
        refuse(.unknown, name, "the target has no placeholder '{\(wire)}' for '\(name)'")
        return
      }
    }
    if place == .field || place == .part, case .multipart = model.encoding { place = .part }
    if place == .part, model.encoding != .multipart {
      refuse(.place, name, "'\(name)' is a part, and the body of '\(model.name)' is \(model.encoding.word): 'encoding: multipart' sends it")
      return
    }
    addExtra(.init(name: wire, place: place, value: value), for: name)
  }

  mutating func addExtra(_ extra: GivenArguments.Extra, for name: String) {
    if given.extras.contains(where: { $0.name == extra.name && $0.place == extra.place }) {
      refuse(.repeated, name, "the argument '\(name)' is given twice")
    }
    if extra.value.json == nil, extra.place != .part {
      refuse(
        .place, name, "the file '\(name)' cannot go to the \(extra.place.words): declare it as a File, or give it as the whole body '_'")
      return
    }
    given.extras.append(extra)
  }

  var accepted: String {
    let names = model.parameters.map { parameter in
      if case .slot = plan.arguments[parameter.name] { parameter.name } else { parameter.qualifiedName }
    }
    return names.isEmpty ? "it takes no arguments" : "it takes \(names.map { "'\($0)'" }.joined(separator: ", "))"
  }

  private func unknown(_ name: String) -> ArgumentFault {
    let nearest = Suggestion.nearest(to: name, among: model.parameters.map(\.name))
    let message = "unknown argument '\(name)' of '\(model.name)': \(nearest.map { "did you mean '\($0)'? " } ?? "")\(accepted)"
    return ArgumentFault(.unknown, name, message, suggestion: nearest)
  }
}
