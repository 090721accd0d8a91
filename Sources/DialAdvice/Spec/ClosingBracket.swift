import DialSpec
import DialSyntax

/// Finds where an unclosed bracket or quote probably ends.
struct ClosingBracket {
  let cursor: Cursor
  let open: Int

  var fixIt: Diagnostic.FixIt { .init("insert '\(sign)'", range: cursor.range(place..<place), replacement: sign) }

  private var bytes: [UInt8] { cursor.bytes }

  private var sign: String {
    switch bytes[open] {
    case UInt8(ascii: "("): ")"
    case UInt8(ascii: "["): "]"
    case UInt8(ascii: "{"): "}"
    case UInt8(ascii: "\""): cursor.isInDoubleQuotes ? "\\\"" : "\""
    default: "`"
    }
  }

  private var place: Int {
    var at = open + 1
    switch bytes[open] {
    case UInt8(ascii: "{"):
      if bytes[..<open].last.map({ Cursor.isBlank($0) }) ?? true { break }
      while at < cursor.end, !Cursor.isBlank(bytes[at]), !"/?&(".utf8.contains(bytes[at]) { at += 1 }
      return at
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      while at < cursor.end, !Cursor.isBlank(bytes[at]), !",)]}|".utf8.contains(bytes[at]) { at += 1 }
      return at
    default: break
    }
    return endOfList(from: at)
  }

  /// Returns the offset before a marker of the line, an unmatched closing bracket or, for `[`, a comma; otherwise the end.
  private func endOfList(from start: Int) -> Int {
    var depth = 0
    var at = start
    while at < cursor.end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += Cursor.quotedLength(bytes[at..<cursor.end]) ?? 1
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return at }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0 && bytes[open] == UInt8(ascii: "["): return at
      case let byte where Cursor.isBlank(byte) && depth == 0 && startsPart(at + 1): return at
      default: break
      }
      at += 1
    }
    return cursor.trimmed(at, from: start)
  }

  /// Whether a marker is at an offset or, for `[`, text that can follow a type.
  private func startsPart(_ at: Int) -> Bool {
    let words = bytes[open] == UInt8(ascii: "[") ? ["->", "@", "!", "=", "as"] : ["->", "@", "!"]
    return words.contains { cursor.holds($0 + " ", at: at) }
  }
}
