import Dial
import Foundation

extension Soak.Step {
  /// Calls through a server that fails one request in twenty: each gives its own number, and each request is accounted for.
  static let faults = Soak.Step(name: "faults") { client in
    let count = ProcessInfo.processInfo.environment["CALLS"].flatMap { Int($0) } ?? 200_000
    let workers = 32
    let attempts = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<workers {
        group.addTask {
          var attempts = 0
          for number in stride(from: worker, to: count, by: workers) {
            let reply = try await client.call("faulty", ["n": number])
            try Soak.require(reply.n.asInt == number, "the reply of call \(number) is that of \(reply.value)")
            attempts += reply.metrics.attempts
          }
          return attempts
        }
      }
      return try await group.reduce(0, +)
    }
    let told = try await client.faults()
    let (requests, dropped) = (told.requests.asInt ?? 0, told.dropped.asInt ?? 0)
    let seen = (told.refused.asInt ?? 0) + (told.cut.asInt ?? 0) + (told.silent.asInt ?? 0)
    // A connection of the pool that ends is replaced unseen where the request may go twice: no try of the call.
    try Soak.require(
      attempts >= count + seen && attempts <= requests && requests <= attempts + dropped,
      "\(count) calls made \(attempts) tries, and the server saw \(String(describing: told.value))")
    return "\(count) calls, \(attempts) tries, \(requests) requests, \(dropped + seen) of them failed"
  }
}
