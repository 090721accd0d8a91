import DialEngine
import DialMessage
import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct ProgressLineTests {
  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (9999, "9999 bytes"), (10_000, "10.0 kB"), (12_345, "12.3 kB"),
      (999_949, "999.9 kB"), (999_950, "1.0 MB"),
      (1_000_000_000, "1.0 GB"), (.max, "9.2 EB"),
    ] as [(Int64, String)])
  func counts(bytes: Int64, text: String) { #expect(ByteCount.text(bytes) == text) }

  struct Row: Sendable {
    var step: CallTask.Progress
    var gives: String?
    var rate: Double?
    var width = 83
    var isDownload = true

    init(_ step: CallTask.Progress, _ gives: String?, rate: Double? = nil, width: Int = 83, isDownload: Bool = true) {
      (self.step, self.gives, self.rate, self.width, self.isDownload) = (step, gives, rate, width, isDownload)
    }

    static func received(_ bytes: Int64, of total: Int64? = nil) -> CallTask.Progress {
      .init(received: bytes, toReceive: total, isReceiving: true)
    }
  }

  static let rows: [Row] = [
    Row(.init(), nil), Row(.init(toSend: 0), nil), Row(.init(sent: 5, toSend: 1_048_575), nil),
    Row(Row.received(5, of: 1_048_575), nil, isDownload: false),
    Row(Row.received(5, of: 10), "receiving [========>       ]  50 %  5 of 10 bytes"),
    Row(Row.received(5), "receiving 5 bytes"),
    Row(Row.received(1_500_000), "receiving 1.5 MB  250.0 kB/s", rate: 250_000),
    Row(
      Row.received(42_300_000, of: 100_000_000), "receiving  42 %  42.3 of 100.0 MB  12.3 MB/s  0:05 left", rate: 12_345_678, width: 60),
    Row(Row.received(42_300_000, of: 100_000_000), "receiving  42 %", rate: 12_345_678, width: 30),
    Row(.init(sent: 2_000_000, toSend: 4_000_000), "sending [========>       ]  50 %  2.0 of 4.0 MB", isDownload: false),
    Row(.init(sent: 2_000_000), "sending 2.0 MB", isDownload: false),
    Row(.init(sent: 4_000_000, toSend: 4_000_000), "sent 4.0 MB, waiting for the response", isDownload: false),
    Row(
      .init(sent: 4_000_000, received: 1_500_000, toSend: 4_000_000, toReceive: 3_000_000, isReceiving: true),
      "receiving [========>       ]  50 %  1.5 of 3.0 MB", isDownload: false),
  ]

  /// The received bytes, their total, the rate, and the line.
  static let downloads: [(Int64, Int64, Double, String)] = [
    (0, 2_000_000, 0, "[>               ]   0 %  0 bytes of 2.0 MB  0 bytes/s"),
    (42_300_000, 100_000_000, 12_345_678, "[======>         ]  42 %  42.3 of 100.0 MB  12.3 MB/s  0:05 left"),
    (10_000_000, 10_000_000, 1_000_000, "[================] 100 %  10.0 of 10.0 MB  1.0 MB/s"),
    (1_000_000_000, 9_000_000_000, 1_000_000, "[=>              ]  11 %  1.0 of 9.0 GB  1.0 MB/s  2:13:20 left"),
    (1_000_000, 9_000_000_000, 1, "[>               ]   0 %  1.0 MB of 9.0 GB  1 byte/s  >100 h left"),
  ]

  @Test(arguments: downloads) func ofADownload(_ bytes: Int64, _ total: Int64, _ rate: Double, _ shown: String) {
    let line = ProgressLine(step: Row.received(bytes, of: total), rate: rate, isDownload: true)
    #expect(line.text(width: 83) == "receiving " + shown)
    // Never wider than the terminal, and only whole parts.
    for width in 0...120 {
      let text = line.text(width: width) ?? ""
      #expect(text.count <= width)
      #expect(width < 40 || shown.hasSuffix(" left") != true || !text.contains("left") || text.hasSuffix(" left"), "\(text)")
      #expect(width < 79 || text.hasSuffix(shown.suffix(6)), "\(text)")
    }
  }

  @Test(arguments: rows) func lines(row: Row) {
    let text = ProgressLine(step: row.step, rate: row.rate, isDownload: row.isDownload).text(width: row.width)
    #expect(text == row.gives)
  }

  @Test func `the rate is that of the last seconds, and begins anew with the bytes`() {
    var rate = ProgressRate()
    #expect(rate.bytesPerSecond == nil)
    rate.add(0, at: .zero)
    rate.add(1000, at: .milliseconds(200))
    #expect(rate.bytesPerSecond == nil)
    rate.add(2000, at: .milliseconds(500))
    #expect(rate.bytesPerSecond == 4000)
    rate.add(2000, at: .seconds(10))
    rate.add(4000, at: .seconds(11))
    #expect(rate.bytesPerSecond == 2000)
    rate.add(10, at: .seconds(12))
    #expect(rate.bytesPerSecond == nil)
  }
}
