/// What one process found at one point: a line of JSON on its standard output.
struct GrowthSample: Codable {
  var seconds: Double
  /// The most memory that the process held, in bytes.
  var peak: Int
  /// The code of the error, where there are bounds and this is behind them.
  var refused: String?

  /// Of some of the same point: the median of each figure.
  init(medianOf samples: [GrowthSample]) {
    seconds = samples.map(\.seconds).median
    peak = Int(samples.map { Double($0.peak) }.median)
    refused = samples.first?.refused
  }

  init(seconds: Double, peak: Int, refused: String? = nil) {
    (self.seconds, self.peak, self.refused) = (seconds, peak, refused)
  }
}
