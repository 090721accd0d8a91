import Foundation

/// Two operations that are timed alternately. Only their ratio in the same round counts, because the speed of a machine varies.
struct Rounds {
  /// The seconds of one run in each round.
  private(set) var ours: [Double] = []
  private(set) var theirs: [Double] = []

  /// The number of rounds: `make bench ROUNDS=5`.
  static let count = max(1, ProcessInfo.processInfo.environment["ROUNDS"].flatMap { Int($0) } ?? 15)

  init(_ ours: () throws -> Double, _ theirs: () throws -> Double) rethrows {
    for round in 0...Self.count {
      let first = round % 2 == 0 ? try ours() : nil
      let other = try theirs()
      let own = try first ?? ours()
      if round > 0 { add(own, other) }
    }
  }

  /// `times` multiplies the number of rounds, for short runs that vary.
  init(times: Int = 1, _ ours: () async throws -> Double, _ theirs: () async throws -> Double) async rethrows {
    for round in 0...Self.count * times {
      let first = round % 2 == 0 ? try await ours() : nil
      let other = try await theirs()
      let own: Double
      if let first { own = first } else { own = try await ours() }
      if round > 0 { add(own, other) }
    }
  }

  private mutating func add(_ own: Double, _ other: Double) {
    ours.append(own)
    theirs.append(other)
  }

  /// The time of `theirs` divided by that of `ours` in each round, sorted.
  var ratios: [Double] { zip(ours, theirs).map { $1 / $0 }.sorted() }
}

/// Measures time.
enum Stopwatch {
  /// The minimum time of one measurement, so that the clock and the first access to memory do not count.
  static let span = 0.04

  /// Returns the seconds of processor time of one run on this thread, which other processes hardly affect.
  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    var (runs, batch) = (0, 1)
    let start = cpu(CLOCK_THREAD_CPUTIME_ID)
    while true {
      for _ in 0..<batch { try body() }
      runs += batch
      let seconds = cpu(CLOCK_THREAD_CPUTIME_ID) - start
      if seconds >= span { return seconds / Double(runs) }
      batch = runs
    }
  }

  static var threadTime: Double { cpu(CLOCK_THREAD_CPUTIME_ID) }

  static var processorTime: Double { cpu(CLOCK_PROCESS_CPUTIME_ID) }

  private static func cpu(_ clock: clockid_t) -> Double {
    var now = timespec()
    clock_gettime(clock, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

extension [Double] {
  var median: Double { sorted()[count / 2] }
}

/// Keeps a result from being optimised away.
@inline(never) func use<T>(_ value: T) {}
