import Dial
import Foundation

/// The ways of the parser next to each other. `WAY=1` makes all other rows go the way of AVX2, `WAY=0` byte by byte.
struct WaySuite {
  private static let names = ["byte by byte", "AVX2", "AVX-512"]

  private let table: Table

  /// The way that all rows go.
  init(_ table: Table) {
    self.table = table
    if let way = ProcessInfo.processInfo.environment["WAY"].flatMap({ Int($0) }) { ParserWay.choose(way) }
  }

  func run(_ files: [(String, [UInt8])]) throws {
    let usual = ParserWay.current
    defer { ParserWay.choose(usual) }
    guard usual > 0 else { return }
    for (name, bytes) in files {
      for way in 1...usual {
        try table.compare("json", "ways: \(name), \(Self.names[way])", bytes: bytes.count, against: Self.names[0]) {
          ParserWay.choose(way)
          use(try JSON(parsing: bytes))
        } _: {
          ParserWay.choose(0)
          use(try JSON(parsing: bytes))
        }
      }
    }
  }
}
