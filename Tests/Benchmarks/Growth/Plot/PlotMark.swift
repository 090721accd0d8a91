/// How a series is drawn: a colour, and a mark at each point.
struct PlotMark {
  private let color: String
  private let index: Int

  init(_ index: Int, _ colors: PlotColors) { (self.index, color) = (index, colors.lines[index % colors.lines.count]) }

  func line(_ places: [(x: Double, y: Double)], marked: [(x: Double, y: Double)]? = nil) -> String {
    let path = places.map { "\(PlotPanel.number($0.x)) \(PlotPanel.number($0.y))" }.joined(separator: "L")
    let marks = (marked ?? places).map { "M\(PlotPanel.number($0.x)) \(PlotPanel.number($0.y))\(shape)" }.joined()
    return "<path d=\"M\(path)\" stroke=\"\(color)\" stroke-width=\"2\"/><path d=\"\(marks)\" fill=\"\(color)\"/>"
  }

  /// The path of the mark, relative to its point: a disc, a square, a diamond or a triangle.
  private var shape: String {
    switch index % 5 {
    case 0: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
    case 1: "m-3.5-3.5h7v7h-7z"
    case 2: "m0-5l4.5 8h-9z"
    case 3: "m0-5l5 5l-5 5l-5-5z"
    default: "m0 5l4.5-8h-9z"
    }
  }
}
