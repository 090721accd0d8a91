import Foundation

/// One figure of several series over their size, with a line for linear growth.
struct PlotPanel {
  let title: String
  let x: LogAxis
  let y: LogAxis
  /// The points of each series, in the order of the colours.
  let lines: [[(x: Double, y: Double)]]

  func svg(_ colors: PlotColors, clip: String) -> String {
    var parts = [
      "<text x=\"\(Self.number(x.start))\" y=\"\(Self.number(y.end - 14))\" fill=\"\(colors.ink)\" font-weight=\"600\">\(title)</text>",
      "<clipPath id=\"\(clip)\"><rect \(frame)/></clipPath>",
    ]
    parts += grid(colors)
    parts.append(guide(colors, clip))
    for (index, line) in lines.enumerated() { parts.append(PlotMark(index, colors).line(line.map { (x.place($0.x), y.place($0.y)) })) }
    return parts.joined(separator: "\n")
  }

  private var frame: String {
    let (width, height) = (x.end - x.start, y.start - y.end)
    return "x=\"\(Self.number(x.start))\" y=\"\(Self.number(y.end))\" width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
  }

  private func grid(_ colors: PlotColors) -> [String] {
    let (left, right, bottom, top) = (Self.number(x.start), Self.number(x.end), Self.number(y.start), Self.number(y.end))
    let across = y.ticks.map { tick in
      let place = Self.number(tick.place)
      return "<path d=\"M\(left) \(place)H\(right)\" stroke=\"\(colors.grid)\"/>"
        + "<text x=\"\(Self.number(x.start - 8))\" y=\"\(Self.number(tick.place + 4))\" fill=\"\(colors.faint)\" text-anchor=\"end\">\(tick.label)</text>"
    }
    let down = x.ticks.map { tick in
      let place = Self.number(tick.place)
      return "<path d=\"M\(place) \(bottom)V\(top)\" stroke=\"\(colors.grid)\"/>"
        + "<text x=\"\(place)\" y=\"\(Self.number(y.start + 18))\" fill=\"\(colors.faint)\" text-anchor=\"middle\">\(tick.label)</text>"
    }
    return across + down
  }

  private func guide(_ colors: PlotColors, _ clip: String) -> String {
    guard let last = lines.compactMap(\.last).max(by: { $0.y < $1.y }) else { return "" }
    let points = [last.x / 1e12, last.x * 1e3].map { "\(Self.number(x.place($0))) \(Self.number(y.place($0 / last.x * last.y)))" }
    return "<path d=\"M\(points.joined(separator: "L"))\" clip-path=\"url(#\(clip))\" stroke=\"\(colors.faint)\" stroke-dasharray=\"2 4\"/>"
  }

  static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
