import DialCore
import DialJSON
import DialSyntax

/// Where each argument of a call went, and by which rule.
struct Explanation {
  private let placements: [Placement]

  init(_ draft: Draft) { placements = draft.placements }

  /// `page -> query 'p': declared in the query`
  var lines: [String] {
    placements.map { placement in
      TerminalText.safe("\(placement.argument) -> \(placement.place) '\(placement.wire)': \(placement.rule)")
    }
  }

  /// The object of `--dry-run` with the member `arguments`.
  func added(to shown: JSON) -> JSON {
    let rows: [JSON] = placements.map {
      .object([
        ("argument", .string($0.argument)), ("place", .string($0.place)), ("wire", .string($0.wire)), ("rule", .string($0.rule)),
      ])
    }
    return .object((shown.asObject ?? [:]).map { ($0.name, $0.value) } + [("arguments", .array(rows))])
  }
}
