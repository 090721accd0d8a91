import Dial
import Foundation

extension Soak.Step {
  /// Calls to a server that fails one request in twenty. Half of them are retried: each returns its own number in the end, and every
  /// request is an attempt that the client reports. The other half returns the number or the expected error.
  static let faults = Soak.Step(name: "faults") { client in
    let count = ProcessInfo.processInfo.environment["CALLS"].flatMap { Int($0) } ?? 200_000
    let workers = 32
    let tally = try await withThrowingTaskGroup(of: FaultTally.self) { group in
      for worker in 0..<workers {
        group.addTask {
          var tally = FaultTally()
          for number in stride(from: worker, to: count, by: workers) { try await tally.call(client, number) }
          return tally
        }
      }
      return try await group.reduce(into: FaultTally()) { $0.add($1) }
    }
    try tally.check(againCalls: (count + 1) / 2, try await client.call("told", ["way": "again"]).value)
    try tally.check(onceCalls: count / 2, try await client.call("told", ["way": "once"]).value)
    let failed = tally.failures.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    return "\(count) calls, \(tally.tries) tries of the half with retries, of the others \(failed)"
  }
}

/// The outcomes of calls, as reported by the client.
struct FaultTally {
  /// The attempts of calls with retries, which all succeed.
  private(set) var tries = 0
  private var again = 0
  /// The attempts of calls without retries.
  private var once = 0
  private(set) var failures: [String: Int] = [:]

  mutating func call(_ client: Client, _ number: Int) async throws {
    let isOnce = number % 2 == 1
    let reply: Reply
    do throws(CallError) {
      reply = try await client.call(isOnce ? "once" : "again", ["n": number])
    } catch {
      guard isOnce else { throw Soak.Failure(description: "call \(number) failed: \(error)") }
      try Soak.require(error.attempts == 1, "call \(number) without retries was sent \(error.attempts) times: \(error)")
      failures[error.code.rawValue, default: 0] += 1
      return
    }
    try Soak.require(reply.value.n.asInt == number, "the reply of call \(number) is that of \(reply.value)")
    if isOnce { once += 1 } else { (again, tries) = (again + 1, tries + reply.metrics.attempts) }
  }

  mutating func add(_ other: FaultTally) {
    (tries, again, once) = (tries + other.tries, again + other.again, once + other.once)
    failures.merge(other.failures) { $0 + $1 }
  }

  /// A pooled connection that has ended is replaced without an attempt if the request can be repeated.
  func check(againCalls count: Int, _ told: JSON) throws {
    let (requests, dropped) = (told.requests.asInt ?? 0, told.dropped.asInt ?? 0)
    let seen = (told.refused.asInt ?? 0) + (told.cut.asInt ?? 0) + (told.silent.asInt ?? 0)
    try Soak.require(
      again == count && tries >= count + seen && tries <= requests && requests <= tries + dropped,
      "\(again) of \(count) calls with retries succeeded by \(tries) tries, and the server saw \(told)")
  }

  func check(onceCalls count: Int, _ told: JSON) throws {
    let hungUp = (failures["connect"] ?? 0) + (failures["protocol"] ?? 0)
    let isRight =
      failures["status"] == told.refused.asInt && failures["truncated"] == told.cut.asInt && failures["timeout"] == told.silent.asInt
      && hungUp <= told.dropped.asInt ?? 0 && once + failures.values.reduce(0, +) == count
    try Soak.require(isRight, "\(once) of \(count) calls without retries succeeded, \(failures) failed, and the server saw \(told)")
  }
}
