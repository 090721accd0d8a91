/// The measurement of one point by one process: a line of JSON on its standard output.
struct GrowthSample: Codable {
  var seconds: Double
  var peak: Int
  /// The code of the error if a limit is exceeded.
  var refused: String?

  /// The median of each figure, for several samples of one point.
  init(medianOf samples: [GrowthSample]) {
    seconds = samples.map(\.seconds).median
    peak = Int(samples.map { Double($0.peak) }.median)
    refused = samples.first?.refused
  }

  init(seconds: Double, peak: Int, refused: String? = nil) {
    (self.seconds, self.peak, self.refused) = (seconds, peak, refused)
  }
}
