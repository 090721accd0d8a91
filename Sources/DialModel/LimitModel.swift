/// How often calls may go out. Each key of a spec makes one: the calls that it holds for share it.
package final class LimitModel: Sendable {
  /// Calls in a time.
  package struct Rate: Sendable, Hashable {
    package var count: Int
    package var per: Duration
    /// As the spec has it: `10/s`.
    package var text: String

    package init(count: Int, per: Duration, text: String) {
      self.count = count
      self.per = per
      self.text = text
    }
  }

  package let rate: Rate?
  /// Calls at once.
  package let concurrent: Int?

  package init(rate: Rate?, concurrent: Int?) {
    self.rate = rate
    self.concurrent = concurrent
  }

  /// `10/s, 4 at once`
  package var text: String {
    [rate?.text, concurrent.map { "\($0) at once" }].compactMap(\.self).joined(separator: ", ")
  }
}
