/// Which columns of a table are shown in a terminal, and how wide each is.
///
/// Texts give way first, the widest before the others, none below eight characters. Where that is not enough, columns are left out
/// from the right. Numbers are never cut, for a part of a number is another one; neither are columns that are kept.
struct TableLayout {
  static let gap = 2
  private static let minimum = 8

  /// The columns that are shown, in their order.
  private(set) var shown: [Int]
  private(set) var widths: [Int]

  /// - Parameters:
  ///   - natural: the width that each column needs.
  ///   - isFirm: whether a column is shown whole or not at all.
  ///   - kept: how many columns from the left are always shown.
  init(_ natural: [Int], isFirm: [Bool], kept: Int = 1, width: Int?) {
    shown = Array(natural.indices)
    widths = natural
    guard let width else { return }
    let minimum = natural.indices.map { isFirm[$0] ? natural[$0] : min(natural[$0], Self.minimum) }
    while shown.count > kept, total(minimum) > width { shown.removeLast() }
    shrink(to: width, minimum)
  }

  /// Cuts all columns to the largest width with which the line fits.
  private mutating func shrink(to width: Int, _ minimum: [Int]) {
    func cut(to cap: Int) -> [Int] { widths.indices.map { min(widths[$0], max(cap, minimum[$0])) } }
    var caps = 0...(widths.max() ?? 0)
    while caps.lowerBound < caps.upperBound {
      let middle = (caps.lowerBound + caps.upperBound + 1) / 2
      caps = total(cut(to: middle)) <= width ? middle...caps.upperBound : caps.lowerBound...(middle - 1)
    }
    widths = cut(to: caps.lowerBound)
  }

  private func total(_ widths: [Int]) -> Int { shown.reduce(0) { $0 + widths[$1] } + Self.gap * (shown.count - 1) }
}
