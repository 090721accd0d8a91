import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// Mistakes in a line, often habits from other languages. A line without the signs that they begin with never gets here.
extension SignatureParser {
  /// Returns the range from a `->` without a space in a target, if nothing or the beginning of a result follows. Otherwise it is text.
  func arrow(inTarget field: Range<Int>) -> Range<Int>? {
    guard let arrow = arrow(in: field) else { return nil }
    let rest = cursor.text(arrow).dropFirst(2)
    guard let first = rest.utf8.first else { return arrow }
    let begins = first &- 0x41 < 26 || "[(\"'".utf8.contains(first) || ResultModel.modes.contains(String(rest))
    return begins ? arrow : nil
  }

  /// Returns the range from a `->` outside of placeholders.
  func arrow(in field: Range<Int>) -> Range<Int>? {
    var depth = 0
    for at in field {
      switch cursor.bytes[at] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "-") where depth == 0 && cursor.holds("->", at: at) && at + 1 < field.upperBound: return at..<field.upperBound
      default: break
      }
    }
    return nil
  }

  func refuseArrow<Value>(_ part: Range<Int>) -> Value? {
    let range = cursor.range(part)
    return findings.fail(
      .signature, "missing spaces around '->'", at: range, fix: "insert spaces", with: " " + cursor.text(part).spacedArrow)
  }

  /// Reports a marker without its space, or as in another language. Returns false for anything else.
  func refuseSlip(in field: Range<Int>, following: Range<Int>?, isFirst: Bool) -> Bool {
    let text = cursor.text(field)
    let range = cursor.range(field)
    if text == "-", let following, cursor.text(following) == ">" {
      let whole = cursor.range(field.lowerBound..<following.upperBound)
      return findings.refuse(.signature, "unexpected space in '->'", at: whole, fix: "remove the space", with: "->")
    }
    if isFirst, text.hasPrefix("{"), text.utf8.count > 2 {
      let fixed = "(\(text.dropFirst().dropLast()))"
      return findings.refuse(
        .parameterList, "a parameter list is written in '( )'; write '\(fixed)'", at: range, fix: "write '( )'", with: fixed)
    }
    if isFirst, text.hasPrefix("?"), let blanks = cursor.blanks(before: field.lowerBound) {
      return findings.refuse(
        .target, "unexpected space before the query of the target", at: range,
        fixIts: [.init("remove the space", range: cursor.range(blanks), replacement: "")])
    }
    let signs: Set = ["=", ":", ">"]
    if let arrow = signs.contains(text) ? text : ["=>", "-->", "→", "–>", "—>", "~>"].first(where: text.hasPrefix) {
      let rest = text.dropFirst(arrow.count)
      return findings.refuse(
        .signature, "unexpected '\(arrow)'; did you mean '->'?", at: range, fix: "write '->'", with: rest.isEmpty ? "->" : "-> \(rest)")
    }
    guard let marker = ["->", "@", "!"].first(where: { text.hasPrefix($0) && text != $0 }) else { return false }
    return findings.refuse(
      .signature, "missing space after '\(marker)'", at: range, fix: "insert a space", with: "\(marker) \(text.dropFirst(marker.count))")
  }

  /// Reports `GET "/users"`.
  func refuseQuotes(around field: Range<Int>) -> LineDeclaration? {
    let quote = cursor.bytes[field.lowerBound]
    var part = field
    if field.count == 1 || cursor.bytes[field.upperBound - 1] != quote, cursor.bytes[cursor.end - 1] == quote {
      part = field.lowerBound..<cursor.end
    }
    let isClosed = part.count > 1 && cursor.bytes[part.upperBound - 1] == quote
    let inner = cursor.text((part.lowerBound + 1)..<(part.upperBound - (isClosed ? 1 : 0)))
    let range = cursor.range(part)
    return findings.fail(.target, "a target cannot be in quotes; write '\(inner)'", at: range, fix: "remove the quotes", with: inner)
  }

  /// Warns of `/users@data.list` and `/users!Fault`, which are sent as a part of the target.
  func warnOfMarker(at sign: Int, in field: Range<Int>, _ signature: LineDeclaration) {
    let bytes = cursor.bytes
    guard sign > field.lowerBound, bytes[sign - 1] != UInt8(ascii: "/"), !bytes[field.lowerBound..<sign].contains(UInt8(ascii: "?"))
    else { return }
    let (marker, rest) = (cursor.text(sign..<(sign + 1)), cursor.text((sign + 1)..<field.upperBound))
    let range = cursor.range(sign..<field.upperBound)
    let finding = Diagnostic.finding(
      .warning, .target, "'\(marker)\(rest)' is read as part of the target; if it is not, write ' \(marker) \(rest)'", at: range,
      fix: "insert spaces", with: " \(marker) \(rest)")
    guard marker == "@" else {
      // A text that is not a type is part of the target.
      if signature.failure == nil, Name.isValid(rest) { findings.add(Suspicion([rest], ifKnown: finding)) }
      return
    }
    // `{name}@latest` is a version.
    let isPath = rest.contains(".") || rest.hasSuffix("]") || signature.result?.model.isArray ?? false
    if signature.selection == nil, isPath, (try? JMESPath(rest)) != nil { findings.add(finding) }
  }
}

extension ResultModel {
  fileprivate var isArray: Bool {
    if case .shape(.array) = self { true } else { false }
  }
}

extension String {
  var spacedArrow: String { hasPrefix("->") && self != "->" && !hasPrefix("-> ") ? "-> " + dropFirst(2) : self }
}

/// Finds where an unclosed bracket or quote probably ends.
struct ClosingBracket {
  let cursor: Cursor
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
