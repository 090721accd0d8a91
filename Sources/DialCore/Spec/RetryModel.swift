package struct RetryModel: Sendable {
  package var max: Int?
  package var statuses: StatusSet?
  package var network = false
  package var leastWait: Duration?
  package var longestWait: Duration?
  package var unsafe = false
}
