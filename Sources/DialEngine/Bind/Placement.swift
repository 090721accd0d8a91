import DialJSON
import DialModel

/// Where one argument was written, and by which rule.
package struct Placement: Sendable {
  package var argument: String
  package var place: String
  /// The name as it was sent.
  package var wire: String
  package var rule: String
  /// Whether the name is that of a member of a dictionary, which an item of its own replaces.
  var isSpread = false
}

/// The trace of a call: each writer records what it wrote, in the order of writing, if the call is explained.
extension Binding {
  mutating func note(_ argument: String, _ location: Place, _ wires: [String], _ rule: String, isSpread: Bool = false) {
    for wire in wires { note(Placement(argument: argument, place: location.rawValue, wire: wire, rule: rule, isSpread: isSpread)) }
  }

  /// Records a placement once: the items of an array have the same name.
  mutating func note(_ placement: Placement) {
    let isKnown = trace?.contains { $0.argument == placement.argument && $0.place == placement.place && $0.wire == placement.wire } ?? true
    if !isKnown { trace?.append(placement) }
  }

  /// Records the variables of an expression that were written.
  ///
  /// - Parameter items: the names of the query items that contain the expression; nil if it writes its own.
  mutating func note(_ plan: ExpressionPlan, in location: String, items: [String]? = nil) {
    for (index, variable) in plan.expression.variables.enumerated() {
      // Alone, an absent variable writes nothing.
      let text = try? plan.expression.expand { $0 == index ? valueWithJSONAsText(plan.slots[index]) : nil }
      guard let text else { continue }
      let isItem = [.query, .continuation].contains(plan.written)
      let wires = items ?? (isItem ? ItemList.names(of: Array(text.utf8.dropFirst())[...]) : [variable.name])
      let shown = "{\(plan.written.sign)\(variable.name)\(variable.explode ? "*" : "")\(variable.prefix.map { ":\($0)" } ?? "")}"
      for wire in wires {
        note(Placement(argument: plan.names[index], place: location, wire: wire, rule: "placeholder '\(shown)' in the target"))
      }
    }
  }

  mutating func note(_ argument: LocatedArgument, in location: Place) {
    if isTraced { note(argument.name, location, [argument.wire], argument.rule) }
  }

  /// Records a header with the arguments in it. It replaces one with the same name.
  mutating func note(header wire: String, _ arguments: [(name: String, rule: String)]) {
    dropTrace(ofHeader: wire)
    for (name, rule) in arguments { note(name, .header, [wire], rule) }
  }

  /// Forgets a header that was replaced or removed, and with `Cookie`, all cookies.
  mutating func dropTrace(ofHeader wire: String) {
    let isCookie = HeaderRules.isSame(wire, "cookie")
    trace?.removeAll { row in
      row.place == Place.header.rawValue && HeaderRules.isSame(row.wire, wire) || isCookie && row.place == Place.cookie.rawValue
    }
  }

  /// Records the arguments in a body template under the member that contains them, or as the whole body.
  mutating func note(_ template: FilledTemplate) {
    let shown = Dictionary((model.body?.texts ?? []).flatMap(\.placeholders).map { ($0.name, $0.text) }) { first, _ in first }
    let given = given
    for (wire, part) in template.members ?? [("_", template)] {
      var slots: [Int] = []
      var problems: [Problem] = []
      _ = part.filled(
        {
          slots.append($0); return given.value($0)
        }, &generated, &problems)
      for name in slots.filter({ given.value($0) != nil }).map({ model.parameters[$0].name }).distinct() {
        note(name, .body, [wire], "placeholder '\(shown[name] ?? "{\(name)}")' in 'body' of the spec")
      }
    }
  }
}

extension FilledTemplate {
  /// The members of an object, each as an object of its own; nil for another template, and for a name that is known only in a call.
  fileprivate var members: [(String, FilledTemplate)]? {
    guard case .object(let members) = self, members.allSatisfy({ $0.name.constant != nil }) else { return nil }
    return members.map { ($0.name.constant ?? "", .object([$0])) }
  }
}
