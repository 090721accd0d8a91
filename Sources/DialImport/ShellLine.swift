/// Splits a copied command into words, as bash or cmd.exe would: browsers copy both forms.
struct ShellLine {
  /// The words of each command.
  private(set) var commands: [[String]] = []
  private var words: [String] = []
  private var word: String?
  private var rest: ArraySlice<Unicode.Scalar>

  init(_ text: String) {
    rest = Array(text.unicodeScalars)[...]
    if Self.isCmd(text) { readCmd() } else { readBash() }
    endCommand()
  }

  /// Whether it is a line of cmd.exe, which escapes with `^`: the first quote is escaped, or the first line is continued so.
  private static func isCmd(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    if let quote = scalars.firstIndex(where: { "'\"".unicodeScalars.contains($0) }), quote > scalars.startIndex,
      scalars[scalars.index(before: quote)] == "^"
    {
      return true
    }
    return Substring(scalars.prefix { $0 != "\n" && $0 != "\r" }).hasSuffix(" ^")
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func endCommand() {
    endWord()
    if !words.isEmpty { commands.append(words) }
    words = []
  }

  private mutating func add(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(scalar) }

  // MARK: bash

  private mutating func readBash() {
    while let next = rest.popFirst() {
      switch next {
      case " ", "\t", "\r": endWord()
      case "\n", ";": endCommand()
      case "#" where word == nil: rest = rest.drop { $0 != "\n" }
      // Where the response goes is not part of the request.
      case "|" where word == nil, ">" where word == nil, "&" where word == nil:
        endCommand()
        rest = rest.drop { $0 != "\n" && $0 != ";" }
      case "\\":
        if rest.first == "\r", rest.dropFirst().first == "\n" { rest = rest.dropFirst() }
        if let escaped = rest.popFirst(), escaped != "\n" { add(escaped) }
      case "'":
        word = word ?? ""
        while let inner = rest.popFirst(), inner != "'" { add(inner) }
      case "\"": readDouble()
      case "$" where rest.first == "'":
        rest = rest.dropFirst()
        readANSI()
      default: add(next)
      }
    }
  }

  private mutating func readDouble() {
    word = word ?? ""
    while let inner = rest.popFirst(), inner != "\"" {
      guard inner == "\\", let next = rest.first, "\"\\$`\n".unicodeScalars.contains(next) else {
        add(inner)
        continue
      }
      rest = rest.dropFirst()
      if next != "\n" { add(next) }
    }
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "a": "\u{7}", "b": "\u{8}", "e": "\u{1B}", "E": "\u{1B}", "f": "\u{C}", "v": "\u{B}",
  ]

  /// Reads `$'…'` (bash(1), QUOTING). Bytes in hexadecimal and octal are those of UTF-8, as in the output of `printf %q`, or else
  /// characters: Safari and Firefox write `\xe9` for é.
  private mutating func readANSI() {
    var bytes: [UInt8] = []
    var characters = ""
    func add(_ text: String) {
      bytes += text.utf8
      characters += text
    }
    func add(byte: UInt32) {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      characters.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: byte)))
    }
    var pair: UInt32?
    loop: while let inner = rest.popFirst(), inner != "'" {
      guard inner == "\\", let next = rest.popFirst() else {
        add(String(inner))
        continue
      }
      switch next {
      case "x": add(byte: digits(2, radix: 16))
      case "0"..."7":
        rest = [next] + rest
        add(byte: digits(3, radix: 8))
      case "u", "U":
        let value = digits(next == "u" ? 4 : 8, radix: 16)
        // Browsers write UTF-16.
        if (0xD800..<0xDC00).contains(value) {
          pair = value
          continue loop
        }
        let whole = pair.map { 0x10000 + ($0 - 0xD800) << 10 + (value &- 0xDC00) } ?? value
        pair = nil
        add(String(Unicode.Scalar(whole) ?? "\u{FFFD}"))
      default: add(String(Self.escapes[next] ?? next))
      }
    }
    word = (word ?? "") + (String(validating: bytes, as: UTF8.self) ?? characters)
  }

  private mutating func digits(_ most: Int, radix: Int) -> UInt32 {
    var text = ""
    while text.count < most, let next = rest.first, Int(String(next), radix: radix) != nil {
      text.unicodeScalars.append(next)
      rest = rest.dropFirst()
    }
    return UInt32(text, radix: radix) ?? 0
  }

  // MARK: cmd.exe

  /// Reads `^"…^"`, in which `^` escapes the next character for cmd.exe, and `\"` is a quote of the program.
  private mutating func readCmd() {
    for line in cmdLines() {
      // Chrome and Edge double each backslash, although a program keeps those that are not before a quote. Firefox, whose program is
      // `curl.exe`, doubles none.
      let isDoubled = String(String.UnicodeScalarView(line.drop { $0 == " " })).hasPrefix("curl ")
      readCmd(line[...], isDoubled: isDoubled)
      endCommand()
    }
  }

  /// The text after cmd.exe has read it: a command in each line, without `^`. A line feed in a text is `^` and two of them.
  private mutating func cmdLines() -> [[Unicode.Scalar]] {
    var lines: [[Unicode.Scalar]] = [[]]
    let scalars = rest.filter { $0 != "\r" }
    var index = 0
    while index < scalars.count {
      let next = scalars[index]
      index += 1
      if next == "\n" {
        lines.append([])
      } else if next != "^" {
        lines[lines.count - 1].append(next)
      } else if index < scalars.count {
        let escaped = scalars[index]
        index += 1
        if escaped != "\n" {
          lines[lines.count - 1].append(escaped)
        } else if index < scalars.count, scalars[index] == "\n" {
          index += 1
          lines[lines.count - 1].append("\n")
        }
      }
    }
    return lines
  }

  private mutating func readCmd(_ line: ArraySlice<Unicode.Scalar>, isDoubled: Bool) {
    rest = line
    var isQuoted = false
    while let next = rest.popFirst() {
      switch next {
      case "\\" where rest.first == "\"" || rest.first == "\\" && isDoubled:
        if let escaped = rest.popFirst() { add(escaped) }
      case "\"":
        // Two quotes inside of quotes are one.
        if isQuoted, rest.first == "\"" {
          rest = rest.dropFirst()
          add("\"")
        } else {
          isQuoted.toggle()
          word = word ?? ""
        }
      case " " where !isQuoted, "\t" where !isQuoted: endWord()
      case "&" where !isQuoted: endCommand()
      default: add(next)
      }
    }
  }
}
