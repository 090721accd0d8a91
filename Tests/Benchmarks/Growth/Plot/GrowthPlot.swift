import Foundation

/// Time and memory of a section side by side, both axes in powers of ten.
struct GrowthPlot {
  private static let (width, height) = (760, 400)
  private let section: GrowthSection
  private let panels: [PlotPanel]

  init(_ section: GrowthSection) {
    self.section = section
    panels = [
      Self.panel("time", section, from: 66, to: 354, label: Self.time, { $0.seconds }),
      Self.panel("memory at most", section, from: 446, to: 734, label: { Units.bytes(Int($0.rounded())) }, { Double($0.peak) }),
    ]
  }

  private static func panel(
    _ title: String, _ section: GrowthSection, from left: Double, to right: Double, label: @escaping (Double) -> String,
    _ figure: (GrowthSample) -> Double
  ) -> PlotPanel {
    let lines = section.series.map { $0.accepted.map { (x: Double($0.size), y: figure($0.sample)) } }
    let all = lines.flatMap(\.self)
    return PlotPanel(
      title: title, x: LogAxis(all.map(\.x), from: left, to: right, label: { section.tick(Int($0.rounded())) }),
      y: LogAxis(all.map(\.y), from: 342, to: 78, label: label), lines: lines)
  }

  private static func time(_ seconds: Double) -> String {
    let exponent = Int(log10(seconds).rounded())
    let step = min(3, Int((Double(exponent + 9) / 3).rounded(.down)))
    let count = (0..<(exponent + 9 - 3 * step)).reduce(1) { count, _ in count * 10 }
    return "\(count) \(["ns", "µs", "ms", "s"][step])"
  }

  func svg(_ colors: PlotColors) -> String {
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.width)\" height=\"\(Self.height)\" viewBox=\"0 0 \(Self.width) \(Self.height)\" "
        + "fill=\"none\" font-family=\"-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\" font-size=\"12\">"
    ]
    parts += legend(colors)
    for (index, panel) in panels.enumerated() {
      parts.append(panel.svg(colors, clip: "panel\(index)"))
      let middle = PlotPanel.number((panel.x.start + panel.x.end) / 2)
      parts.append(
        "<text x=\"\(middle)\" y=\"384\" fill=\"\(colors.ink)\" text-anchor=\"middle\">\(section.unit ?? "size of the reply")</text>")
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private func legend(_ colors: PlotColors) -> [String] {
    var (x, parts) = (20.0, [String]())
    func add(_ text: String, _ mark: String) {
      parts.append(mark + "<text x=\"\(PlotPanel.number(x + 34))\" y=\"28\" fill=\"\(colors.ink)\">\(text)</text>")
      x += 34 + 6.3 * Double(text.count) + 16
    }
    for (index, line) in section.series.enumerated() {
      add(line.name.replacing("`", with: ""), PlotMark(index, colors).line([(x, 24), (x + 26, 24)], marked: [(x + 13, 24)]))
    }
    add("linear", "<path d=\"M\(PlotPanel.number(x)) 24h26\" stroke=\"\(colors.faint)\" stroke-dasharray=\"2 4\"/>")
    return parts
  }
}
