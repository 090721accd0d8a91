import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// A type in the syntax of another language: `array of String`, `[]T`, `Map<K, V>`, `map[string]T`, `optional T`, `T...`, `T | null`.
///
/// The innermost such type is replaced by a mark, which stands for the type in Dial, until the whole text is one mark.
struct ForeignType {
  enum Kind: String { case list, dictionary, optional, wrapper, reference }

  private static let words: [(kind: Kind, words: Set<String>)] = [
    (
      .list,
      [
        "array", "list", "set", "sequence", "slice", "vector", "vec", "collection", "iterable", "seq", "tuple", "arraylist",
        "readonlyarray",
      ]
    ),
    (.dictionary, ["map", "dict", "dictionary", "record", "hash", "hashmap", "mapping", "object"]),
    (.optional, ["optional", "nullable", "maybe", "option"]),
    // Types of results that Dial does not have.
    (.wrapper, ["promise", "future", "observable", "task", "call", "mono", "single", "response", "responseentity", "awaitable", "result"]),
    (.reference, ["$ref", "ref"]),
  ]

  /// The forms, the first of which counts: a word before brackets, the items in them, and an item behind them.
  private static var forms: [(pattern: Regex<(Substring, Substring, Substring, Substring)>, kind: Kind?)] {
    [
      (/([\w]+)<([^<>]+)>()/, nil), (/([\w]+)\[([^\[\]]+)\]([\w\u{E000}-\u{E0FF}]*)/, nil),
      (/([\w$]+) +(?:of +)?([\w\u{E000}-\u{E0FF}]+)(?![\w\u{E000}-\u{E0FF}]| +\w)()/, nil),
      (/()\[\]([\w\u{E000}-\u{E0FF}]+)()/, .list), (/()([\w\u{E000}-\u{E0FF}]+)(?:\[\]|\.\.\.)()/, .list),
      (/()\.\.\.([\w\u{E000}-\u{E0FF}]+)()/, .list), (/()[*?]([\w\u{E000}-\u{E0FF}]+)()/, .optional),
      (/()([\w\u{E000}-\u{E0FF}]+\??) *\| *(?:null|undefined|nil|None)()/, .optional),
    ]
  }

  /// The first construct that Dial writes in another way.
  private(set) var kind: Kind?
  /// The type in Dial.
  private(set) var meant = ""
  let end: Int
  private var types: [String] = []

  /// Reads such a type; nil if it is a type of Dial, or something else.
  init?(_ cursor: Cursor, at start: Int) {
    end = Self.end(of: cursor, from: start)
    var text = cursor.text(start..<end)
    guard text.utf8.count < 200 else { return nil }
    while let (range, type) = next(in: text) {
      guard types.count < 32 else { return nil }
      text.replaceSubrange(range, with: mark(type))
    }
    guard kind != nil, let meant = type(of: text[...]) else { return nil }
    self.meant = meant
  }

  /// The end of the type: a comma, a bracket or a marker of the line that is not inside of brackets.
  private static func end(of cursor: Cursor, from start: Int) -> Int {
    var (at, depth) = (start, 0)
    while at < cursor.end {
      switch cursor.bytes[at] {
      case UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ">") where depth > 0: depth -= 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"):
        if depth == 0 { return cursor.trimmed(at, from: start) }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return cursor.trimmed(at, from: start)
      case UInt8(ascii: " ") where depth == 0 && [" = ", " as ", " @ ", " -> ", " ! "].contains(where: { cursor.holds($0, at: at) }):
        return cursor.trimmed(at, from: start)
      default: break
      }
      at += 1
    }
    return cursor.trimmed(at, from: start)
  }

  private mutating func mark(_ type: String) -> String {
    types.append(type)
    return UnicodeScalar(0xE000 + UInt32(types.count - 1)).map { String($0) } ?? ""
  }

  /// Returns the next part that can be replaced, and its type in Dial.
  private mutating func next(in text: String) -> (Range<String.Index>, String)? {
    for (pattern, kind) in Self.forms {
      guard let match = text.firstMatch(of: pattern) else { continue }
      let word = match.1.lowercased()
      let found =
        kind ?? Self.words.first { $0.words.contains(word) || $0.kind == .list && $0.words.contains(String(word.dropLast())) }?.kind
      let items = match.2.split(separator: ",").map(\.trimmed) + [match.3].filter { !$0.isEmpty }
      guard let found, let type = type(found, items) else { continue }
      self.kind = self.kind ?? found
      return (match.range, type)
    }
    // `[T]` and `[String: T]` of Dial.
    guard let match = text.firstMatch(of: /\[ *([\w\u{E000}-\u{E0FF}]+)(?: *: *([\w\u{E000}-\u{E0FF}]+\??))? *\]\??/),
      let item = type(of: match.1)
    else { return nil }
    let value = match.2.flatMap { type(of: $0) }
    return (match.range, "[\(value.map { "\(item): \($0)" } ?? item)]" + (match.0.hasSuffix("?") ? "?" : ""))
  }

  private func type(_ kind: Kind, _ items: [Substring]) -> String? {
    let types = items.compactMap(type)
    guard types.count == items.count else { return nil }
    return switch (kind, types.count) {
    case (.list, 1): "[\(types[0])]"
    case (.optional, 1): types[0].hasSuffix("?") ? types[0] : types[0] + "?"
    case (.wrapper, 1), (.reference, 1): types[0]
    case (.dictionary, 2) where types[0] == "String": "[String: \(types[1])]"
    default: nil
    }
  }

  /// Returns the type that a mark or a word stands for, also in the plural: `strings`; nil if it may be a name.
  private func type(of text: Substring) -> String? {
    let mark = text.hasSuffix("?") ? "?" : ""
    let word = String(text.dropLast(mark.count))
    if let first = word.unicodeScalars.first, first.value >= 0xE000, word.unicodeScalars.count == 1 {
      let type = types[Int(first.value) - 0xE000]
      return type.hasSuffix("?") ? type : type + mark
    }
    let isCapital = word.first.map { $0.isASCII && $0.isUppercase } ?? false
    guard Name.isValid(word) else { return nil }
    if isCapital { return (Shape.builtin(word) != nil ? word : ForeignWords.type(meantBy: word) ?? word) + mark }
    return (ForeignWords.type(meantBy: word) ?? (word.hasSuffix("s") ? ForeignWords.type(meantBy: String(word.dropLast())) : nil)).map {
      $0 + mark
    }
  }

  var message: String {
    switch kind {
    case .list: "invalid syntax for an array; write '\(meant)'"
    case .dictionary: "invalid syntax for a dictionary; write '\(meant)'"
    case .optional: "invalid syntax for an optional type; write '\(meant)'"
    case .wrapper: "the result is written without a type around it; write '\(meant)'"
    default: "to use a declared type, write its name: '\(meant)'"
    }
  }

  /// Returns the type as a whole value of YAML, or as part of a text without quotes, where ': ' would begin a mapping.
  static func written(_ type: String, isWhole: Bool, isPlain: Bool) -> String {
    guard isPlain else { return type }
    guard isWhole else { return type.replacing(": ", with: ":") }
    return type.contains(": ") || type.hasPrefix("[") && !type.hasSuffix("]") ? Scalar.quoted(type) : type
  }
}
