import Dispatch

// All tests share as many threads as there are cores. A test that computes or blocks for long stops those that wait for a server, and
// their limits pass.

/// Does work that blocks, such as waiting for a program, in a thread of its own.
package func blocking<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    // The threads of the global queue are as few as the cores, too.
    DispatchQueue(label: "blocking").async { continuation.resume(with: Swift.Result(catching: work)) }
  }
}

extension Sequence {
  /// Filters, and gives way to other tests before each element.
  package func filterGivingWay(_ isIncluded: (Element) throws -> Bool) async rethrows -> [Element] {
    var included: [Element] = []
    for element in self {
      await Task.yield()
      if try isIncluded(element) { included.append(element) }
    }
    return included
  }
}
