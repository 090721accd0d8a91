/// A stream, read by Dial and by another client. Both return the number of bytes, which must be the whole stream.
struct StreamContest {
  typealias Read = @concurrent () async throws -> Int

  let name: String
  let peer: String
  let ours: Read
  let theirs: Read
  let elements: Int
  private let bytes: Int

  init(_ name: String, _ bytes: Int, _ elements: Int = 0, against peer: String, _ ours: @escaping Read, _ theirs: @escaping Read) {
    (self.name, self.bytes, self.elements, self.peer, self.ours, self.theirs) = (name, bytes, elements, peer, ours, theirs)
  }

  func seconds(_ read: Read) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let count = try await read()
    guard count == bytes else { throw PeerError(description: "\(count) of \(bytes) bytes came") }
    return (clock.now - start) / .seconds(1)
  }

  func notes(_ rounds: Rounds) -> Table.Notes {
    elements == 0
      ? Table.Notes(ours: Table.speed(bytes, rounds.ours.median), theirs: Table.speed(bytes, rounds.theirs.median))
      : Table.Notes(ours: rate(rounds.ours), theirs: rate(rounds.theirs))
  }

  private func rate(_ seconds: [Double]) -> String { ", \(Int(Double(elements) / seconds.median / 1000)) thousand a second" }
}
