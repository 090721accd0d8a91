import DialBuild
import DialModel
import DialSyntax

extension DocumentGaps {
  /// Finds out which entries of a spec were left out.
  init(_ document: YAMLDocument) {
    self.init(document.unread)
    let entries = document.root?.mapping ?? []
    for range in ranges { add(range, entries) }
  }

  private mutating func add(_ range: SourceRange, _ entries: [Entry]) {
    let first = Self.firstLine(of: range)
    let outer = entries.last { $0.key.range.start < range.start }
    guard first.indent > 0, let outer else {
      areEndpoints = false
      if ["types", "include", "overlay"].contains(first.key) { hidesTypes = true }
      return
    }
    switch outer.name {
    case "endpoints": break
    case "groups":
      let group = outer.value.mapping?.last { $0.key.range.start < range.start }
      let key = group?.value.mapping?.last { $0.key.range.start < range.start }
      if key?.name != "endpoints" || first.indent < (key?.key.range.start.column ?? 0) { areEndpoints = false }
    case "types":
      areEndpoints = false
      types.insert(first.key)
    default: areEndpoints = false
    }
  }

  /// The indentation and the key of the first line that has content.
  private static func firstLine(of range: SourceRange) -> (indent: Int, key: String) {
    let file = range.file
    // The range of the first entry below a key starts behind the colon of that key.
    let start = range.start.line + (range.start.column > 1 ? 1 : 0)
    for number in start..<max(start + 1, file.lineCount + 1) where number <= file.lineCount {
      let line = file.bytes[file.lineBytes(number)]
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let first = text.first, first != UInt8(ascii: "#") else { continue }
      let key = text.prefix { $0 != UInt8(ascii: ":") }.filter { !" \t\"'".utf8.contains($0) }
      return (text.startIndex - line.startIndex, String(decoding: key, as: UTF8.self))
    }
    return (0, "")
  }
}
