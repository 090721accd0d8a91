/// Splits a copied command into words, as bash or cmd.exe would: browsers copy both forms.
struct ShellLine {
  /// The words of each command.
  private(set) var commands: [[String]] = []
  private var words: [String] = []
  private var word: String?
  private var rest: ArraySlice<Unicode.Scalar>

  init(_ text: String) {
    rest = Array(text.unicodeScalars)[...]
    // cmd.exe escapes with `^`; a line of bash that ends so would not be continued.
    let isCmd = text.contains("^\"") || text.contains(" ^\n") || text.contains(" ^\r\n")
    if isCmd { readCmd() } else { readBash() }
    endCommand()
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

  /// Reads `$'…'` (bash(1), QUOTING). Bytes in hexadecimal and octal are those of UTF-8.
  private mutating func readANSI() {
    var bytes: [UInt8] = []
    var pair: UInt32?
    loop: while let inner = rest.popFirst(), inner != "'" {
      guard inner == "\\", let next = rest.popFirst() else {
        bytes += String(inner).utf8
        continue
      }
      switch next {
      case "x": bytes.append(UInt8(truncatingIfNeeded: digits(2, radix: 16)))
      case "0"..."7":
        rest = [next] + rest
        bytes.append(UInt8(truncatingIfNeeded: digits(3, radix: 8)))
      case "u", "U":
        let value = digits(next == "u" ? 4 : 8, radix: 16)
        // Browsers write UTF-16.
        if (0xD800..<0xDC00).contains(value) {
          pair = value
          continue loop
        }
        let whole = pair.map { 0x10000 + ($0 - 0xD800) << 10 + (value &- 0xDC00) } ?? value
        pair = nil
        bytes += String(Unicode.Scalar(whole) ?? "\u{FFFD}").utf8
      default: bytes += String(Self.escapes[next] ?? next).utf8
      }
    }
    word = (word ?? "") + String(decoding: bytes, as: UTF8.self)
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
    var isQuoted = false
    var plain: [Unicode.Scalar] = []
    while let next = rest.popFirst() {
      guard next == "^" else {
        plain.append(next)
        continue
      }
      if rest.first == "\r" { rest = rest.dropFirst() }
      guard let escaped = rest.popFirst() else { break }
      // `^` and two line feeds are one line feed in a text.
      if escaped == "\n" {
        if rest.first == "\n" || rest.first == "\r" {
          rest = rest.drop { $0 == "\r" }.dropFirst()
          plain.append("\n")
        }
        continue
      }
      plain.append(escaped)
    }
    rest = plain[...]
    while let next = rest.popFirst() {
      switch next {
      case "\\" where rest.first == "\"" || rest.first == "\\" && isQuoted && isBeforeQuote:
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
      case " " where !isQuoted, "\t" where !isQuoted, "\r" where !isQuoted: endWord()
      case "\n" where !isQuoted, "&" where !isQuoted: endCommand()
      default: add(next)
      }
    }
  }

  /// Whether the backslashes that follow end at a quote, as only those are escaped.
  private var isBeforeQuote: Bool { rest.drop { $0 == "\\" }.first == "\"" }
}
