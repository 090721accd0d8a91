import Foundation

/// Two ways to do the same, timed in turns: the machine drifts, so only their ratio in the same round counts.
struct Rounds {
  /// Seconds of one run, round by round.
  private(set) var ours: [Double] = []
  private(set) var theirs: [Double] = []

  /// How many rounds: `make bench ROUNDS=5`.
  static let count = max(1, ProcessInfo.processInfo.environment["ROUNDS"].flatMap { Int($0) } ?? 15)

  /// Both give the seconds that one run took. Who begins changes from round to round; the first round does not count.
  init(_ ours: () throws -> Double, _ theirs: () throws -> Double) rethrows {
    for round in 0...Self.count {
      let first = round % 2 == 0 ? try ours() : nil
      let other = try theirs()
      let own = try first ?? ours()
      if round > 0 { add(own, other) }
    }
  }

  /// `times`: so many times as many rounds, where one is short and what it measures swings much.
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

  /// How many times as long as ours theirs takes, round by round, sorted.
  var ratios: [Double] { zip(ours, theirs).map { $1 / $0 }.sorted() }
}

/// Measures time.
enum Stopwatch {
  /// The least time of one measurement, so that the clock and the first touch of memory do not count.
  static let span = 0.04

  /// Seconds of processor time of one run of the body, which works on this thread: what else runs on the machine counts little.
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

  /// Seconds of processor time of this thread.
  static var threadTime: Double { cpu(CLOCK_THREAD_CPUTIME_ID) }

  /// Seconds of processor time of this process, all threads together.
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
