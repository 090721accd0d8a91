import Foundation

/// The table that is printed: a line of Markdown for each case when it is measured.
struct Table {
  private let only = ProcessInfo.processInfo.environment["ONLY"] ?? ""

  struct Notes {
    var ours = ""
    var theirs = ""

    static func processor(_ ours: [Double], _ theirs: [Double]) -> Notes {
      Notes(ours: ", \(Table.time(ours.median)) of processor", theirs: ", \(Table.time(theirs.median)) of processor")
    }
  }

  static func run() async throws {
    Machine.describe()
    let table = Table()
    table.head()
    try StartSuite(table).run()
    try OnceSuite(table).run()
    try JSONSuite(table).run()
    try BindSuite(table).run()
    try await CallSuite(table).run()
    try await HookSuite(table).run()
    try await StreamSuite(table).run()
    try SpecSuite(table).run()
  }

  private func head() {
    print("| case | Dial | peer | ratio | spread | peer is |")
    print("|:--|--:|--:|--:|:-:|:--|")
  }

  func wants(_ suite: String, _ name: String) -> Bool { only.isEmpty || "\(suite): \(name)".contains(only) }

  func wants(_ suite: String) -> Bool {
    !["start", "once", "json", "bind", "call", "stream", "spec"].contains { $0 != suite && only.hasPrefix($0) }
  }

  func row(_ suite: String, _ name: String, against peer: String, _ rounds: Rounds, _ notes: Notes = Notes()) {
    let ratios = rounds.ratios
    let cells = [
      "\(suite): \(name)", Self.time(rounds.ours.median) + notes.ours, Self.time(rounds.theirs.median) + notes.theirs,
      "**\(Self.ratio(ratios.median))**", "\(Self.ratio(ratios[0]))–\(Self.ratio(ratios[ratios.count - 1]))", peer,
    ]
    print("| \(cells.joined(separator: " | ")) |")
    fflush(nil)
  }

  func compare(
    _ suite: String, _ name: String, bytes: Int? = nil, against peer: String, _ ours: () throws -> Void, _ theirs: () throws -> Void
  ) rethrows {
    guard wants(suite, name) else { return }
    let rounds = try Rounds {
      try Stopwatch.seconds(ours)
    } _: {
      try Stopwatch.seconds(theirs)
    }
    row(suite, name, against: peer, rounds, speed(rounds, bytes))
  }

  func speed(_ rounds: Rounds, _ bytes: Int?) -> Notes {
    guard let bytes else { return Notes() }
    return Notes(ours: Self.speed(bytes, rounds.ours.median), theirs: Self.speed(bytes, rounds.theirs.median))
  }

  static func speed(_ bytes: Int, _ seconds: Double) -> String {
    let megabytes = Double(bytes) / seconds / 1e6
    return megabytes < 100 ? String(format: ", %.1f MB/s", megabytes) : String(format: ", %.0f MB/s", megabytes)
  }

  private static func ratio(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : "%.0f", value)
  }

  static func time(_ seconds: Double) -> String {
    let steps: [(to: Double, factor: Double, unit: String)] = [(1e-6, 1e9, "ns"), (1e-3, 1e6, "µs"), (1, 1e3, "ms"), (.infinity, 1, "s")]
    let step = steps.first { seconds < $0.to } ?? steps[3]
    let (value, unit) = (seconds * step.factor, step.unit)
    return String(format: value < 10 ? "%.2f \(unit)" : value < 100 ? "%.1f \(unit)" : "%.0f \(unit)", value)
  }
}
