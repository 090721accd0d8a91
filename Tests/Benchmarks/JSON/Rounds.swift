/// Two ways to do the same, timed in turns: the machine drifts, so only their ratio in the same round counts.
struct Rounds {
  /// Seconds of each round.
  var ours: [Double] = []
  var theirs: [Double] = []

  static let count = 9
  /// The least time of one measurement, so that the clock and the first touch of memory do not count.
  static let span = 0.04

  init(_ ours: () -> Void, _ theirs: () -> Void) {
    _ = Self.time(ours)
    _ = Self.time(theirs)
    for _ in 0..<Self.count {
      self.ours.append(Self.time(ours))
      self.theirs.append(Self.time(theirs))
    }
  }

  /// Seconds of one run of the body.
  private static func time(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var runs = 0
    var seconds = 0.0
    repeat {
      body()
      runs += 1
      seconds = (clock.now - start) / .seconds(1)
    } while seconds < span
    return seconds / Double(runs)
  }

  /// How many times as long as ours theirs takes, round by round, sorted.
  var ratios: [Double] { zip(ours, theirs).map { $1 / $0 }.sorted() }
}

extension [Double] {
  var median: Double { sorted()[count / 2] }
}
