/// One operation with growing sizes.
struct GrowthSeries {
  struct Point {
    /// A number, or a number of bytes.
    var size: Int
    var sample: GrowthSample
  }

  let name: String
  private(set) var points: [Point] = []

  init(_ name: String) { self.name = name }

  mutating func add(_ size: Int, _ sample: GrowthSample) { points.append(Point(size: size, sample: sample)) }

  func sample(at size: Int) -> GrowthSample? { points.first { $0.size == size }?.sample }

  var accepted: [Point] { points.filter { $0.sample.refused == nil } }

  var time: Slope { slope { $0.seconds } }
  var memory: Slope { slope { Double($0.peak) } }

  private func slope(_ figure: (GrowthSample) -> Double) -> Slope { Slope(accepted.map { (Double($0.size), figure($0.sample)) }) }
}
