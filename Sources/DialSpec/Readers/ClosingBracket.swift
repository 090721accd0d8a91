import DialModel
import DialSyntax

/// Where a bracket or quote that is never closed most likely ends.
struct ClosingBracket {
  let cursor: Cursor
  /// The offset of the opening one.
  let open: Int

  var fixIt: Diagnostic.FixIt { cursor.insertion(of: sign, at: place) }

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

  /// Before a marker of the line, a bracket that something else opened, or of `[` a comma; else the end.
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
    while at > start, Cursor.isBlank(bytes[at - 1]) { at -= 1 }
    return at
  }

  /// Whether a marker stands at an offset, or behind `[` what follows a type.
  private func startsPart(_ at: Int) -> Bool {
    let words = bytes[open] == UInt8(ascii: "[") ? ["->", "@", "!", "=", "as"] : ["->", "@", "!"]
    return words.contains { cursor.holds($0 + " ", at: at) }
  }
}
