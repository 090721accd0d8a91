import Foundation

/// Series over the same unit: a table of times, a table of memory and a plot.
struct GrowthSection {
  let name: String
  /// The unit of the sizes; nil for bytes.
  let unit: String?
  private(set) var series: [GrowthSeries] = []

  /// Whether it is selected: `make growth ONLY=calls`.
  var isWanted: Bool {
    let only = ProcessInfo.processInfo.environment["ONLY"] ?? ""
    return only.isEmpty || name.hasPrefix(only)
  }

  /// Measures a series, and prints the results to standard error.
  mutating func measure(_ name: String, _ sizes: [Int], _ sample: (Int) throws -> GrowthSample) throws {
    var line = GrowthSeries(name)
    for size in sizes {
      let found = try Self.repeated { try sample(size) }
      line.add(size, found)
      let figures = found.refused.map { "refused, \($0)" } ?? Table.time(found.seconds)
      FileHandle.standardError.write(Data("\(self.name): \(name), \(label(size)): \(figures), \(Units.bytes(found.peak))\n".utf8))
    }
    series.append(line)
  }

  /// Measures five times if that is short, otherwise once.
  private static func repeated(_ sample: () throws -> GrowthSample) rethrows -> GrowthSample {
    let clock = ContinuousClock()
    let start = clock.now
    var samples = [try sample()]
    let maximum =
      switch clock.now - start {
      case ..<(.seconds(1)): 5
      case ..<(.seconds(4)): 3
      default: 1
      }
    while samples.count < maximum { samples.append(try sample()) }
    return GrowthSample(medianOf: samples)
  }

  var sizes: [Int] { Set(series.flatMap { $0.points.map(\.size) }).sorted() }

  func label(_ size: Int) -> String { unit == nil ? Units.bytes(size) : Units.count(size) }

  /// Formats a size for an axis.
  func tick(_ size: Int) -> String {
    guard unit != nil, size >= 1000 else { return label(size) }
    return size < 1_000_000 ? "\(size / 1000)k" : "\(size / 1_000_000)M"
  }

  var tables: String {
    let times = table("time", slope: \.time) { size, sample in
      sample.refused.map { "refused (`\($0)`)" } ?? "\(Table.time(sample.seconds)), \(rate(size, sample.seconds))"
    }
    return times + "\n" + table("memory at most", slope: \.memory) { _, sample in Units.bytes(sample.peak) }
  }

  private func table(_ figure: String, slope: KeyPath<GrowthSeries, Slope>, _ cell: (Int, GrowthSample) -> String) -> String {
    let head = ["\(figure) by \(unit ?? "size")"] + series.map(\.name)
    var rows = [head, head.map { _ in "--:" }]
    for size in sizes { rows.append([label(size)] + series.map { line in line.sample(at: size).map { cell(size, $0) } ?? "" }) }
    rows.append(["**slope**"] + series.map { "**\($0[keyPath: slope].description)**" })
    return rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private func rate(_ size: Int, _ seconds: Double) -> String {
    unit == nil ? "\(Units.bytes(Int(Double(size) / seconds)))/s" : "\(Table.time(seconds / Double(size))) each"
  }

  var faults: [String] {
    series.flatMap { line in
      [("time", line.time), ("memory", line.memory)].filter { $1.isWorseThanLinear }
        .map { "\(name): the \($0) of '\(line.name)' grows by \($1.description)" }
    }
  }
}
