package struct RetryModel: Sendable {
  package var max: Int?
  package var statuses: StatusSet?
  package var network = false
  package var minWait: Duration?
  package var maxWait: Duration?
  package var unsafe = false

  package init(
    max: Int? = nil, statuses: StatusSet? = nil, network: Bool = false, minWait: Duration? = nil, maxWait: Duration? = nil,
    unsafe: Bool = false
  ) {
    self.max = max
    self.statuses = statuses
    self.network = network
    self.minWait = minWait
    self.maxWait = maxWait
    self.unsafe = unsafe
  }

  /// The same, also for what may act twice.
  package func everything() -> RetryModel {
    var model = self
    model.unsafe = true
    return model
  }
}
