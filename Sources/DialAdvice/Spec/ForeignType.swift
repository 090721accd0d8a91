import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// A type in the syntax of another language: `array of String`, `[]T`, `Map<K, V>`, `map[string]T`, `optional T`, `T...`, `$ref T`.
struct ForeignType {
  enum Kind { case list, dictionary, optional, reference, wrapper }

  private static let words: [Kind: Set<String>] = [
    .list: [
      "array", "list", "set", "sequence", "slice", "vector", "vec", "collection", "iterable", "seq", "tuple", "arraylist", "readonlyarray",
    ],
    .dictionary: ["map", "dict", "dictionary", "record", "hash", "hashmap", "mapping", "object"],
    .optional: ["optional", "nullable", "maybe", "option"],
    .reference: ["$ref", "ref"],
    // Types of results that Dial does not have.
    .wrapper: [
      "promise", "future", "observable", "task", "call", "mono", "single", "response", "responseentity", "awaitable", "result",
    ],
  ]

  /// Whether a word names a kind.
  private static func names(_ kind: Kind, _ word: String) -> Bool { words[kind]?.contains(word) ?? false }

  private var cursor: Cursor
  private var depth = 0
  /// The first construct that Dial writes in another way.
  private(set) var kind: Kind?
  /// The type in Dial.
  private(set) var meant = ""

  var end: Int { cursor.at }

  /// Reads such a type; nil if it is a type of Dial, or something else.
  init?(_ cursor: Cursor, at start: Int) {
    self.cursor = cursor
    self.cursor.at = start
    guard let meant = read(), kind != nil else { return nil }
    self.meant = meant
  }

  private mutating func take(_ text: String) -> Bool {
    guard cursor.holds(text, at: cursor.at) else { return false }
    cursor.at += text.utf8.count
    return true
  }

  private mutating func found(_ kind: Kind) { if self.kind == nil { self.kind = kind } }

  private mutating func read() -> String? {
    depth += 1
    defer { depth -= 1 }
    guard depth < 16, var type = prefixed() else { return nil }
    while true {
      if take("...") || take("[]") {
        found(.list)
        type = "[\(type)]"
      } else if take("?") {
        type = optional(type)
      } else if takeNull() {
        found(.optional)
        type = optional(type)
      } else {
        return type
      }
    }
  }

  /// Reads `| null`.
  private mutating func takeNull() -> Bool {
    var rest = cursor
    rest.skipBlanks()
    guard rest.take(UInt8(ascii: "|")) else { return false }
    rest.skipBlanks()
    guard let word = rest.takeName(), ["null", "undefined", "nil", "None"].contains(rest.text(word)) else { return false }
    cursor.at = rest.at
    return true
  }

  private func optional(_ type: String) -> String { type.hasSuffix("?") ? type : type + "?" }

  private mutating func prefixed() -> String? {
    if take("[]") || take("...") {
      found(.list)
      return read().map { "[\($0)]" }
    }
    if take("?") || take("*") {
      found(.optional)
      return read().map(optional)
    }
    if cursor.current == UInt8(ascii: "[") { return bracketed() }
    let start = cursor.at
    if cursor.current == UInt8(ascii: "$") || cursor.current == UInt8(ascii: "#") { cursor.at += 1 }
    let isPath = cursor.holds("#", at: start)
    while let byte = cursor.current, Name.isPart(byte) || isPath && byte == UInt8(ascii: "/") { cursor.at += 1 }
    let name = cursor.text(start..<cursor.at)
    if name.hasPrefix("#/") {
      found(.reference)
      return name.split(separator: "/").last.map(String.init)
    }
    guard let first = name.utf8.first, first != UInt8(ascii: "#") else { return nil }
    return self.generic(name) ?? worded(name) ?? (first != UInt8(ascii: "$") ? known(name) : nil)
  }

  /// Reads `[T]` and `[String: T]`, which can contain such a type.
  private mutating func bracketed() -> String? {
    cursor.at += 1
    cursor.skipBlanks()
    guard let item = read() else { return nil }
    cursor.skipBlanks()
    var text = item
    if take(":") {
      cursor.skipBlanks()
      guard let value = read() else { return nil }
      text += ": \(value)"
      cursor.skipBlanks()
    }
    return take("]") ? "[\(text)]" : nil
  }

  /// Reads `List<T>`, `List[T]`, `Map<K, V>` and `map[K]V` after their name.
  private mutating func generic(_ name: String) -> String? {
    let word = name.lowercased()
    guard let open = cursor.current, open == UInt8(ascii: "<") || open == UInt8(ascii: "["), !cursor.holds("[]", at: cursor.at) else {
      return nil
    }
    guard let kind = [Kind.list, .dictionary, .optional, .wrapper].first(where: { Self.names($0, word) }) else { return nil }
    let (before, outer) = (cursor.at, self.kind)
    found(kind)
    cursor.at += 1
    var items: [String] = []
    repeat {
      cursor.skipBlanks()
      guard let item = read() else { break }
      items.append(item)
      cursor.skipBlanks()
    } while take(",")
    if take(open == UInt8(ascii: "<") ? ">" : "]") {
      switch (kind, items.count) {
      case (.list, 1): return "[\(items[0])]"
      case (.optional, 1): return optional(items[0])
      case (.wrapper, 1): return items[0]
      case (.dictionary, 2) where items[0] == "String": return "[String: \(items[1])]"
      case (.dictionary, 1) where items[0] == "String" && open == UInt8(ascii: "["):
        if let value = read() { return "[String: \(value)]" }
      default: break
      }
    }
    (cursor.at, self.kind) = (before, outer)
    return nil
  }

  /// Reads `array of T`, `optional T` and `$ref T` after their word.
  private mutating func worded(_ name: String) -> String? {
    let before = cursor.at
    guard let byte = cursor.current, Cursor.isBlank(byte) else { return nil }
    cursor.skipBlanks()
    let word = name.lowercased()
    var meant: String?
    if Self.names(.list, word) || Self.names(.list, String(word.dropLast())), take("of ") {
      cursor.skipBlanks()
      found(.list)
      meant = plural().map { "[\($0)]" }
    } else if name == word, Self.names(.optional, word), let type = read(), isType(type) {
      found(.optional)
      meant = optional(type)
    } else if Self.names(.reference, name), let type = read(), isType(type) {
      found(.reference)
      meant = type
    }
    if meant == nil { cursor.at = before }
    return meant
  }

  /// Reads the type of the items, of which `strings` is the plural.
  private mutating func plural() -> String? {
    guard let type = read() else { return nil }
    if type.hasSuffix("s"), type.utf8.first.map({ $0 &- 0x61 < 26 }) ?? false { return Shape.type(meantBy: String(type.dropLast())) }
    return isType(type) ? type : nil
  }

  /// Whether a text is a type, and not another word: it begins with a capital letter or a bracket.
  private func isType(_ text: String) -> Bool { text.utf8.first.map { $0 &- 0x41 < 26 || $0 == UInt8(ascii: "[") } ?? false }

  private func known(_ name: String) -> String {
    let isCapital = name.utf8.first.map { $0 &- 0x41 < 26 } ?? false
    return isCapital && Shape.builtin(name) != nil ? name : Shape.type(meantBy: name) ?? name
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
