import DialModel

/// One step of writing a query. Secret ones are omitted for another origin than that of the base.
enum QueryStep: Sendable {
  /// Items that are the same in every call: `a=1&b=2`.
  case fixed(String, isSecret: Bool)
  /// An item with arguments in its text; the key is encoded and ends with `=`.
  case text(String, FilledText, isSecret: Bool)
  /// An item of the spec that is one argument with its own name.
  case argument(Int?, String, ItemWriter, isSecret: Bool)
  /// An item of the target, omitted if its placeholder is absent.
  case item([TargetPlan.Piece], isSecret: Bool)
  /// `{?x,y}` or `{&x,y}` of the target.
  case expansion(ExpressionPlan)
  case parameter(Int, QueryParameter)

  /// Returns the steps with adjacent constant ones joined.
  static func joined(_ steps: [QueryStep]) -> [QueryStep] {
    steps.reduce(into: []) { joined, step in
      if case .fixed(let before, false)? = joined.last, case .fixed(let text, false) = step {
        joined[joined.count - 1] = .fixed(before + "&" + text, isSecret: false)
      } else {
        joined.append(step)
      }
    }
  }
}

/// How one parameter becomes query items.
final class QueryParameter: Sendable {
  let model: ParameterModel
  /// The encoded name with `=`; of a flag the encoded name alone.
  let key: String
  let writer: ItemWriter

  init(_ model: ParameterModel) {
    self.model = model
    key = PercentEncoding.encode(model.wire) + (model.isFlag ? "" : "=")
    writer = ItemWriter(model.isRaw ? .raw : .query, model.style)
  }
}
