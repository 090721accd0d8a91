import HTTPTypes

/// The headers of an endpoint: those that are the same for every call, ready made, and the steps that write the rest.
struct HeaderPlan: Sendable {
  let steps: [HeaderStep]
  /// What the first `fixedCount` steps write, where nothing keeps them from it.
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
