import Dial

/// Writes the text of one paragraph of a doc: code, emphasis, links and line breaks of CommonMark. Everything else stays text, tags
/// included.
///
/// What has no end is text. That an end is missing is remembered, so that the time grows with the size alone.
struct InlineText {
  private static let maxDepth = 6
  private static let punctuation = Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".utf8)
  /// What can follow a URL in a sentence.
  private static let trailing = Set(".,;:!?)'\"*_".utf8)

  private let bytes: ArraySlice<UInt8>
  private let depth: Int
  private var index: Int
  /// The start of the text that is not written yet.
  private var start: Int
  /// The marks that have no end in the rest.
  private var endless: Set<String> = []
  /// The end of a part, from the index on, that has no `)`.
  private var closeless = 0

  static func write(_ text: String, to markup: inout Markup) {
    var inline = InlineText(Array(text.utf8)[...], depth: 0)
    inline.write(to: &markup)
  }

  private init(_ bytes: ArraySlice<UInt8>, depth: Int) {
    (self.bytes, self.depth, index, start) = (bytes, depth, bytes.startIndex, bytes.startIndex)
  }

  private mutating func write(to markup: inout Markup) {
    while index < bytes.endIndex {
      if !writeMark(to: &markup) { index += 1 }
    }
    flush(to: &markup)
  }

  /// Writes what begins at the index; false if it is a character of the text.
  private mutating func writeMark(to markup: inout Markup) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\\"): writeEscape(to: &markup)
    case UInt8(ascii: "`"): writeCode(to: &markup)
    case UInt8(ascii: "*"), UInt8(ascii: "_"): writeEmphasis(to: &markup)
    case UInt8(ascii: "["): writeLink(at: index, to: &markup)
    case UInt8(ascii: "!"): byte(index + 1) == UInt8(ascii: "[") && writeLink(at: index + 1, isImage: true, to: &markup)
    case UInt8(ascii: "<"): writeBracket(to: &markup)
    case UInt8(ascii: "h"): writeURL(to: &markup)
    case UInt8(ascii: "\n"): writeBreak(to: &markup)
    default: false
    }
  }

  private func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func flush(to markup: inout Markup) {
    if start < index { markup.text(text(start..<index)) }
  }

  /// Continues behind what was written.
  private mutating func skip(to end: Int) { (index, start) = (end, end) }

  private mutating func writeEscape(to markup: inout Markup) -> Bool {
    guard let next = byte(index + 1), Self.punctuation.contains(next) || next == UInt8(ascii: "\n") else { return false }
    flush(to: &markup)
    if next == UInt8(ascii: "\n") { markup.void("br") } else { markup.text(text(index + 1..<index + 2)) }
    skip(to: index + 2)
    return true
  }

  /// A line break after two spaces.
  private mutating func writeBreak(to markup: inout Markup) -> Bool {
    guard byte(index - 1) == UInt8(ascii: " "), byte(index - 2) == UInt8(ascii: " ") else { return false }
    flush(to: &markup)
    markup.void("br")
    skip(to: index + 1)
    return true
  }

  private mutating func writeCode(to markup: inout Markup) -> Bool {
    let count = run(at: index)
    let mark = String(repeating: "`", count: count)
    let (begin, from) = (index, index + count)
    guard !endless.contains(mark) else {
      index += count - 1
      return false
    }
    var at = from
    while at < bytes.endIndex {
      guard bytes[at] == UInt8(ascii: "`") else {
        at += 1
        continue
      }
      let length = run(at: at)
      if length == count {
        flush(to: &markup)
        markup.element("code", text: String(text(from..<at).replacing("\n", with: " ").trimmed))
        skip(to: at + count)
        return true
      }
      at += length
    }
    endless.insert(mark)
    index = begin + count - 1
    return false
  }

  private func run(at index: Int) -> Int { bytes[index...].prefix { $0 == bytes[index] }.count }

  private mutating func writeEmphasis(to markup: inout Markup) -> Bool {
    let sign = bytes[index]
    let count = run(at: index)
    let isStrong = count == 2
    guard count <= 2, depth < Self.maxDepth, let next = byte(index + count), !Self.isBlank(next),
      sign != UInt8(ascii: "_") || !Self.isWord(byte(index - 1)), let end = end(of: sign, count: count, from: index + count)
    else {
      index += count - 1
      return false
    }
    flush(to: &markup)
    var inner = InlineText(bytes[index + count..<end], depth: depth + 1)
    if isStrong {
      markup.element("strong") { inner.write(to: &$0) }
    } else {
      markup.element("em") { inner.write(to: &$0) }
    }
    skip(to: end + count)
    return true
  }

  /// Returns where a run of as many signs closes what one opened.
  private mutating func end(of sign: UInt8, count: Int, from start: Int) -> Int? {
    let mark = "\(sign) \(count)"
    if endless.contains(mark) { return nil }
    var at = start
    while at < bytes.endIndex {
      guard bytes[at] == sign else {
        at += 1
        continue
      }
      let length = run(at: at)
      let isWord = sign == UInt8(ascii: "_") && Self.isWord(byte(at + length))
      if length == count, at > start, !Self.isBlank(bytes[at - 1]), !isWord { return at }
      at += length
    }
    endless.insert(mark)
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  private static func isWord(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x80 || Name.isASCIIPart($0) && $0 != UInt8(ascii: "-") } ?? false }

  /// `[text](https://…)`. Links that are not safe, and images, which would be requested, are their text.
  private mutating func writeLink(at open: Int, isImage: Bool = false, to markup: inout Markup) -> Bool {
    guard depth < Self.maxDepth,
      let close = bytes[(open + 1)...].firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }),
      bytes[close] == UInt8(ascii: "]"), byte(close + 1) == UInt8(ascii: "(")
    else { return false }
    let target = bytes[(close + 2)...].prefix(1024)
    let unread = max(target.startIndex, closeless)
    if unread < target.endIndex, !target[unread...].contains(UInt8(ascii: ")")) { closeless = target.endIndex }
    guard closeless < target.endIndex else { return false }
    var level = 1
    let end = target.firstIndex { byte in
      if byte == UInt8(ascii: "(") { level += 1 }
      if byte == UInt8(ascii: ")") { level -= 1 }
      return level == 0 || byte == UInt8(ascii: "\n")
    }
    guard let end, bytes[end] == UInt8(ascii: ")") else { return false }
    // A title can follow the URL.
    let url = text(close + 2..<end).trimmed.prefix { $0 != " " }
    let address = url.hasPrefix("<") && url.hasSuffix(">") ? String(url.dropFirst().dropLast()) : String(url)
    flush(to: &markup)
    var inner = InlineText(bytes[open + 1..<close], depth: depth + 1)
    if !isImage, SafeLink.isSafe(address) {
      // A link has no links in it.
      SafeLink.write(address, to: &markup) { markup in
        var plain = InlineText(bytes[open + 1..<close], depth: Self.maxDepth)
        plain.write(to: &markup)
      }
    } else {
      inner.write(to: &markup)
    }
    skip(to: end + 1)
    return true
  }

  /// `<https://…>` and `<br>`.
  private mutating func writeBracket(to markup: inout Markup) -> Bool {
    let rest = bytes[(index + 1)...].prefix(2048)
    guard let close = rest.firstIndex(where: { [UInt8(ascii: ">"), UInt8(ascii: "<"), 0x0A].contains($0) }),
      bytes[close] == UInt8(ascii: ">")
    else { return false }
    let inside = text(index + 1..<close)
    let isBreak = inside.lowercased().filter { $0 != " " && $0 != "/" } == "br"
    guard isBreak || depth < Self.maxDepth && SafeLink.isSafe(inside) else { return false }
    flush(to: &markup)
    if isBreak { markup.void("br") } else { SafeLink.write(inside, to: &markup) { $0.text(inside) } }
    skip(to: close + 1)
    return true
  }

  /// A URL in a sentence.
  private mutating func writeURL(to markup: inout Markup) -> Bool {
    guard depth < Self.maxDepth, !Self.isWord(byte(index - 1)),
      ["https://", "http://"].contains(where: { bytes[index...].starts(with: $0.utf8) })
    else { return false }
    var end = bytes[index...].prefix(2048).firstIndex { $0 <= 0x20 || $0 >= 0x7F || "<>\"`[]|".utf8.contains($0) } ?? bytes.endIndex
    end = min(end, index + 2048)
    while end > index, Self.trailing.contains(bytes[end - 1]) { end -= 1 }
    let url = text(index..<end)
    guard SafeLink.isSafe(url) else { return false }
    flush(to: &markup)
    SafeLink.write(url, to: &markup) { $0.text(url) }
    skip(to: end)
    return true
  }
}
