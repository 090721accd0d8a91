/// The discussion of a command: an introduction and sections with headings in capitals.
struct HelpSections {
  struct Section: Equatable {
    var title: String
    var lines: [String]
  }

  private(set) var introduction: [String] = []
  private(set) var sections: [Section] = []

  init(_ discussion: String) {
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if Self.isTitle(line) {
        sections.append(Section(title: String(line), lines: []))
      } else if sections.isEmpty {
        introduction.append(String(line))
      } else {
        sections[sections.count - 1].lines.append(String(line))
      }
    }
    introduction = Self.trimmed(introduction)
    for index in sections.indices { sections[index].lines = Self.trimmed(sections[index].lines) }
  }

  /// The paragraphs of the introduction, each as one line; indented lines are unchanged.
  var paragraphs: [String] {
    introduction.reduce(into: [""]) { paragraphs, line in
      let last = paragraphs[paragraphs.count - 1]
      if !last.isEmpty, line.isEmpty || line.hasPrefix(" ") || last.hasPrefix(" ") {
        paragraphs.append(line)
      } else {
        paragraphs[paragraphs.count - 1] += last.isEmpty ? line : " " + line
      }
    }.filter { !$0.isEmpty }
  }

  private static func isTitle(_ line: Substring) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == " " || $0.isUppercase } && line.first != " "
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
