import Dial

/// The blocks of a doc: paragraphs, lists, code, quotes and tables of CommonMark and its tables as GitHub has them. Headings are paragraphs
/// in bold, because the page has headings of its own, and tags are text.
enum DocBlock {
  case paragraph(String)
  case heading(String)
  case code(String)
  /// `start` is the first number; nil without numbers.
  case list(start: Int?, [[DocBlock]])
  case quote([DocBlock])
  case table(head: [String], rows: [[String]])

  private static let maxDepth = 8

  static func blocks(of text: String) -> [DocBlock] {
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    return blocks(lines.map(\.withoutTabs)[...], depth: 0)
  }

  private static func blocks(_ lines: ArraySlice<Substring>, depth: Int) -> [DocBlock] {
    var reader = DocReader(lines: lines)
    var blocks: [DocBlock] = []
    while let line = reader.line {
      if line.isBlankLine {
        reader.skip()
      } else if let code = reader.fence() ?? reader.indented() {
        blocks.append(.code(code))
      } else if let heading = reader.heading() {
        blocks.append(.heading(heading))
      } else if line.isRule {
        reader.skip()
      } else if depth < maxDepth, let quoted = reader.quote() {
        blocks.append(.quote(self.blocks(quoted[...], depth: depth + 1)))
      } else if let (head, rows) = reader.table() {
        blocks.append(.table(head: head, rows: rows))
      } else if depth < maxDepth, let (start, items) = reader.list() {
        blocks.append(.list(start: start, items.map { self.blocks($0[...], depth: depth + 1) }))
      } else {
        let (text, isHeading) = reader.paragraph()
        blocks.append(isHeading ? .heading(text) : .paragraph(text))
      }
    }
    return blocks
  }
}

/// Reads blocks from lines, one after the other.
private struct DocReader {
  var lines: ArraySlice<Substring>

  var line: Substring? { lines.first }

  mutating func skip() { lines = lines.dropFirst() }

  /// The lines of a fenced block, whose end can be missing.
  mutating func fence() -> String? {
    guard let mark = line?.fence else { return nil }
    let indent = line?.indent ?? 0
    skip()
    var code: [Substring] = []
    while let line {
      skip()
      if let end = line.fence, end.sign == mark.sign, end.count >= mark.count, end.info.isEmpty { break }
      code.append(line.dropFirst(min(indent, line.indent)))
    }
    return code.joined(separator: "\n")
  }

  mutating func indented() -> String? {
    guard let first = line, first.indent >= 4 else { return nil }
    var code: [Substring] = []
    while let line, line.indent >= 4 || line.isBlankLine {
      code.append(line.dropFirst(min(4, line.indent)))
      skip()
    }
    while code.last?.isBlankLine == true { code.removeLast() }
    return code.joined(separator: "\n")
  }

  mutating func heading() -> String? {
    guard let text = line?.headingText else { return nil }
    skip()
    return text
  }

  mutating func quote() -> [Substring]? {
    var quoted: [Substring] = []
    while let line, line.unindented.first == ">" {
      let rest = line.unindented.dropFirst()
      quoted.append(rest.first == " " ? rest.dropFirst() : rest)
      skip()
    }
    return quoted.isEmpty ? nil : quoted
  }

  mutating func table() -> (head: [String], rows: [[String]])? {
    guard let first = line, first.contains("|"), let second = lines.dropFirst().first, second.isTableRule else { return nil }
    let head = first.cells
    guard head.count == second.cells.count else { return nil }
    lines = lines.dropFirst(2)
    var rows: [[String]] = []
    while let line, !line.isBlankLine, line.contains("|") {
      rows.append(Array(line.cells.prefix(head.count)))
      skip()
    }
    return (head, rows)
  }

  mutating func list() -> (start: Int?, items: [[Substring]])? {
    guard let first = line?.item else { return nil }
    let kind = first.sign
    var items: [[Substring]] = []
    while let line, let item = line.item, item.sign == kind, !line.isRule {
      var own = [line.dropFirst(item.width)]
      skip()
      while let line = self.line {
        if line.isBlankLine {
          // Only what is indented goes on after an empty line.
          guard let next = next(), next.indent >= item.width else { break }
          own.append("")
        } else if line.indent >= min(item.width, 4) {
          own.append(line.dropFirst(min(item.width, line.indent)))
        } else if line.beginsBlock || line.item != nil || own.last?.isBlankLine == true {
          break
        } else {
          own.append(line)
        }
        skip()
      }
      while self.line?.isBlankLine == true, next()?.item?.sign == kind { skip() }
      items.append(own)
    }
    return (first.number, items)
  }

  /// The next line with a text. A list ends where there are many empty ones.
  private func next() -> Substring? { lines.prefix(Self.maxEmptyLines).first { !$0.isBlankLine } }

  private static let maxEmptyLines = 20

  /// The lines up to the next block.
  mutating func paragraph() -> (text: String, isHeading: Bool) {
    var own: [Substring] = []
    while let line, !line.isBlankLine {
      if !own.isEmpty {
        if line.isUnderline {
          skip()
          return (own.joined(separator: "\n"), true)
        }
        if line.beginsBlock { break }
      }
      own.append(line.unindented)
      skip()
    }
    return (own.joined(separator: "\n"), false)
  }
}

extension Substring {
  fileprivate var isBlankLine: Bool { allSatisfy { $0 == " " || $0 == "\t" } }

  fileprivate var indent: Int { prefix { $0 == " " }.count }

  fileprivate var unindented: Substring { drop { $0 == " " || $0 == "\t" } }

  fileprivate var fence: (sign: Character, count: Int, info: Substring)? {
    let text = unindented
    guard let sign = text.first, sign == "`" || sign == "~" else { return nil }
    let count = text.prefix { $0 == sign }.count
    let info = text.dropFirst(count).unindented
    return count >= 3 && !(sign == "`" && info.contains("`")) ? (sign, count, info) : nil
  }

  fileprivate var headingText: String? {
    let count = prefix { $0 == "#" }.count
    guard (1...6).contains(count), let next = dropFirst(count).first, next == " " else { return nil }
    var text = dropFirst(count + 1).unindented
    while text.last == " " { text.removeLast() }
    // Signs that close a heading have a space before them: `Support for C#` ends with its own.
    let closed = text.reversed().drop { $0 == "#" }
    if closed.isEmpty || closed.first == " " { text = text.prefix(closed.count) }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// A line between parts, such as `---`.
  fileprivate var isRule: Bool {
    let signs = filter { $0 != " " }
    guard let sign = signs.first, "-*_".contains(sign) else { return false }
    return signs.count >= 3 && signs.allSatisfy { $0 == sign }
  }

  fileprivate var isUnderline: Bool {
    guard let sign = first, sign == "=" || sign == "-" else { return false }
    return count >= 2 && allSatisfy { $0 == sign }
  }

  fileprivate var isTableRule: Bool { contains("-") && contains("|") && allSatisfy { "|:- ".contains($0) } }

  fileprivate var cells: [String] {
    var row = unindented
    while row.last == " " { row.removeLast() }
    if row.first == "|" { row = row.dropFirst() }
    if row.last == "|", row.dropLast().last != "\\" { row = row.dropLast() }
    var cells = [""]
    var isEscaped = false
    for character in row {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        if character == "|" { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells.map { String($0.trimmed) }
  }

  /// The line with spaces in place of the tabs at its beginning, each up to the next multiple of four columns.
  fileprivate var withoutTabs: Substring {
    let start = prefix { $0 == " " || $0 == "\t" }
    guard start.contains("\t") else { return self }
    var columns = 0
    for sign in start { columns += sign == "\t" ? 4 - columns % 4 : 1 }
    return Substring(String(repeating: " ", count: columns) + unindented)
  }

  /// The mark of an item of a list: its sign, `1` for any number, the number, and the columns before its text.
  fileprivate var item: (sign: Character, number: Int?, width: Int)? {
    let text = unindented
    let before = count - text.count
    guard before < 4, let first = text.first else { return nil }
    var mark = 1
    if first.isASCII, first.isNumber {
      let digits = text.prefix { $0.isASCII && $0.isNumber }.count
      guard digits <= 9, let end = text.dropFirst(digits).first, end == "." || end == ")" else { return nil }
      mark = digits + 1
    } else if !"-*+".contains(first) {
      return nil
    }
    let blanks = text.dropFirst(mark).prefix { $0 == " " }.count
    guard blanks > 0, text.count > mark + blanks else { return nil }
    let number = first.isNumber ? Int(text.prefix(mark - 1)) : nil
    return (number == nil ? first : "1", number, before + mark + (blanks > 4 ? 1 : blanks))
  }

  /// Whether it ends a paragraph. A number other than 1 does not: it can be a part of the sentence.
  fileprivate var beginsBlock: Bool {
    fence != nil || headingText != nil || isRule || item.map { ($0.number ?? 1) == 1 } == true || unindented.first == ">"
  }
}

extension DocBlock {
  /// Writes a doc as blocks.
  static func write(_ doc: String, to markup: inout Markup) { for block in blocks(of: doc) { block.write(to: &markup) } }

  private func write(to markup: inout Markup) {
    switch self {
    case .paragraph(let text): markup.element("p") { InlineText.write(text, to: &$0) }
    case .heading(let text): markup.element("p", ("class", "hd")) { InlineText.write(text, to: &$0) }
    case .code(let text): markup.element("pre") { $0.element("code", text: text) }
    case .list(let start, let items): Self.write(items, from: start, to: &markup)
    case .quote(let blocks): markup.element("blockquote") { markup in for block in blocks { block.write(to: &markup) } }
    case .table(let head, let rows):
      markup.element("table") { markup in
        markup.element("thead") { $0.element("tr") { markup in for cell in head { Self.write(cell, isHead: true, to: &markup) } } }
        markup.element("tbody") { markup in
          for row in rows { markup.element("tr") { markup in for cell in row { Self.write(cell, isHead: false, to: &markup) } } }
        }
      }
    }
  }

  private static func write(_ items: [[DocBlock]], from start: Int?, to markup: inout Markup) {
    func all(_ markup: inout Markup) {
      for item in items {
        markup.element("li") { markup in
          for (index, block) in item.enumerated() {
            // The text of an item needs no paragraph.
            if index == 0, case .paragraph(let text) = block { InlineText.write(text, to: &markup) } else { block.write(to: &markup) }
          }
        }
      }
    }
    switch start {
    case nil: markup.element("ul", content: all)
    case 1?: markup.element("ol", content: all)
    case let start?: markup.element("ol", ("start", "\(start)"), content: all)
    }
  }

  private static func write(_ cell: String, isHead: Bool, to markup: inout Markup) {
    if isHead {
      markup.element("th", ("scope", "col")) { InlineText.write(cell, to: &$0) }
    } else {
      markup.element("td") { InlineText.write(cell, to: &$0) }
    }
  }
}
