import Dial
import Foundation

/// Reads responses of a size in all ways, and checks that they are complete.
struct ReplyWork {
  private let client: Client
  private static let spec = """
    service: replies
    base: http://127.0.0.1
    timeout: 10m
    endpoints:
      reply: GET /json/{size}
      rows: GET /rows/{size} -> lines
      file: GET /file/{size} -> bytes
    """

  init(_ base: String) throws {
    client = Client(try Spec.load(yaml: Self.spec, trust: .full), base: base)
  }

  /// Measures memory once and elapsed time repeatedly, on an open connection.
  func sample(_ work: GrowthWork, _ size: Int) async throws -> GrowthSample {
    let clock = ContinuousClock()
    try await read(.reply, 1000)
    do {
      try await read(work, size)
    } catch let error as CallError where error.code == .limit {
      return GrowthSample(seconds: 0, peak: PeakMemory.bytes, refused: error.code.rawValue)
    }
    let peak = PeakMemory.bytes
    let (start, minimum) = (clock.now, Duration.milliseconds(100))
    var runs = 0
    while clock.now - start < minimum {
      try await read(work, size)
      runs += 1
    }
    return GrowthSample(seconds: (clock.now - start) / .seconds(runs), peak: peak)
  }

  private func read(_ work: GrowthWork, _ size: Int) async throws {
    var (count, all) = (0, size)
    switch work {
    case .rows:
      all = SizedText("rows", bytes: size)?.rows ?? 0
      for try await row in client.stream("rows", ["size": size]) where row.id.asInt == 1_234_567 { count += 1 }
    case .bytes:
      for try await piece in client.bytes("file", ["size": size]) { count += piece.count }
    case .download:
      let path = FileManager.default.temporaryDirectory.appending(path: "dial-growth-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      count = Int(try await client.download("file", ["size": size], to: path).size)
    default: (count, all) = (try await client.call("reply", ["size": size]).value.last.asInt ?? 0, SizedText.last)
    }
    guard count == all else { throw PeerError(description: "\(work) of \(size) bytes: \(count) of \(all) came") }
  }
}
