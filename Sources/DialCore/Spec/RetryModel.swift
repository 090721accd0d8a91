package struct RetryModel: Sendable {
  package var max: Int?
  package var statuses: StatusSet?
  package var network = false
  package var leastWait: Duration?
  package var longestWait: Duration?
  package var unsafe = false

  /// The same, also for what may act twice.
  func everything() -> RetryModel {
    var model = self
    model.unsafe = true
    return model
  }
}
