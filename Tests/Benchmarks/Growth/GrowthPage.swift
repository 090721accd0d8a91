import Foundation

/// Replaces the text between the marks of a section in the page, and its plots.
struct GrowthPage {
  private let folder = URL(fileURLWithPath: "Tests/Benchmarks")

  func write(_ section: GrowthSection) throws {
    let plot = GrowthPlot(section)
    let plots = folder.appending(path: "Plots")
    try FileManager.default.createDirectory(at: plots, withIntermediateDirectories: true)
    try Data(plot.svg(.light).utf8).write(to: plots.appending(path: "growth-\(section.name).svg"))
    try Data(plot.svg(.dark).utf8).write(to: plots.appending(path: "growth-\(section.name)-dark.svg"))
    let page = folder.appending(path: "Growth.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let (start, end) = ("<!-- growth \(section.name) -->\n", "<!-- end of growth \(section.name) -->\n")
    guard let first = text.range(of: start), let last = text.range(of: end) else {
      throw PeerError(description: "'\(page.path)' has no marks of '\(section.name)'")
    }
    let measured = "\n\(section.tables)\n\(Machine.name).\n\n"
    try Data((text[..<first.upperBound] + measured + text[last.lowerBound...]).utf8).write(to: page)
  }
}
