import DialJSON

extension Binder {
  /// The URL up to the query.
  mutating func target() -> String {
    let origin: String
    if let pieces = plan.target.authority {
      origin = authority(pieces)
      isForeign = isForeign(origin)
    } else {
      origin = resolvedBase(isNeeded: true) ?? ""
    }
    let path = self.path()
    if path.isEmpty { return origin }
    return origin.trimmingSlashes() + "/" + path.drop { $0 == "/" }
  }

  /// Whether an absolute target leads to where credentials may not go. Trust in a host does not reach from https to http.
  private mutating func isForeign(_ target: String) -> Bool {
    // Without the base nobody can say whose credentials they are: where there are some, it must be known.
    let needsBase = if case .none = model.auth { false } else { true }
    guard let there = Origin(target), let home = resolvedBase(isNeeded: needsBase && service.base != nil).flatMap({ Origin($0) }) else {
      return true
    }
    if there == home { return false }
    let isLowered = home.scheme == "https" && there.scheme != "https" && !Loopback.contains(there.host)
    return isLowered || !RedirectRules.isTrusted(there.host, model.policy.trustedHosts ?? [])
  }

  /// The base with its variables, checked.
  private mutating func resolvedBase(isNeeded: Bool) -> String? {
    if let base {
      if let fault = BaseURL.fault(base) { faults.append(fault.replacing("'base'", with: "the given base")) }
      return base
    }
    guard let text = service.base else {
      if isNeeded { faults.append("the spec has no 'base': give one with --base, or base: in Swift") }
      return nil
    }
    guard let filled = fill(text, in: .structure, isNeeded: isNeeded) else { return nil }
    if text.literal == nil, let fault = BaseURL.fault(filled) { faults.append(fault) }
    return filled
  }

  /// `https://{region}.example.com`: an argument there is letters, digits, `-` and `.`.
  private mutating func authority(_ pieces: [TargetPlan.Piece]) -> String {
    var whole = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): whole += text
      case .variable(let name):
        guard let value = variable(name, in: .structure) else { continue }
        if !isHostPart(value) { faults.append("the variable '\(name)' cannot stand in a host: letters, digits, '-' and '.'") }
        whole += value
      case .expression(let expression):
        for variable in expression.variables {
          let given = targetValue(variable).flatMap(ValueText.plain) ?? variable.defaultText
          guard let text = given else { continue }
          if !isHostPart(text) { faults.append("'\(argumentName(variable))' cannot stand in a host: letters, digits, '-' and '.'") }
          whole += text
          noteTarget(variable, "host")
        }
      }
    }
    return whole
  }

  private func isHostPart(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("..") && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.utf8.allSatisfy { Name.isASCIIPart($0) && $0 != UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
  }

  private mutating func path() -> String {
    var segments: [String] = []
    for pieces in plan.target.segments {
      guard let segment = segment(pieces) else { continue }
      segments.append(segment)
    }
    return segments.joined(separator: "/")
  }

  /// One segment filled in; nil where an optional placeholder took it away.
  private mutating func segment(_ pieces: [TargetPlan.Piece]) -> String? {
    var text = ""
    var names: [String] = []
    for piece in pieces {
      switch piece {
      case .literal(let part): text += part
      case .variable(let name):
        guard let value = variable(name, in: .structure) else { continue }
        refuseStray(.string(value), "the variable '\(name)'", in: "path")
        text += PercentEncoding.encodeKeepingReserved(value)
        names.append("the variable '\(name)'")
      case .expression(let expression):
        for variable in expression.variables { noteTarget(variable, "path") }
        let isAbsent = expression.variables.allSatisfy { targetValue($0) == nil && $0.defaultText == nil }
        let isPlain = expression.operation == .simple || expression.operation == .reserved
        if isAbsent, isPlain, expression.variables.contains(where: isOptional) { return nil }
        names += expression.variables.filter { targetValue($0) != nil }.map { "'\(argumentName($0))'" }
        text += expand(expression) ?? ""
      }
    }
    checkSegment(text, names)
    return text
  }

  private func isOptional(_ variable: URITemplate.Variable) -> Bool {
    variable.isOptional || plan.targetSlots[variable.name].map { !model.parameters[$0].isRequired && $0 < slots.count } ?? false
  }

  /// An expression filled in; nil where all its variables are absent.
  mutating func expand(_ expression: URITemplate.Expression, in place: String = "path") -> String? {
    var expression = expression
    let isRaw = expression.variables.contains { plan.targetSlots[$0.name].map { model.parameters[$0].isRaw } ?? false }
    if isRaw, expression.operation == .simple { expression.operation = .reserved }
    if expression.operation.keepsReserved {
      for variable in expression.variables {
        if let value = targetValue(variable) { refuseStray(value, "'\(argumentName(variable))'", in: place) }
      }
    }
    do throws(URITemplateError) {
      return try expression.expand(targetValue)
    } catch {
      faults.append(error.message)
      return nil
    }
  }

  /// A raw value may not leave the path or the query.
  private mutating func refuseStray(_ value: JSON, _ who: String, in place: String) {
    if let items = value.asArray {
      for item in items { refuseStray(item, who, in: place) }
    } else if let members = value.asObject {
      for member in members {
        refuseStray(.string(member.name), who, in: place)
        refuseStray(member.value, who, in: place)
      }
    }
    guard let text = ValueText.plain(value),
      let stray = text.unicodeScalars.first(where: { $0 == "?" || $0 == "#" || $0.value < 0x20 || $0.value == 0x7F })
    else { return }
    let shown = stray.value < 0x20 || stray.value == 0x7F ? "a control character" : "'\(stray)'"
    faults.append("\(who) goes into the \(place) as it is and may not hold \(shown)")
  }

  /// A segment that arguments made may not be empty, `.` or `..`, in whatever spelling (trap T1).
  private mutating func checkSegment(_ text: String, _ names: [String]) {
    guard !names.isEmpty else { return }
    if text.isEmpty {
      faults.append("\(names.joined(separator: " and ")) is empty: the path needs a value")
    } else if PercentEncoding.holdsDotSegment(text) {
      faults.append("\(names.joined(separator: " and ")) makes a segment '.' or '..' of the path, which would lead elsewhere")
    }
  }

  /// The value that a placeholder of the target gets; nil where it is absent.
  func targetValue(_ variable: URITemplate.Variable) -> JSON? {
    guard let slot = plan.targetSlots[variable.name] ?? plan.templateSlots[variable.name] else { return nil }
    return slots[slot]?.json
  }

  func argumentName(_ variable: URITemplate.Variable) -> String {
    plan.targetSlots[variable.name].map { model.parameters[$0].name } ?? variable.name
  }

  mutating func noteTarget(_ variable: URITemplate.Variable, _ place: String) {
    guard targetValue(variable) != nil else { return }
    placements.append(
      Placement(argument: argumentName(variable), place: place, wire: variable.name, rule: "the target names '{\(variable.name)}'"))
  }
}
