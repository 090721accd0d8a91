/// The discussion of a command, taken apart: an introduction, then sections that begin with a line in capitals.
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

  private static func isTitle(_ line: Substring) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == " " || $0.isUppercase } && line.first != " "
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
