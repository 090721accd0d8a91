import DialModel
import DialSyntax

/// A type in the syntax of another language: `array of String`, `[]T`, `Map<K, V>`, `map[string]T`, `optional T`, `T...`, `$ref T`.
struct ForeignType {
  enum Kind { case list, dictionary, optional, reference, wrapper }

  private static let lists: Set = [
    "array", "list", "set", "sequence", "slice", "vector", "vec", "collection", "iterable", "seq", "tuple", "arraylist", "readonlyarray",
  ]
  private static let dictionaries: Set = ["map", "dict", "dictionary", "record", "hash", "hashmap", "mapping", "object"]
  private static let optionals: Set = ["optional", "nullable", "maybe", "option"]
  private static let references: Set = ["$ref", "ref"]
  /// Types of results that Dial does not have.
  private static let wrappers: Set = [
    "promise", "future", "observable", "task", "call", "mono", "single", "response", "responseentity", "awaitable", "result",
  ]

  private let cursor: Cursor
  private var at: Int
  private var depth = 0
  /// The first construct that Dial writes in another way.
  private(set) var kind: Kind?
  /// The type in Dial.
  private(set) var meant = ""

  var end: Int { at }

  /// Reads such a type; nil if it is a type of Dial, or something else.
  init?(_ cursor: Cursor, at start: Int) {
    self.cursor = cursor
    at = start
    guard let meant = read(), kind != nil else { return nil }
    self.meant = meant
  }

  private var current: UInt8? { at < cursor.end ? cursor.bytes[at] : nil }

  private mutating func skipBlanks() { while let byte = current, Cursor.isBlank(byte) { at += 1 } }

  private mutating func take(_ text: String) -> Bool {
    guard cursor.holds(text, at: at) else { return false }
    at += text.utf8.count
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
    rest.at = at
    rest.skipBlanks()
    guard rest.take(UInt8(ascii: "|")) else { return false }
    rest.skipBlanks()
    guard let word = rest.takeName(), ["null", "undefined", "nil", "None"].contains(rest.text(word)) else { return false }
    at = rest.at
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
    if current == UInt8(ascii: "[") { return bracketed() }
    let start = at
    if current == UInt8(ascii: "$") || current == UInt8(ascii: "#") { at += 1 }
    while let byte = current, Name.isPart(byte) || cursor.bytes[start] == UInt8(ascii: "#") && byte == UInt8(ascii: "/") { at += 1 }
    let name = cursor.text(start..<at)
    if name.hasPrefix("#/") {
      found(.reference)
      return name.split(separator: "/").last.map(String.init)
    }
    guard let first = name.utf8.first, first != UInt8(ascii: "#") else { return nil }
    return self.generic(name) ?? worded(name) ?? (at > start && first != UInt8(ascii: "$") ? known(name) : nil)
  }

  /// Reads `[T]` and `[String: T]`, which can contain such a type.
  private mutating func bracketed() -> String? {
    at += 1
    skipBlanks()
    guard let item = read() else { return nil }
    skipBlanks()
    var text = item
    if take(":") {
      skipBlanks()
      guard let value = read() else { return nil }
      text += ": \(value)"
      skipBlanks()
    }
    return take("]") ? "[\(text)]" : nil
  }

  /// Reads `List<T>`, `List[T]`, `Map<K, V>` and `map[K]V` after their name.
  private mutating func generic(_ name: String) -> String? {
    let word = name.lowercased()
    guard let open = current, open == UInt8(ascii: "<") || open == UInt8(ascii: "["), !cursor.holds("[]", at: at) else { return nil }
    let kind: Kind? =
      Self.lists.contains(word)
      ? .list
      : Self.dictionaries.contains(word)
        ? .dictionary : Self.optionals.contains(word) ? .optional : Self.wrappers.contains(word) ? .wrapper : nil
    guard let kind else { return nil }
    let (before, outer) = (at, self.kind)
    found(kind)
    at += 1
    var items: [String] = []
    repeat {
      skipBlanks()
      guard let item = read() else { break }
      items.append(item)
      skipBlanks()
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
    (at, self.kind) = (before, outer)
    return nil
  }

  /// Reads `array of T`, `optional T` and `$ref T` after their word.
  private mutating func worded(_ name: String) -> String? {
    let before = at
    guard let byte = current, Cursor.isBlank(byte) else { return nil }
    skipBlanks()
    let word = name.lowercased()
    var meant: String?
    if Self.lists.contains(word) || Self.lists.contains(String(word.dropLast())), take("of ") {
      skipBlanks()
      found(.list)
      meant = plural().map { "[\($0)]" }
    } else if name == word, Self.optionals.contains(word), let type = read(), isType(type) {
      found(.optional)
      meant = optional(type)
    } else if Self.references.contains(name), let type = read(), isType(type) {
      found(.reference)
      meant = type
    }
    if meant == nil { at = before }
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

  private func known(_ name: String) -> String? {
    guard !name.isEmpty else { return nil }
    if Self.isCapital(name), Shape.builtin(name) != nil { return name }
    return Shape.type(meantBy: name) ?? name
  }

  private static func isCapital(_ name: String) -> Bool { name.utf8.first.map { $0 &- 0x41 < 26 } ?? false }
}

extension ForeignType {
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
