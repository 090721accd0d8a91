import DialModel
import DialSyntax

/// Mistakes in a line, often habits from other languages. A line without the signs that they begin with never gets here.
extension SignatureParser {
  /// Returns the range from a `->` without a space in a target, if nothing or the beginning of a result follows. Otherwise it is text.
  func arrow(inTarget field: Range<Int>) -> Range<Int>? {
    guard let arrow = arrow(in: field) else { return nil }
    let rest = cursor.text(arrow).dropFirst(2)
    guard let first = rest.utf8.first else { return arrow }
    let begins = first &- 0x41 < 26 || "[(\"'".utf8.contains(first) || Shapes.resultModes.contains(String(rest))
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

  func refuseArrow(_ part: Range<Int>) {
    let range = cursor.range(part)
    findings.error(
      .signature, "missing spaces around '->'", at: range,
      fixIts: [.init("insert spaces", range: range, replacement: " " + cursor.text(part).spacedArrow)])
  }

  /// Reports a marker without its space, or as in another language. Returns false for anything else.
  func refuseSlip(in field: Range<Int>, following: Range<Int>?, isFirst: Bool) -> Bool {
    let text = cursor.text(field)
    let range = cursor.range(field)
    if text == "-", let following, cursor.text(following) == ">" {
      let whole = cursor.range(field.lowerBound..<following.upperBound)
      findings.error(
        .signature, "unexpected space in '->'", at: whole, fixIts: [.init("remove the space", range: whole, replacement: "->")])
      return true
    }
    if isFirst, text.hasPrefix("{"), text.utf8.count > 2 {
      let fixed = "(\(text.dropFirst().dropLast()))"
      findings.error(
        .parameterList, "a parameter list is written in '( )'; write '\(fixed)'", at: range,
        fixIts: [.init("write '( )'", range: range, replacement: fixed)])
      return true
    }
    if isFirst, text.hasPrefix("?"), let blanks = cursor.blanks(before: field.lowerBound) {
      findings.error(
        .target, "unexpected space before the query of the target", at: range,
        fixIts: [.init("remove the space", range: cursor.range(blanks), replacement: "")])
      return true
    }
    let signs: Set = ["=", ":", ">"]
    if let arrow = signs.contains(text) ? text : ["=>", "-->", "→", "–>", "—>", "~>"].first(where: text.hasPrefix) {
      let rest = text.dropFirst(arrow.count)
      findings.error(
        .signature, "unexpected '\(arrow)'; did you mean '->'?", at: range,
        fixIts: [.init("write '->'", range: range, replacement: rest.isEmpty ? "->" : "-> \(rest)")])
      return true
    }
    guard let marker = ["->", "@", "!"].first(where: { text.hasPrefix($0) && text != $0 }) else { return false }
    findings.error(
      .signature, "missing space after '\(marker)'", at: range,
      fixIts: [.init("insert a space", range: range, replacement: "\(marker) \(text.dropFirst(marker.count))")])
    return true
  }
}

extension SignatureParser {
  /// Reports `GET "/users"`.
  func refuseQuotes(around field: Range<Int>) {
    let quote = cursor.bytes[field.lowerBound]
    var part = field
    if field.count == 1 || cursor.bytes[field.upperBound - 1] != quote, cursor.bytes[cursor.end - 1] == quote {
      part = field.lowerBound..<cursor.end
    }
    let isClosed = part.count > 1 && cursor.bytes[part.upperBound - 1] == quote
    let inner = cursor.text((part.lowerBound + 1)..<(part.upperBound - (isClosed ? 1 : 0)))
    let range = cursor.range(part)
    findings.error(
      .target, "a target cannot be in quotes; write '\(inner)'", at: range,
      fixIts: [.init("remove the quotes", range: range, replacement: inner)])
  }

  /// Warns of `/users@data.list` and `/users!Fault`, which are sent as a part of the target.
  func warnOfMarker(at sign: Int, in field: Range<Int>, _ signature: Signature) {
    let bytes = cursor.bytes
    guard sign > field.lowerBound, bytes[sign - 1] != UInt8(ascii: "/"), !bytes[field.lowerBound..<sign].contains(UInt8(ascii: "?"))
    else { return }
    let (marker, rest) = (cursor.text(sign..<(sign + 1)), cursor.text((sign + 1)..<field.upperBound))
    let range = cursor.range(sign..<field.upperBound)
    let finding = Diagnostic.warning(
      FindingID.target.rawValue, "'\(marker)\(rest)' is read as part of the target; if it is not, write ' \(marker) \(rest)'", at: range,
      fixIts: [.init("insert spaces", range: range, replacement: " \(marker) \(rest)")])
    guard marker == "@" else {
      // A text that is not a type is part of the target.
      if signature.failure == nil, Name.isValid(rest) { findings.wireTypes.append((rest, finding)) }
      return
    }
    // `{name}@latest` is a version.
    let isPath = rest.contains(".") || rest.hasSuffix("]") || signature.result?.isArray ?? false
    if signature.selection == nil, isPath, (try? findings.selection(rest)) != nil { findings.add([finding]) }
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
    while at > start, Cursor.isBlank(bytes[at - 1]) { at -= 1 }
    return at
  }

  /// Whether a marker is at an offset or, for `[`, text that can follow a type.
  private func startsPart(_ at: Int) -> Bool {
    let words = bytes[open] == UInt8(ascii: "[") ? ["->", "@", "!", "=", "as"] : ["->", "@", "!"]
    return words.contains { cursor.holds($0 + " ", at: at) }
  }
}

/// Unknown methods that are verbs of other tools or misspelled.
struct MethodMistakes {
  let findings: Findings

  private static let verbs = [
    "DEL": ["DELETE"], "REMOVE": ["DELETE"], "DESTROY": ["DELETE"], "DROP": ["DELETE"], "UPDATE": ["PUT", "PATCH"], "REPLACE": ["PUT"],
    "MODIFY": ["PATCH"],
    "EDIT": ["PATCH"], "CREATE": ["POST"], "ADD": ["POST"], "INSERT": ["POST"], "SEND": ["POST"], "FETCH": ["GET"], "READ": ["GET"],
    "LIST": ["GET"], "SHOW": ["GET"], "FIND": ["GET"], "SEARCH": ["GET"], "SOCKET": ["WS"], "WEBSOCKET": ["WS"], "WSS": ["WS"],
  ]

  /// Other words for one method. Any other verb can also be a custom method, such as LIST, so its fix would be a guess.
  private static let synonyms: Set = ["DEL", "SOCKET", "WEBSOCKET", "WSS"]

  /// Returns possible methods by the name of the endpoint: `POST` for `addUser`. For other names, `GET`, or `POST` with parameters.
  static func methods(of endpoint: String, hasList: Bool) -> [String] {
    let verb = endpoint.prefix { !$0.isUppercase && $0 != "_" && $0 != "-" }.uppercased()
    if let meant = verbs[verb] { return meant }
    return Methods.all.contains(verb) ? [verb] : hasList ? ["GET", "POST"] : ["GET"]
  }

  func refuse(_ word: String, at range: SourceRange) -> Bool {
    guard let meant = Self.verbs[word.uppercased()] else { return false }
    report(word, meant, isSure: Self.synonyms.contains(word.uppercased()), at: range)
    return true
  }

  /// Reports a key without a method that is a verb or near a method. Returns false for other keys.
  func refuse(key word: String, at range: SourceRange) -> Bool {
    if refuse(word, at: range) { return true }
    guard let nearest = findings.nearest(to: word, among: Methods.all) else { return false }
    report(word, [nearest], isSure: true, at: range)
    return true
  }

  private func report(_ word: String, _ meant: [String], isSure: Bool, at range: SourceRange) {
    findings.error(
      .method, "unknown method '\(word)'; did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?", at: range,
      notes: [.init("a custom method requires the long form with 'hasBody: true' or 'hasBody: false'")],
      fixIts: isSure || meant.count > 1 ? meant.map { .init("replace the method", range: range, replacement: $0) } : [])
  }
}
