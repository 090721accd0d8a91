import DialText

/// A section of the page `Findings.md`, which explains one kind of finding.
struct FindingSection {
  let id: String
  /// The section without the marks of Markdown, and without its links. Samples are indented.
  let text: String

  /// The sections of the page. It is part of the documentation, and the build embeds it.
  static var all: [FindingSection] {
    String(decoding: PackageResources.Findings_md, as: UTF8.self).split(separator: "\n### ").dropFirst().map { FindingSection($0) }
  }

  /// `markdown` starts with the id, and may end with the heading of the next group.
  private init(_ markdown: Substring) {
    var lines: [String] = []
    var isSample = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isSample.toggle()
      } else if isSample {
        lines.append(line.isEmpty ? "" : "  \(line)")
      } else if line.hasPrefix("## ") {
        break
      } else if line.hasPrefix("**") {
        lines.append(String(line.dropFirst(2).dropLast(2)))
      } else if !line.hasPrefix("See <doc:") {
        lines.append(String(line))
      }
    }
    id = lines[0]
    text = (["\(id): \(lines[2])"] + lines.withoutEmptyEnd[3...]).joined(separator: "\n")
  }
}
