import DialJSON

extension Binder {
  /// A text of the spec filled in; nil where an argument is absent, or a variable (which is a fault) is missing.
  mutating func fill(_ text: Text, in place: VariablePlace, isNeeded: Bool = true) -> String? {
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let part): whole += part
      case .variable(let name):
        guard let value = variable(name, in: place, isNeeded: isNeeded) else { return nil }
        whole += value
      case .argument(let name):
        guard let value = templateValue(name) else { return nil }
        whole += ValueText.plain(value) ?? JSONWriter.text(value)
      }
    }
    return whole
  }

  /// The value of a variable; a missing one is reported.
  mutating func variable(_ name: String, in place: VariablePlace, isNeeded: Bool = true) -> String? {
    guard let value = scope.value(name, in: place) else {
      let complaint = scope.complaint(name, in: place)
      if isNeeded, !missingVariables.contains(where: { $0.message == complaint.message }) { missingVariables.append(complaint) }
      return nil
    }
    if service.secretVariables.contains(name) {
      secrets.add(value)
      if isForeign, place == .structure {
        faults.append("the variable '\(name)' is a credential of the base and does not go to another origin: 'redirects.trust' allows it")
      }
    }
    return value
  }

  /// The argument that `{name}` stands for; nil where it is absent or null.
  func templateValue(_ name: String) -> JSON? {
    guard let slot = plan.templateSlots[name], let value = slots[slot]?.json, !value.isNull else { return nil }
    return value
  }
}
