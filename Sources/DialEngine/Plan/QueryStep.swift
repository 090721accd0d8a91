import DialModel

/// One step of writing a query. Secret ones are left out on another origin than the base's.
enum QueryStep: Sendable {
  /// Items that are the same for every call, `a=1&b=2`.
  case fixed(String, isSecret: Bool)
  /// An item whose text holds arguments; the key is encoded and ends in `=`.
  case text(String, FilledText, isSecret: Bool)
  /// An item of the spec that is one argument, under a name of its own.
  case argument(Int?, String, ItemWriter, isSecret: Bool)
  /// An item of the target; it disappears when its placeholder is absent.
  case item([TargetPlan.Piece], isSecret: Bool)
  /// `{?x,y}` or `{&x,y}` of the target.
  case expansion(ExpressionPlan)
  case parameter(Int, QueryParameter)

  /// The same steps, with neighbours that no call changes as one.
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

/// How one parameter becomes items of the query.
final class QueryParameter: Sendable {
  let model: ParameterModel
  /// The encoded name with its `=`; for a flag the encoded name.
  let key: String
  let writer: ItemWriter

  init(_ model: ParameterModel) {
    self.model = model
    key = PercentEncoding.encode(model.wire) + (model.isFlag ? "" : "=")
    writer = ItemWriter(model.isRaw ? .raw : .query, model.style)
  }
}
