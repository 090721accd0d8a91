/// Reads the words of a command line by a table of flags. It is the only code that knows how flags are written.
///
/// - `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`, `-n=VALUE`; several letters in one word, the last one with a value: `-vqo json`.
/// - A value is the next word even if it starts with a dash, but not if it is a flag of the table: `-O --dry-run` lacks a value.
/// - After `--`, all words are operands.
package struct LineReader: Sequence, IteratorProtocol {
  package struct Token: Equatable {
    package enum Kind: Equatable {
      case operand
      /// A flag, by its index in the table.
      case flag(Int)
      /// The word `--`.
      case end
      case fault(UsageFault)
    }

    package let kind: Kind
    /// The operand, or the name of the flag as it is written.
    package let name: String
    /// The value of the flag; for an unknown one, only what follows a `=`.
    package let value: String?
    /// The index of the first word, and of the first word behind it.
    package let start: Int
    package let end: Int
  }

  private let words: [String]
  private let rows: [FlagRow]
  private var start = 0
  private var end = 0
  /// The letters of the current word that are not read yet.
  private var letters: Substring = ""
  private var isEnded = false

  package init(_ words: [String], _ rows: [FlagRow]) { (self.words, self.rows) = (words, rows) }

  package mutating func next() -> Token? {
    if !letters.isEmpty { return letter(isFirst: false) }
    guard end < words.count else { return nil }
    start = end
    end += 1
    let word = words[start]
    if isEnded || !Self.isFlag(word) { return token(.operand, word) }
    if word == "--" {
      isEnded = true
      return token(.end, word)
    }
    if word.hasPrefix("--") { return long(word) }
    letters = word.dropFirst()
    return letter(isFirst: true)
  }

  /// The next word, which can be the value of an unknown flag.
  package var following: String? {
    guard letters.isEmpty, end < words.count, words[end] != "--", index(words[end]) == nil else { return nil }
    return words[end]
  }

  /// Takes the next word as the value of an unknown flag.
  package mutating func takeFollowing() -> String? {
    guard let word = following else { return nil }
    end += 1
    return word
  }

  package static func isFlag(_ word: String) -> Bool { word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1 }

  /// Returns the name of a flag, and its value if the word has a `=`.
  private static func parts(_ word: String) -> (name: String, value: String?) {
    guard let mark = word.utf8.firstIndex(of: UInt8(ascii: "=")), word[..<mark].contains(where: { $0 != "-" }) else { return (word, nil) }
    return (String(word[..<mark]), String(Substring(word.utf8[mark...].dropFirst())))
  }

  private func token(_ kind: Token.Kind, _ name: String, _ value: String? = nil) -> Token {
    Token(kind: kind, name: name, value: value, start: start, end: end)
  }

  private func fault(_ fault: UsageFault, _ name: String, _ value: String? = nil) -> Token { token(.fault(fault), name, value) }

  private func index(_ name: String) -> Int? { rows.firstIndex { $0.names.contains(name) } }

  private mutating func long(_ word: String) -> Token {
    let (name, value) = Self.parts(word)
    guard let index = index(name) else { return fault(.unknownFlag(name), name, value) }
    guard let value else { return valued(index, name) }
    guard rows[index].takesValue else { return fault(.unwantedValue(name), name) }
    return value.isEmpty ? fault(.missingValue(name, before: nil), name) : token(.flag(index), name, value)
  }

  private mutating func letter(isFirst: Bool) -> Token {
    let name = "-\(letters.removeFirst())"
    guard let index = index(name) else {
      // `-XPOST` is one unknown flag; in `-vx`, `-x` is.
      defer { letters = "" }
      let (unknown, value) = isFirst ? Self.parts(words[start]) : (name, nil)
      return fault(.unknownFlag(unknown), unknown, value)
    }
    guard rows[index].takesValue else {
      guard letters.first == "=" else { return token(.flag(index), name) }
      letters = ""
      return fault(.unwantedValue(name), name)
    }
    if letters.isEmpty { return valued(index, name) }
    let value = letters.first == "=" ? letters.dropFirst() : letters
    letters = ""
    return rows[index].joins ? token(.flag(index), name, String(value)) : fault(.joinedValue(words[start]), name)
  }

  /// Returns a flag with the next word as its value.
  private mutating func valued(_ index: Int, _ name: String) -> Token {
    let row = rows[index]
    guard row.takesValue else { return token(.flag(index), name) }
    let word = end < words.count ? words[end] : nil
    if let other = row.withoutValue, name.hasPrefix("--"), word.map(Self.isFlag) ?? true, let index = self.index(other) {
      return token(.flag(index), name)
    }
    guard let word, word != "--" else { return fault(.missingValue(name, before: nil), name) }
    if self.index(word) != nil { return fault(.missingValue(name, before: word), name) }
    if !row.values.isEmpty, Self.isFlag(word) { return fault(.missingValue(name, before: nil), name) }
    end += 1
    return token(.flag(index), name, word)
  }
}

/// A line that is not in the grammar of its command.
package enum UsageFault: Error, Equatable {
  case unknownFlag(String)
  /// - Parameter before: the flag that follows instead of the value.
  case missingValue(String, before: String?)
  case unwantedValue(String)
  /// A value directly behind a letter that does not allow it: `-sname`.
  case joinedValue(String)
  case invalidValue(String, of: FlagRow, as: String)
  case missingOperand(String, oneOf: [String] = [])
  case invalidOperand(String, of: String, oneOf: [String])
  case unexpectedOperand(String)
}
