/// The colours of a plot, for light or dark pages. Lines also have different marks.
struct PlotColors {
  let ink: String
  let faint: String
  let grid: String
  let lines: [String]

  static let light = PlotColors(
    ink: "#1d1d1f", faint: "#6e6e73", grid: "#e3e3e8", lines: ["#0a64c2", "#c2410c", "#15803d", "#7e22ce", "#a16207"])
  static let dark = PlotColors(
    ink: "#f5f5f7", faint: "#a1a1a6", grid: "#3a3a3f", lines: ["#5eb0ff", "#ff9a62", "#5ad48a", "#c9a0ff", "#e8c35a"])
}
