import HTTPTypes

/// The headers of an endpoint: constant ones, and steps that write the others.
struct HeaderPlan: Sendable {
  let steps: [HeaderStep]
  /// The result of the first `fixedCount` steps, if nothing prevents them.
  let fixed: HTTPFields
  let fixedCount: Int

  init(_ steps: [HeaderStep]) {
    var builder = HeaderBuilder()
    var count = 0
    for step in steps {
      guard case .text(let target, let text) = step, let value = text.constant, builder.set(target, value) == nil else { break }
      count += 1
    }
    self.steps = steps
    fixed = builder.fields
    fixedCount = count
  }
}
