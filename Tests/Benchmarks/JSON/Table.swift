import Foundation

/// Prints one line for each case: our speed, theirs, and the ratio with its spread.
struct Table {
  let filter: String?

  func head() {
    print(row("case", "bytes", "dial MB/s", "peer MB/s", "ratio", "lowest", "highest", "peer"))
  }

  /// Times `ours` against `theirs`, which both handle `bytes` bytes.
  func compare(_ name: String, _ bytes: Int, to peer: String, _ ours: () -> Void, _ theirs: () -> Void) {
    if let filter, !filter.isEmpty, !name.contains(filter) { return }
    let rounds = Rounds(ours, theirs)
    let speed = { (seconds: [Double]) in String(format: "%.1f", Double(bytes) / seconds.median / 1e6) }
    let ratio = { (value: Double) in String(format: "%.2f", value) }
    print(
      row(
        name, "\(bytes)", speed(rounds.ours), speed(rounds.theirs), ratio(rounds.ratios.median), ratio(rounds.ratios[0]),
        ratio(rounds.ratios[Rounds.count - 1]), peer))
  }

  private func row(_ cells: String...) -> String {
    let widths = [24, 10, 11, 11, 9, 9, 9]
    return zip(cells, widths).enumerated().map { i, pair in
      let blanks = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
      return i == 0 ? pair.0 + blanks : blanks + pair.0
    }.joined() + "  " + (cells.last ?? "")
  }
}
