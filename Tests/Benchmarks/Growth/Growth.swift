import Foundation

// `make growth`: how time and memory grow with the spec, the reply and the number of calls.
//
//     make growth                  everything: some minutes; writes the page and its plots
//     make growth ONLY=calls       one of spec, reply and calls

/// The sections. Each point is measured by its own process.
enum Growth {
  static func run() throws {
    let page = GrowthPage()
    var faults: [String] = []
    for measure in [spec, reply, calls] {
      guard let section = try measure() else { continue }
      print("\(Machine.name)\n\n\(section.tables)")
      try page.write(section)
      faults += section.faults
    }
    guard faults.isEmpty else { throw PeerError(description: "more than linear:\n\(faults.joined(separator: "\n"))") }
  }

  private static func spec() throws -> GrowthSection? {
    var section = GrowthSection(name: "spec", unit: "endpoints")
    guard section.isWanted else { return nil }
    let sizes = [10, 100, 1000, 10_000]
    let starts = try SpecStarts(sizes)
    try section.measure("read and checked", sizes) { try PointProcess.sample(.spec, $0) }
    try section.measure("`dial call`, the first", sizes) { try starts.sample($0, isKept: false) }
    try section.measure("`dial call`, kept", sizes) { try starts.sample($0, isKept: true) }
    return section
  }

  private static func reply() throws -> GrowthSection? {
    var section = GrowthSection(name: "reply", unit: nil)
    guard section.isWanted else { return nil }
    let server = try ServerProcess()
    let sizes = (3...9).map { power in (0..<power).reduce(1) { size, _ in size * 10 } }
    let lines: [(String, GrowthWork)] = [
      ("JSON, parsed alone", .parse), ("JSON, a call", .reply), ("a value a line", .rows), ("bytes", .bytes), ("a download", .download),
    ]
    for (name, work) in lines {
      // Slightly below the limits of 64 MiB and 512 MiB.
      let last = work == .reply ? [60_000_000] : work == .parse ? [500_000_000] : []
      try section.measure(name, (sizes + last).sorted()) { try PointProcess.sample(work, $0, server) }
    }
    return section
  }

  private static func calls() throws -> GrowthSection? {
    var section = GrowthSection(name: "calls", unit: "calls")
    guard section.isWanted else { return nil }
    let server = try ServerProcess()
    let counts = (0...6).map { power in (0..<power).reduce(1) { count, _ in count * 10 } }
    let lines: [(String, GrowthWork, Int)] = [
      ("one after the other", .calls, 100_000), ("64 at once", .wide, 1_000_000), ("64 at once, with policies", .policies, 100_000),
    ]
    for (name, work, maximum) in lines {
      try section.measure(name, counts.filter { $0 <= maximum }) { try PointProcess.sample(work, $0, server) }
    }
    return section
  }
}
