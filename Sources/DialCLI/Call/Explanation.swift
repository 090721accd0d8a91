import DialEngine
import DialJSON
import DialModel
import DialPolicies
import DialSyntax

/// Where each argument of a call went, and by which rule; which policies act on the call, outermost first.
struct Explanation {
  private let placements: [Placement]
  private let policies: [PolicyLine]
  /// Why no credentials go along.
  private let withheld: String?

  init(_ draft: Draft) {
    let path = PathWords(draft.endpoint)
    placements = draft.placements.map { placement in
      let parameter = path.parameters.first { $0.name == placement.argument && $0.place.rawValue == placement.place }
      guard let number = parameter.flatMap(path.number) else { return placement }
      var numbered = placement
      numbered.rule += ", position \(number)"
      return numbered
    }
    policies = draft.endpoint.policyLines
    withheld = draft.withheld
  }

  /// `page -> query 'p': declared in the query`, `retry: 2, on 429 5xx, 100ms..20s`
  var lines: [String] {
    placements.map { placement in
      TerminalText.safe("\(placement.argument) -> \(placement.place) '\(placement.wire)': \(placement.rule)")
    } + (withheld.map { ["credentials: \(TerminalText.safe($0))"] } ?? []) + policies.map { TerminalText.safe("\($0.name): \($0.text)") }
  }

  /// The object of `--dry-run` with the members `arguments` and `policies`.
  func added(to shown: JSON) -> JSON {
    let rows: [JSON] = placements.map {
      .object([
        ("argument", .string($0.argument)), ("place", .string($0.place)), ("wire", .string($0.wire)), ("rule", .string($0.rule)),
      ])
    }
    let policies = policies.map { ($0.name, JSON.string($0.text)) }
    let more: [(String, JSON)] = withheld.map { [("credentials", .string($0))] } ?? []
    return .object(
      (shown.asObject ?? [:]).map { ($0.name, $0.value) } + [("arguments", .array(rows)), ("policies", .object(policies))] + more)
  }
}
