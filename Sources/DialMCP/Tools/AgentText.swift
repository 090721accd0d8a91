import Dial

/// Texts of a spec or a service as an agent gets them: what could be mistaken for text of Dial is escaped or cut.
enum AgentText {
  private static let longest = 140

  /// Returns the first line of a doc.
  static func line(_ doc: String) -> String {
    let first = doc.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return TerminalText.safe(first.count > longest ? first.prefix(longest - 1) + "…" : first)
  }

  /// Returns a result within the limit. One that is too large is replaced by its outline.
  ///
  /// - Parameter selects: whether the tool has the argument `select`.
  static func bounded(_ text: String, _ value: JSON, upTo limit: Int, selects: Bool = true) -> String {
    let size = text.utf8.count
    guard size > limit else { return text }
    let way = selects ? "pass 'select', a JMESPath expression such as '\(example(value))'" : "use the arguments of the tool"
    let head = "the result has \(ByteCount.text(size)), more than \(ByteCount.text(limit)); to get a part of it, \(way)"
    let outline = JSONWriter.text(outline(value, depth: 3))
    let shown = outline.utf8.count > limit / 2 ? JSONWriter.text(self.outline(value, depth: 1)) : outline
    return head + ". Its shape: " + shown.prefix(max(limit / 2, 200))
  }

  /// The types of a value: members by name, the first item of an array with the number of items.
  private static func outline(_ value: JSON, depth: Int) -> JSON {
    if let members = value.asObject {
      guard depth > 0 else { return .string("object of \(members.count.counted("member"))") }
      let shown = members.prefix(60).map { (TerminalText.safe($0.name), outline($0.value, depth: depth - 1)) }
      return .object(shown + (members.count > 60 ? [("…", .string("\(members.count - 60) more"))] : []))
    }
    if let items = value.asArray {
      guard let first = items.first, depth > 0 else { return .string("array of \(items.count.counted("item"))") }
      return [.string("array of \(items.count.counted("item"))"), outline(first, depth: depth - 1)]
    }
    return .string(
      value.asString.map { $0.utf8.count > 200 ? "string of \(ByteCount.text($0.utf8.count))" : "string" } ?? value.asKind.rawValue)
  }

  private static func example(_ value: JSON) -> String {
    if value.asArray != nil { return "[:10]" }
    let names = value.asObject?.map(\.name) ?? []
    let largest = names.max { JSONWriter.bytes(value[member: $0]).count < JSONWriter.bytes(value[member: $1]).count }
    guard let largest, Name.isASCII(largest), !largest.contains("-") else { return "@.name" }
    return value[member: largest].asArray == nil ? largest : "\(largest)[:10]"
  }
}
